// @ts-check
// What forms do when the server refuses what they ask.

import { Refusal } from "./api.js";
import { complain } from "./dom.js";

/**
 * Says what is wrong beside the field it is about, and goes there; below the form if it is about none of them.
 * @param {unknown} error
 * @param {(name: string) => HTMLElement | null | undefined} find  the field of this name
 * @param {HTMLElement} complaint  the place below the form
 */
export function blame(error, find, complaint) {
  const text = error instanceof Error ? error.message : String(error);
  const about = error instanceof Refusal && error.field ? find(error.field) : null;
  if (!about?.isConnected) {
    complaint.textContent = text;
    return;
  }
  about.closest("details")?.setAttribute("open", "");
  complain(about, text);
  about.focus();
}
