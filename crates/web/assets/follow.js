// @ts-check
// Hearing from the server whenever something changes.

/**
 * Follows server-sent events until the returned function is called. A lost connection shows itself and comes back by itself.
 * @param {string} address
 * @param {(state: any) => void} show  told the whole state again and again
 * @param {(reason: string) => void} refused  told once if there is nothing to follow
 */
export function follow(address, show, refused) {
  const source = new EventSource(address);
  source.addEventListener("message", (event) => {
    lost(false);
    show(JSON.parse(event.data));
  });
  source.addEventListener("refused", (event) => {
    source.close();
    refused(/** @type {MessageEvent} */ (event).data);
  });
  source.addEventListener("error", () => lost(true));
  return () => {
    source.close();
    lost(false);
  };
}

/** @param {boolean} is */
function lost(is) {
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = !is;
}
