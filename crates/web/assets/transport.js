// @ts-check
// The controls of time: play, steps, speed, a scrubber and the keyboard.

import { el, fill, icon } from "./dom.js";
import { grouped } from "./format.js";
import { t } from "./translate.js";

/** Moments per second. */
const SPEEDS = [0.5, 1, 2, 5, 20, 100, 1000, 10000];

/**
 * @typedef {object} Timeline
 * @property {() => number} length  moments
 * @property {() => number} now
 * @property {(moment: number) => void} seek
 * @property {() => boolean} [ended]  goes on to something else at the end; false if there is nothing
 * @property {[string, string, string, () => void][]} steps  further steps: key, short text, hint, action
 * @property {(moment: number) => string} words  the moment for screen readers
 */

export class Transport {
  /** @param {Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.playing = false;
    this.rest = 0;
    this.last = 0;
    this.frame = 0;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(name));
    this.play = button("play", t("Play (space)"), () => this.toggle());
    this.play.classList.add("play");
    this.scrubber = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, max: 1, step: 1, value: 0, class: "scrubber", "aria-label": t("Moment") }));
    this.scrubber.addEventListener("input", () => {
      this.pause();
      timeline.seek(Number(this.scrubber.value));
    });
    this.speed = /** @type {HTMLSelectElement} */ (el("select", { class: "speed", "aria-label": t("Speed") }, SPEEDS.map((speed) => el("option", { value: speed, selected: speed === 2 }, `${grouped(speed)} / s`))));
    this.count = el("span", { class: "moment-count soft small" });
    this.element = el("div", { class: "transport" },
      el("div", { class: "row" },
        el("div", { class: "group" }, button("first", t("To the start (Home)"), () => this.jump(0)), button("back", t("Back (←)"), () => this.jump(timeline.now() - 1)), this.play, button("next", t("Step (→)"), () => this.jump(timeline.now() + 1)), button("last", t("To the end (End)"), () => this.jump(Infinity))),
        el("div", { class: "group steps" }, timeline.steps.map(([key, text, hint, act]) => el("button", { type: "button", class: "quiet", title: `${hint} (${key})`, "data-step": key, onclick: () => (this.pause(), act()) }, text))),
        this.speed, this.count),
      this.scrubber);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  /** @param {number} moment */
  jump(moment) {
    this.pause();
    this.timeline.seek(Math.max(0, Math.min(this.timeline.length() - 1, moment)));
  }

  /** Shows where time stands. */
  update() {
    const [now, length] = [this.timeline.now(), this.timeline.length()];
    this.scrubber.max = String(length - 1);
    this.scrubber.value = String(now);
    if (!this.playing) this.scrubber.setAttribute("aria-valuetext", this.timeline.words(now));
    this.count.textContent = t("{number} of {count}", { number: grouped(now), count: grouped(length - 1) });
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.timeline.now() >= this.timeline.length() - 1 && !this.timeline.ended?.()) this.timeline.seek(0);
    this.playing = true;
    this.rest = 0;
    this.last = performance.now();
    this.showPlaying();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.showPlaying();
    this.update();
  }

  showPlaying() {
    const label = this.playing ? t("Pause (space)") : t("Play (space)");
    fill(this.play, icon(this.playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
  }

  /** @param {number} now */
  tick(now) {
    if (!this.playing) return;
    // A hidden page gets no frames; it goes on where it stopped.
    this.rest += Math.min(0.25, (now - this.last) / 1000) * Number(this.speed.value);
    this.last = now;
    const steps = Math.floor(this.rest);
    this.rest -= steps;
    const end = this.timeline.length() - 1;
    if (steps > 0) {
      if (this.timeline.now() >= end) {
        if (!this.timeline.ended?.()) return this.pause();
      } else this.timeline.seek(Math.min(end, this.timeline.now() + steps));
    }
    this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.element.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.element.closest("[hidden]")) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("select, textarea, dialog, input:not([type='range'])")) return;
    if (target?.closest("input") && (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) return;
    if (event.key === " " && target?.closest("button, summary, a")) return;
    const step = this.timeline.steps.find(([key]) => key === event.key);
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowRight") this.jump(this.timeline.now() + 1);
    else if (event.key === "ArrowLeft") this.jump(this.timeline.now() - 1);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(Infinity);
    else if (step) (this.pause(), step[3]());
    else return;
    event.preventDefault();
  }

  destroy() {
    this.pause();
    document.removeEventListener("keydown", this.onKey);
  }
}
