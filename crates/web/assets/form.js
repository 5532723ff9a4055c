// @ts-check
// Errors of forms.

import { ApiError } from "./api.js";
import { setFieldError } from "./dom.js";

/**
 * Shows an error at the field it is about, and focuses it; below the form if it is about none of the fields.
 * @param {unknown} error
 * @param {(name: string) => HTMLElement | null | undefined} find  the field of this name
 * @param {HTMLElement} general  the place below the form
 */
export function showError(error, find, general) {
  const text = error instanceof Error ? error.message : String(error);
  const input = error instanceof ApiError && error.field ? find(error.field) : null;
  if (!input?.isConnected) {
    general.textContent = text;
    return;
  }
  input.closest("details")?.setAttribute("open", "");
  setFieldError(input, text);
  input.focus();
}
