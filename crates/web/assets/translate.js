// @ts-check
// The words of the pages in the reader's language. The English text is the key: what a table does not have stays English. The table
// is loaded before the first page, so that modules may translate their constants.

/** Languages of the pages: code, its own name, locale of numbers and dates. @type {[string, string, string][]} */
export const LANGUAGES = [["en", "English", "en-US"], ["de", "Deutsch", "de-DE"]];

const STORE = "language"; // in the browser's local storage
const MOST_KNOWN = 2000; // sentences of the server that are kept

/**
 * Sentences of the pages, where forms for one and for many are a pair, and sentences of the server, where `{…}` stands for anything.
 * @typedef {{page: Record<string, string | [string, string]>, server: Record<string, string>}} Table
 */

/** @type {Table} */
let table = { page: {}, server: {} };
let current = LANGUAGES[0];
/** Sentences of the server with values in them. @type {{form: RegExp, names: string[], text: string}[]} */
let patterns = [];
/** Sentences of the server that were translated already. @type {Map<string, string>} */
const known = new Map();

/** The code of the language. */
export function language() {
  return current[0];
}

/** The locale of numbers. */
export function locale() {
  return current[2];
}

/** The locale of dates: English readers keep that of their browser. */
export function dateLocale() {
  return current[0] === "en" ? [] : current[2];
}

/** The reader's choice, or the first language of the browser that there is. */
function wanted() {
  const find = (/** @type {string | null} */ code) => LANGUAGES.find(([name]) => name === code?.toLowerCase().split("-")[0]);
  return find(localStorage.getItem(STORE)) ?? navigator.languages.map(find).find(Boolean) ?? LANGUAGES[0];
}

/** Loads the table of the reader's language. */
export async function loadLanguage() {
  const chosen = wanted();
  if (chosen[0] === "en") return;
  try {
    const response = await fetch(`/api/translations/${chosen[0]}`);
    if (response.ok) setTable(chosen, await response.json());
  } catch {
    // the pages stay English
  }
}

/** @param {[string, string, string]} chosen @param {Table} words */
function setTable(chosen, words) {
  current = chosen;
  table = words;
  document.documentElement.lang = chosen[0];
  patterns = Object.entries(words.server).filter(([key]) => /\{\w+\}/.test(key)).map(([key, text]) => {
    const parts = key.split(/\{(\w+)\}/);
    const form = parts.map((part, at) => (at % 2 === 1 ? "(.*?)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("");
    return { form: new RegExp(`^${form}$`, "s"), names: parts.filter((_, at) => at % 2 === 1), text };
  });
  // What says more comes first: "there is no map {name}; {hint}" before "there is no map {name}".
  patterns.sort((a, b) => b.form.source.length - a.form.source.length);
}

/** Changes the language; everything is drawn anew. @param {string} code */
export function chooseLanguage(code) {
  localStorage.setItem(STORE, code);
  location.reload();
}

/**
 * A text of the pages. `{name}` stands for a value; what follows a bar only tells equal English texts apart.
 * @param {string} key
 * @param {Record<string, string | number | null>} [values]
 */
export function t(key, values) {
  const found = table.page[key];
  return insert(typeof found === "string" ? found : key.split("|")[0], values);
}

/**
 * A text with a number, which `{n}` stands for. The second form is the key.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, n, values = {}) {
  const found = table.page[many];
  const [single, several] = Array.isArray(found) ? found : [one, many];
  return insert(new Intl.PluralRules(locale()).select(n) === "one" ? single : several, { n: n.toLocaleString(locale()), ...values });
}

/** @param {string} text @param {Record<string, string | number | null>} [values] */
function insert(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all)) : text;
}

/** A text that the server sent: a sentence, a name, a reason. @template {string | null | undefined} T @param {T} text @returns {T} */
export function serverText(text) {
  if (!text || current[0] === "en") return text;
  const found = known.get(text) ?? translated(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return /** @type {T} */ (found);
}

/** A list of such texts. @param {string} list @param {string} separator */
export function serverTexts(list, separator) {
  return list.split(separator).map(serverText).join(separator);
}

/** @param {string} text */
function translated(text) {
  // The texts of the pages do not count: a board called "ring" keeps its name.
  if (Object.hasOwn(table.server, text)) return table.server[text];
  for (const { form, names, text: into } of patterns) {
    const match = form.exec(text);
    if (match) return insert(into, Object.fromEntries(names.map((name, at) => [name, serverText(match[at + 1])])));
  }
  return text;
}

/** @typedef {import("./messages.js").Scene} Scene */

/** The names of a board's players. @template {{seats: {name: string}[]}} S @param {S} scene @returns {S} */
export function translateScene(scene) {
  for (const seat of scene.seats) seat.name = serverText(seat.name);
  return scene;
}

/**
 * What a position says to a person.
 * @template {{scene: Scene, legal: {notice: string | null}[], prompts?: string[], legend?: [string, string][]}} P
 * @param {P} position
 * @returns {P}
 */
export function translatePosition(position) {
  translateScene(position.scene);
  for (const move of position.legal) move.notice = serverText(move.notice);
  if (position.prompts) position.prompts = position.prompts.map(serverText);
  if (position.legend) position.legend = position.legend.map(([letter, meaning]) => [letter, serverText(meaning)]);
  return position;
}

/** @param {import("./messages.js").GameState} state */
export function translateState(state) {
  translatePosition(state);
  state.variant = serverText(state.variant);
  for (const seat of state.seats) [seat.name, seat.label] = [serverText(seat.name), serverText(seat.label)];
  if (state.result) [state.result.text, state.result.reason] = [serverText(state.result.text), serverText(state.result.reason)];
  state.unsaved = serverText(state.unsaved);
  return state;
}

/** @param {import("./messages.js").Catalog} catalog */
export function translateCatalog(catalog) {
  for (const game of catalog.games) {
    game.summary = serverText(game.summary);
    translateScene(game.picture);
    for (const list of [game.variants, game.parameters, game.boards, game.record_formats]) for (const one of list) one.summary = serverText(one.summary);
    for (const list of [game.opponents, game.rules]) for (const one of list) [one.name, one.summary] = [serverText(one.name), serverText(one.summary)];
  }
  return catalog;
}
