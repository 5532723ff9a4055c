// @ts-check
// Guided lessons: moments of recorded searches with a text and sometimes a question.

import { request } from "./api.js";
import { el, fill } from "./dom.js";
import { GrowthView } from "./growthview.js";
import { SearchView } from "./searchview.js";
import { serverText, t } from "./translate.js";
import { mountRecording } from "./viewer.js";
import { xrayTabs } from "./xraytabs.js";

/** @typedef {{ask: string, kind: "node" | "move" | "choice" | "number", choices?: string[], answer: string | number | string[], right: string, wrong: string}} Question */
/** @typedef {{event?: "start" | "end", visit?: string[], when?: "enter" | "leave", ending?: string, step?: number}} StepMoment */
/** @typedef {{recording: string, search?: number, root?: number, at: StepMoment, text: string, view?: "tree" | "strip", question?: Question | null}} LessonStep */
/** @typedef {{name: string, title: string, summary: string, recordings: Record<string, any>, steps: LessonStep[]}} Lesson */

const STORE = "lessons"; // in the browser's local storage
const BOTH = 2; // the number of the view with both searches

/** @typedef {Record<string, {step: number, right: number[]}>} Progress */

/** @returns {Progress} */
function loadProgress() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") ?? {};
  } catch {
    return {}; // written by something else
  }
}

/** @param {string} name @param {number} step @param {number[]} right */
function saveProgress(name, step, right) {
  localStorage.setItem(STORE, JSON.stringify({ ...loadProgress(), [name]: { step, right } }));
}

/** @param {HTMLElement} place @param {string[]} path */
export async function page(place, path) {
  document.title = t("Lessons · Plyground");
  if (path.length === 0) return list(place);
  const lesson = /** @type {Lesson} */ (await request(`/api/xray/lessons/${encodeURIComponent(path[0])}`));
  const shown = new LessonView(lesson);
  fill(place, el("div", { class: "row spread" }, el("h1", {}, serverText(lesson.title)), xrayTabs("/xray/lessons")), shown.element);
  await shown.show(Math.min(loadProgress()[lesson.name]?.step ?? 0, lesson.steps.length - 1));
  return () => shown.destroy();
}

/** @param {HTMLElement} place */
async function list(place) {
  const lessons = /** @type {{name: string, title: string, summary: string, questions?: number}[]} */ (await request("/api/xray/lessons"));
  const progress = loadProgress();
  const card = (/** @type {typeof lessons[number]} */ lesson, /** @type {number} */ at) => {
    const right = progress[lesson.name]?.right.length ?? 0;
    const state = right === 0 ? (progress[lesson.name] ? t("begun") : "") : lesson.questions ? t("{right} of {questions} right", { right, questions: lesson.questions }) : t("{right} right", { right });
    return el("li", {}, el("a", { class: "card lesson-card", href: `/xray/lessons/${lesson.name}`, "data-link": true }, el("span", { class: "lesson-number" }, at + 1), el("span", {}, el("strong", {}, serverText(lesson.title)), el("span", { class: "soft" }, serverText(lesson.summary))), state ? el("span", { class: "badge" }, state) : null));
  };
  fill(place, el("div", { class: "row spread" }, el("h1", {}, t("Lessons about search")), xrayTabs("/xray/lessons")),
    el("p", { class: "soft lead" }, t("Short, guided, in plain words. Every lesson plays a real search; answer its questions by clicking. No knowledge is needed for the first one.")),
    el("ol", { class: "plainlist lesson-list" }, lessons.map(card)));
}

