// @ts-check
// A WebSocket that reconnects automatically. The server sends the whole state again after every reconnection.

import { t } from "./translate.js";

const MIN_DELAY = 300;
const MAX_DELAY = 5000;

export class Socket {
  /**
   * @param {string} path
   * @param {(message: any) => void} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.delay = MIN_DELAY;
    this.closed = false;
    this.sequence = 0;
    /** @type {Map<number, (response: any) => void>} */ this.waiting = new Map();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket.onopen = () => {
      this.delay = MIN_DELAY;
      showOffline(false);
    };
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      const resolve = message.re !== undefined ? this.waiting.get(message.re) : undefined;
      if (resolve) {
        this.waiting.delete(message.re);
        resolve(message);
      } else this.listener(message);
    };
    this.socket.onclose = (event) => {
      for (const resolve of this.waiting.values()) resolve({ type: "error", reason: t("the connection was lost") });
      this.waiting.clear();
      if (this.closed) return;
      if (event.code === 4404) return this.listener({ type: "gone", reason: event.reason });
      showOffline(true);
      setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(MAX_DELAY, this.delay * 2);
    };
  }

  /**
   * Sends a command; the response is `done`, `error` with a reason, or what was requested.
   * @param {Record<string, any>} command
   * @returns {Promise<any>}
   */
  request(command) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "error", reason: t("there is no connection to the server") });
    const re = ++this.sequence;
    this.socket.send(JSON.stringify({ ...command, re }));
    return new Promise((resolve) => this.waiting.set(re, resolve));
  }

  close() {
    this.closed = true;
    this.socket?.close();
    showOffline(false);
  }
}

/** @param {boolean} offline */
function showOffline(offline) {
  const notice = document.getElementById("offline");
  if (notice) notice.hidden = !offline;
}
