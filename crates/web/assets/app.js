// @ts-check
// Navigation. Pages are modules that are loaded on first use; a new page is one line below.

import { el, fill, icon } from "./dom.js";
import { chooseLanguage, language, LANGUAGES, loadLanguage, t } from "./translate.js";

await loadLanguage(); // pages and their constants are translated as they are loaded

/**
 * A page fills its element and may return a function to call when it is left.
 * @typedef {(place: HTMLElement, path: string[], query: URLSearchParams) => Promise<(() => void) | void> | (() => void) | void} Page
 */

/** First part of the path, title in the navigation (`null`: none), module. @type {[string, string | null, () => Promise<{ page: Page }>][]} */
const PAGES = [
  ["", t("Play"), () => import("./start.js")],
  ["game", null, () => import("./game.js")],
  ["learn", null, () => import("./learn.js")],
  ["analyse", null, () => import("./analysisboard.js")],
  ["setup", null, () => import("./setup.js")],
  ["library", t("Library"), () => import("./library.js")],
  ["xray", t("X-ray"), () => import("./xray.js")],
  ["arena", t("Arena"), () => import("./arena.js")],
  ["lab", t("Lab"), () => import("./lab.js")],
  ["host", t("Host"), () => import("./host.js")],
  ["maps", t("Maps"), () => import("./maps.js")],
  ["help", t("Help"), () => import("./help.js")],
];

/** @type {(() => void) | void} */
let leave;
let turn = 0;

async function show() {
  const [first = "", ...rest] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  // Every page has an element of its own: what an old page still draws after it was left is never seen.
  const place = el("div");
  const entry = PAGES.find(([name]) => name === first);
  const mine = ++turn;
  leave?.();
  leave = undefined;
  for (const link of document.querySelectorAll("#nav a")) {
    const here = link.getAttribute("href") === `/${first}`;
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    const nav = link.parentElement;
    if (here && nav && link instanceof HTMLElement) nav.scrollLeft = link.offsetLeft - nav.clientWidth / 2; // in view on narrow screens
  }
  fill(/** @type {HTMLElement} */ (document.getElementById("page")), place);
  document.title = "Plyground";
  if (!entry) {
    document.title = `${t("Page not found")} – Plyground`;
    fill(place, el("h1", {}, t("Page not found")), el("p", {}, t("There is no page at {path}.", { path: location.pathname })), el("p", {}, el("a", { href: "/", "data-link": true }, t("Back to the games"))));
    return;
  }
  try {
    const left = await (await entry[2]()).page(place, rest, new URLSearchParams(location.search));
    if (mine === turn) leave = left;
    else left?.(); // another page was opened before this one was loaded
  } catch (error) {
    if (mine === turn) fill(place, el("h1", {}, t("This page could not be loaded")), el("p", {}, error instanceof TypeError && /fetch|module/i.test(error.message) ? t("The server does not answer. Is Plyground still running?") : error instanceof Error ? error.message : String(error)), el("button", { type: "button", onclick: show }, t("Try again")));
  }
}

/** Opens another page without a reload. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show();
  window.scrollTo(0, 0);
  document.getElementById("page")?.focus();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-link]") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {string} */ (link.getAttribute("href")));
});
window.addEventListener("popstate", show);

const THEMES = ["light", "dark", "contrast"];
const button = /** @type {HTMLElement} */ (document.getElementById("theme"));
/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const names = { light: t("light"), dark: t("dark"), contrast: t("high contrast") };
  button.title = t("Change the colours (now {theme})", { theme: names[/** @type {keyof typeof names} */ (theme)] });
  button.setAttribute("aria-label", button.title);
}
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const contrast = window.matchMedia("(prefers-contrast: more)");
const chosenTheme = () => THEMES.find((theme) => theme === localStorage.getItem("theme")) ?? (contrast.matches ? "contrast" : dark.matches ? "dark" : "light");
for (const wish of [dark, contrast]) wish.addEventListener("change", () => setTheme(chosenTheme()));
setTheme(chosenTheme());
fill(button, icon("theme"));
button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "light") + 1) % THEMES.length];
  localStorage.setItem("theme", next);
  setTheme(next);
});
document.addEventListener("keydown", async (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (event.key === "?" && !typing) (await import("./keys.js")).showKeys();
});
const keys = el("button", { id: "keys", type: "button", class: "plain", "aria-label": t("Keyboard shortcuts"), title: t("Keyboard shortcuts (?)"), onclick: async () => (await import("./keys.js")).showKeys() }, "?");
const others = LANGUAGES.filter(([code]) => code !== language()).map(([code, name]) =>
  el("button", { type: "button", class: "plain language", lang: code, title: name, "aria-label": `${code.toUpperCase()}, ${name}`, onclick: () => chooseLanguage(code) }, code.toUpperCase()));
button.before(keys, ...others);
// The frame is there before any script.
for (const [selector, text] of [[".skip", t("Skip to content")], ["#offline", t("Connection lost; reconnecting …")]]) fill(/** @type {HTMLElement} */ (document.querySelector(selector)), text);
document.getElementById("nav")?.setAttribute("aria-label", t("Main"));
fill(/** @type {HTMLElement} */ (document.getElementById("nav")),
  PAGES.filter(([, name]) => name !== null).map(([path, name]) => el("a", { href: `/${path}`, "data-link": true }, name)));

show();
