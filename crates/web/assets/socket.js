// @ts-check
// A WebSocket that comes back by itself. Whoever uses it gets the whole state again after every reconnection.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

export class Socket {
  /**
   * @param {string} path
   * @param {(message: any) => void} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.pause = FIRST_PAUSE;
    this.closed = false;
    this.sequence = 0;
    /** @type {Map<number, (answer: any) => void>} */ this.waiting = new Map();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.line = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.line.onopen = () => {
      this.pause = FIRST_PAUSE;
      showLost(false);
    };
    this.line.onmessage = (event) => {
      const message = JSON.parse(event.data);
      const answer = message.re !== undefined ? this.waiting.get(message.re) : undefined;
      if (answer) {
        this.waiting.delete(message.re);
        answer(message);
      } else this.listener(message);
    };
    this.line.onclose = (event) => {
      for (const answer of this.waiting.values()) answer({ type: "refused", reason: "the connection was lost" });
      this.waiting.clear();
      if (this.closed) return;
      if (event.code === 4404) return this.listener({ type: "gone", reason: event.reason });
      showLost(true);
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }

  /**
   * Sends a command; the answer is `done`, `refused` with a reason, or what was asked for.
   * @param {Record<string, any>} command
   * @returns {Promise<any>}
   */
  ask(command) {
    if (this.line?.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "refused", reason: "there is no connection at the moment" });
    const re = ++this.sequence;
    this.line.send(JSON.stringify({ ...command, re }));
    return new Promise((resolve) => this.waiting.set(re, resolve));
  }

  close() {
    this.closed = true;
    this.line?.close();
    showLost(false);
  }
}

/** @param {boolean} lost */
function showLost(lost) {
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = !lost;
}
