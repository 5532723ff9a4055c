// @ts-check
// Errors of forms, and of what a page could not load.

import { ApiError } from "./api.js";
import { el, setFieldError } from "./dom.js";
import { t } from "./translate.js";

/**
 * Shows an error at the field it is about, and focuses it; below the form if it is about none of the fields.
 * @param {unknown} error
 * @param {(name: string) => HTMLElement | null | undefined} find  the field of this name
 * @param {HTMLElement} general  the place below the form
 */
export function showError(error, find, general) {
  const text = reasonOf(error);
  const input = error instanceof ApiError && error.field ? find(error.field) : null;
  if (!input?.isConnected) {
    general.textContent = text;
    return;
  }
  input.closest("details")?.setAttribute("open", "");
  setFieldError(input, text);
  input.focus();
}

/**
 * A sentence about what could not be loaded, with a button that tries it again.
 * @param {string} text
 * @param {() => void} again
 */
export function retry(text, again) {
  return el("p", { class: "error", role: "alert" }, `${text.trim()} `, el("button", { type: "button", class: "quiet", onclick: again }, t("Try again")));
}

/** Why something failed, as a sentence. @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