class LessonView {
  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.step = 0;
    this.right = new Set(loadProgress()[lesson.name]?.right ?? []);
    /** @type {Map<string, Promise<any>>} */ this.recordings = new Map();
    /** @type {import("./viewer.js").Viewer | null} */ this.viewer = null;
    this.mounted = "";
    this.answered = false;
    this.count = el("p", { class: "small soft" });
    this.text = el("div", { class: "lesson-text" });
    this.question = el("div", { class: "lesson-question" });
    this.feedback = el("p", { class: "lesson-feedback", role: "status" });
    this.back = el("button", { type: "button", class: "quiet", onclick: () => this.show(this.step - 1) }, t("Back"));
    this.next = el("button", { type: "button", class: "lesson-next", onclick: () => this.goOn() }, t("Next"));
    this.stage = el("div", { class: "lesson-stage" });
    this.element = el("div", { class: "lesson" }, el("section", { class: "card lesson-panel", "aria-live": "polite" }, this.count, this.text, this.question, this.feedback, el("div", { class: "row" }, this.back, this.next)), this.stage);
  }

  /** @param {string} name */
  load(name) {
    const { tree, ...rest } = this.lesson.recordings[name];
    const asked = tree ? { game: "tree", tree, ...rest } : rest;
    const known = this.recordings.get(name) ?? request("/api/xray", asked);
    this.recordings.set(name, known);
    known.catch(() => this.recordings.delete(name)); // the next attempt asks again
    return known;
  }

  /** @param {number} step */
  async show(step) {
    this.step = Math.max(0, Math.min(this.lesson.steps.length - 1, step));
    const now = this.lesson.steps[this.step];
    saveProgress(this.lesson.name, this.step, [...this.right]);
    this.answered = !now.question;
    this.count.textContent = t("Step {step} of {steps}", { step: this.step + 1, steps: this.lesson.steps.length });
    fill(this.text, ...paragraphs(now.text));
    this.feedback.textContent = "";
    this.feedback.className = "lesson-feedback";
    this.back.toggleAttribute("disabled", this.step === 0);
    this.ask(now.question ?? null);
    this.showNext();
    try {
      await this.stageStep(now);
    } catch (error) {
      this.mounted = "";
      fill(this.stage, el("p", { class: "error" }, error instanceof Error ? error.message : String(error)), el("button", { type: "button", class: "quiet", onclick: () => this.show(this.step) }, t("Try again")));
    }
  }

  /** Shows the moment of a step. @param {LessonStep} step */
  async stageStep(step) {
    const recording = await this.load(step.recording);
    if (this.lesson.steps[this.step] !== step) return; // another step was opened meanwhile
    const search = step.search ?? (recording.searches.length === 2 ? BOTH : 0);
    if (this.mounted !== step.recording) {
      this.viewer?.destroy();
      const { tree, ...where } = this.lesson.recordings[step.recording];
      const board = tree ? undefined : (/** @type {string[]} */ moves) => request("/api/xray/board", { game: where.game, variant: where.variant ?? null, map: where.map ?? null, position: where.position ?? null, moves });
      const box = el("div", {});
      fill(this.stage, box);
      this.viewer = mountRecording(box, recording, { board, pick: (line) => this.picked(line) });
      this.mounted = step.recording;
    }
    this.viewer?.choose(search);
    const view = this.viewer?.view;
    if (view instanceof SearchView) this.seek(view, step);
    if (view instanceof GrowthView) view.goTo(step.at.step ?? (step.at.event === "start" ? 0 : Infinity));
  }

  /** @param {SearchView} view @param {LessonStep} step */
  seek(view, step) {
    const root = step.root ?? view.trace.roots.length - 1;
    if (step.view && step.view !== view.mode) view.setMode(step.view);
    if (step.at.visit) view.goToLine(step.at.visit, step.at.when ?? "enter", root);
    else if (step.at.ending) view.goToEnding(step.at.ending, root);
    else view.goTo(root, step.at.event === "end" ? Infinity : 0);
  }

  /** @param {Question | null} question */
  ask(question) {
    if (!question) return fill(this.question);
    const head = el("p", { class: "lesson-ask" }, ...marked(question.ask));
    if (question.kind === "choice") {
      return fill(this.question, head, el("div", { class: "row choices" }, (question.choices ?? []).map((text) => el("button", { type: "button", class: "quiet choice", onclick: (/** @type {Event} */ event) => this.answer(text === question.answer, event.target) }, serverText(text)))));
    }
    if (question.kind === "number") {
      const input = /** @type {HTMLInputElement} */ (el("input", { type: "text", inputmode: "decimal", class: "lesson-number-input", "aria-label": t("Your answer") }));
      const check = () => this.answer(input.value.trim() !== "" && Math.abs(Number(input.value.trim().replace("−", "-").replace(",", ".")) - Number(question.answer)) < 1e-6);
      input.addEventListener("keydown", (event) => event.key === "Enter" && check());
      return fill(this.question, head, el("div", { class: "row" }, input, el("button", { type: "button", onclick: check }, t("Check"))));
    }
    fill(this.question, head, el("p", { class: "small soft" }, question.kind === "node" ? t("Click the node in the picture.") : t("Click the move, in the picture or in the table.")));
  }

  /** A node of the picture was clicked. @param {string[]} line @returns {boolean} whether that was an answer */
  picked(line) {
    const question = this.lesson.steps[this.step].question;
    if (!question || this.answered || (question.kind !== "node" && question.kind !== "move")) return false;
    const wanted = Array.isArray(question.answer) ? question.answer : [String(question.answer)];
    const given = question.kind === "move" ? line.slice(0, 1) : line;
    this.answer(given.length === wanted.length && given.every((text, at) => text === wanted[at]));
    return true;
  }

  /** @param {boolean} right @param {any} [button] */
  answer(right, button) {
    const question = /** @type {Question} */ (this.lesson.steps[this.step].question);
    if (right) {
      this.answered = true;
      this.right.add(this.step);
      saveProgress(this.lesson.name, this.step, [...this.right]);
    }
    if (button instanceof HTMLElement) button.classList.add(right ? "right" : "wrong");
    this.feedback.className = `lesson-feedback ${right ? "right" : "wrong"}`;
    fill(this.feedback, el("strong", {}, right ? t("Right. ") : t("Not quite. ")), ...marked(right ? question.right : question.wrong));
    this.showNext();
  }

  showNext() {
    const last = this.step === this.lesson.steps.length - 1;
    this.next.textContent = last ? t("All lessons") : this.answered ? t("Next") : t("Skip");
    this.next.classList.toggle("quiet", !this.answered);
  }

  async goOn() {
    if (this.step < this.lesson.steps.length - 1) return this.show(this.step + 1);
    saveProgress(this.lesson.name, 0, [...this.right]);
    /** @type {HTMLElement | null} */ (document.querySelector(".xray-tabs a[href='/xray/lessons']"))?.click();
  }

  destroy() {
    this.viewer?.destroy();
  }
}

/** Text with **bold** words. @param {string} text @returns {(string | HTMLElement)[]} */
function marked(text) {
  return serverText(text).split("**").map((part, at) => (at % 2 === 1 ? el("strong", {}, part) : part));
}

/** @param {string} text */
function paragraphs(text) {
  return serverText(text).split("\n\n").map((part) => el("p", {}, ...marked(part)));
}
