// @ts-check
// The steps of a drawing, kept in the browser so that they can be undone after a reload.

const KEY = "map-history"; // in the browser's local storage
const MOST_STEPS = 100;
const MOST_LETTERS = 400_000; // of all kept maps together, far below what browsers keep

export class MapHistory {
  constructor() {
    /** Maps before the current one, the latest last. @type {string[]} */ this.past = [];
    /** Maps that were undone, the latest last. @type {string[]} */ this.future = [];
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      const texts = (/** @type {any} */ list) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);
      [this.past, this.future] = [texts(kept?.past), texts(kept?.future)];
    } catch {
      // written by something else
    }
  }

  /** Remembers a map that is about to be changed. @param {string} map */
  push(map) {
    if (this.past[this.past.length - 1] !== map) this.past.push(map);
    this.future = [];
    this.save();
  }

  /** The map before this one; `null` if there is none. @param {string} map */
  undo(map) {
    return this.step(this.past, this.future, map);
  }

  /** The map that was undone last. @param {string} map */
  redo(map) {
    return this.step(this.future, this.past, map);
  }

  /** @param {string[]} from @param {string[]} to @param {string} map */
  step(from, to, map) {
    let next = from.pop();
    while (next === map) next = from.pop(); // a stroke that changed nothing
    if (next === undefined) return null;
    to.push(map);
    this.save();
    return next;
  }

  save() {
    const size = () => [...this.past, ...this.future].reduce((sum, map) => sum + map.length, 0);
    while (this.past.length > MOST_STEPS || (this.past.length > 1 && size() > MOST_LETTERS)) this.past.shift();
    try {
      localStorage.setItem(KEY, JSON.stringify({ past: this.past, future: this.future }));
    } catch {
      // no room: what is here still works until the page is left
    }
  }
}
