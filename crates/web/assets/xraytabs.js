// @ts-check
// The links between the pages of X-ray.

import { el } from "./dom.js";
import { t } from "./translate.js";

/** @param {string} here */
export function xrayTabs(here) {
  const link = (/** @type {string} */ href, /** @type {string} */ text) => el("a", { class: "button quiet", href, "data-link": true, "aria-current": href === here ? "page" : null }, text);
  return el("nav", { class: "row xray-tabs", "aria-label": t("X-ray") }, link("/xray", t("A game")), link("/xray?tree=", t("A small tree")), link("/xray/lessons", t("Lessons")));
}
