// @ts-check
// Questions to the server that are answered once.

/** A refusal with the field that it is about, if there is one. */
export class Refusal extends Error {
  /** @param {string} reason @param {string | null} field */
  constructor(reason, field) {
    super(reason);
    this.field = field;
  }
}

/**
 * @param {string} path
 * @param {any} [body]  posted as JSON if given
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  return request(path, body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/**
 * Asks whether a game should really be deleted, and deletes it.
 * @param {string} id
 * @returns {Promise<boolean>} whether it is gone
 */
export async function deleteGame(id) {
  if (!window.confirm("Delete this game? It cannot be restored.")) return false;
  await request(`/api/games/${encodeURIComponent(id)}`, { method: "DELETE" });
  return true;
}

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
async function request(path, options) {
  const answer = await fetch(path, options);
  const text = await answer.text();
  if (answer.ok) return text === "" ? null : JSON.parse(text);
  let refusal = { reason: `the server answered ${answer.status}`, field: null };
  try {
    refusal = { ...refusal, ...JSON.parse(text) };
  } catch {
    // not one of our own answers; the status has to do
  }
  throw new Refusal(refusal.reason, refusal.field);
}

/** @type {Promise<import("./messages.js").Catalog> | null} */
let catalog = null;

/** Games, boards, variants and opponents; asked once. */
export function getCatalog() {
  catalog ??= ask("/api/catalog");
  return catalog;
}
