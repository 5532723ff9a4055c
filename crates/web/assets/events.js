// @ts-check
// Server-sent events.

import { sentence } from "./format.js";
import { serverText } from "./translate.js";

/**
 * Subscribes to server-sent events until the returned function is called. A lost connection is shown and restored automatically.
 * @param {string} address
 * @param {(state: any) => void} show  receives the whole state after every change
 * @param {(reason: string) => void} failed  called once if there is nothing to subscribe to
 */
export function subscribe(address, show, failed) {
  const source = new EventSource(address);
  source.addEventListener("message", (event) => {
    showOffline(false);
    show(JSON.parse(event.data));
  });
  source.addEventListener("failed", (event) => {
    source.close();
    failed(sentence(serverText(/** @type {MessageEvent} */ (event).data)));
  });
  source.addEventListener("error", () => showOffline(true));
  return () => {
    source.close();
    showOffline(false);
  };
}

/** @param {boolean} offline */
function showOffline(offline) {
  const notice = document.getElementById("offline");
  if (notice) notice.hidden = !offline;
}
