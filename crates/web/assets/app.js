// @ts-check
// Which page is shown. Pages are modules that are loaded when they are first wanted.

import { el, fill } from "./dom.js";

/**
 * A page fills its element and may return what must be closed when it is left.
 * @typedef {(place: HTMLElement, path: string[], query: URLSearchParams) => Promise<(() => void) | void> | (() => void) | void} Page
 */

/** @type {[string, () => Promise<{ page: Page }>][]} */
const PAGES = [
  ["", () => import("./start.js")],
  ["game", () => import("./game.js")],
  ["xray", () => import("./xray.js")],
  ["arena", () => import("./arena.js")],
  ["lab", () => import("./lab.js")],
  ["maps", () => import("./maps.js")],
  ["help", () => import("./help.js")],
];

/** @type {(() => void) | void} */
let leave;

async function show() {
  const [first, ...rest] = location.pathname.split("/").filter(Boolean);
  const place = /** @type {HTMLElement} */ (document.getElementById("page"));
  const entry = PAGES.find(([name]) => name === (first ?? ""));
  leave?.();
  leave = undefined;
  for (const link of document.querySelectorAll(".bar a")) {
    const here = link.getAttribute("href") === `/${first ?? ""}`;
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  fill(place);
  if (!entry) {
    fill(place, el("h1", {}, "There is no such page"), el("p", {}, el("a", { href: "/", "data-link": true }, "To the games")));
    return;
  }
  try {
    leave = await (await entry[1]()).page(place, rest, new URLSearchParams(location.search));
  } catch (error) {
    fill(place, el("h1", {}, "This page could not be shown"), el("p", {}, error instanceof Error ? error.message : String(error)));
  }
}

/** Goes to another page without loading everything again. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show();
  document.getElementById("page")?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-link]") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
});
window.addEventListener("popstate", show);

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
const stored = localStorage.getItem("theme");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
setTheme(stored ?? (dark.matches ? "dark" : "light"));
dark.addEventListener("change", () => localStorage.getItem("theme") ?? setTheme(dark.matches ? "dark" : "light"));
document.getElementById("theme")?.addEventListener("click", () => {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", next);
  setTheme(next);
});
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (event.key === "?" && !typing) go("/help#keys");
});

show();
