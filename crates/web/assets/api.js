// @ts-check
// Requests over HTTP.

import { sentence } from "./format.js";
import { serverText, t, translateCatalog } from "./translate.js";

/** An error reported by the server, with the form field it is about, if any. */
export class ApiError extends Error {
  /** @param {string} reason @param {string | null} field */
  constructor(reason, field) {
    super(sentence(serverText(reason)));
    this.field = field;
    /** As the server said it. */ this.reason = reason;
  }
}

/**
 * @param {string} path
 * @param {any} [body]  sent as JSON if given
 * @param {RequestInit} [options]  the method, if it is not `POST`
 * @returns {Promise<any>}
 */
export async function request(path, body, options = {}) {
  return send(path, body === undefined ? options : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), ...options });
}

/**
 * Deletes a game after asking for confirmation.
 * @param {string} id
 * @returns {Promise<boolean>} whether it was deleted
 */
export async function deleteGame(id) {
  if (!window.confirm(t("Delete this game? This cannot be undone."))) return false;
  await send(`/api/games/${encodeURIComponent(id)}`, { method: "DELETE" });
  return true;
}

/** What a request says when there is nobody to answer it. */
export function noAnswer() {
  return new ApiError(t("The server does not answer. Is Plyground still running?"), null);
}

/** A response of the server that is no JSON. @param {string} path @param {RequestInit} options */
export async function fetchResponse(path, options) {
  return fetch(path, options).catch(() => {
    throw noAnswer();
  });
}

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
async function send(path, options) {
  const response = await fetchResponse(path, options);
  const text = await response.text();
  if (response.ok) return text === "" ? null : JSON.parse(text);
  let error = { reason: t("the server answered {status}", { status: response.status }), field: null };
  try {
    error = { ...error, ...JSON.parse(text) };
  } catch {
    // not JSON of ours; only the status is known
  }
  throw new ApiError(error.reason, error.field);
}

/** @type {Promise<import("./messages.js").Catalog> | null} */
let catalog = null;

/** Games, boards, variants and opponents; loaded once. */
export function getCatalog() {
  catalog ??= request("/api/catalog").then(translateCatalog).catch((error) => {
    catalog = null; // the next page asks again
    throw error;
  });
  return /** @type {Promise<import("./messages.js").Catalog>} */ (catalog);
}
