// @ts-check
// The lab: studies started from a page, watched, paused and continued, and their reports.

import { request } from "./api.js";
import { go } from "./app.js";
import { announce, el, field, fill, setFieldError } from "./dom.js";
import { subscribe } from "./events.js";
import { showError } from "./form.js";
import { duration, grouped } from "./format.js";
import { PauseButton } from "./pause-button.js";
import { serverText, t } from "./translate.js";

/** @typedef {import("./messages.js").LabStudy} LabStudy */
/** @typedef {import("./messages.js").LabRunState} LabRunState */

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = t("Lab · Plyground");
  return path.length ? run(place, path[0]) : overview(place);
}

/** The runs, and the studies with their forms. @param {HTMLElement} place */
async function overview(place) {
  const lab = /** @type {import("./messages.js").LabOverview} */ (await request("/api/lab"));
  const runs = lab.runs.map((one) => el("li", {},
    el("a", { href: `/lab/${encodeURIComponent(one.name)}`, "data-link": true }, one.name),
    el("span", { class: "soft" }, one.running ? t(" · running") : one.reported ? t(" · report available") : t(" · unfinished"))));
  fill(place,
    el("h1", {}, t("Lab")),
    el("p", { class: "soft" }, t("The studies of the systems that Plyground grew from, and a few new ones: measured on your machine, next to the original figures.")),
    runs.length ? el("section", { class: "card" }, el("h2", {}, t("Runs")), el("ul", { class: "plainlist", id: "runs" }, runs)) : null,
    el("div", { class: "studies" }, lab.studies.map((study) => card(study, lab.maps))));
}

/** The form of a study. @param {LabStudy} study @param {string[]} maps */
function card(study, maps) {
  const id = (/** @type {string} */ name) => `${study.name}-${name}`;
  const input = (/** @type {string} */ name, attributes = {}) => /** @type {HTMLInputElement} */ (el("input", { id: id(name), autocomplete: "off", spellcheck: "false", ...attributes }));
  const games = input("games", { type: "number", min: 1, max: 1000000, placeholder: t("default") });
  const player = input("player", { placeholder: t("default") });
  const seed = input("seed", { type: "number", min: 0, placeholder: "1" });
  const chosen = /** @type {HTMLSelectElement} */ (el("select", { id: id("maps"), multiple: true, size: 5 }, maps.map((name) => el("option", { value: name }, name))));
  /** @type {Record<string, HTMLElement>} */
  const fields = { games, player, seed, maps: chosen };
  const error = el("p", { class: "error", role: "alert" });
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    error.textContent = "";
    Object.values(fields).forEach((one) => setFieldError(one, ""));
    try {
      const created = await request("/api/lab/runs", {
        study: study.name, quick: event.submitter?.getAttribute("value") !== "full", games: whole(games.value),
        maps: [...chosen.selectedOptions].map((one) => one.value), player: player.value.trim() || null, seed: whole(seed.value),
      });
      go(`/lab/${encodeURIComponent(created.id)}`);
    } catch (failure) {
      showError(failure, (name) => fields[name], error);
    }
  };
  return el("form", { class: "card study", id: `study-${study.name}`, onsubmit: send, novalidate: true },
    el("h2", {}, study.name), el("p", {}, serverText(study.question)),
    el("p", { class: "hint" }, `${study.source === "ours" ? t("Our own study") : serverText(study.source)}${study.timed ? t("; measures time, so keep the machine idle while it runs") : ""}`),
    el("details", {}, el("summary", {}, t("More options")),
      study.takes_games ? field(t("Games per pairing"), games) : null,
      study.takes_player ? field(t("Player"), player) : null,
      study.takes_maps ? field(t("Maps"), chosen, t("none: the study's defaults")) : null,
      field(t("Seed"), seed)),
    error,
    el("div", { class: "row" },
      el("button", { type: "submit", value: "quick", title: t("About a minute") }, t("Quick run")),
      el("button", { type: "submit", value: "full", class: "quiet", title: t("Reliable results; takes minutes to an hour") }, t("Full run"))));
}

/** One run, live. @param {HTMLElement} place @param {string} name */
function run(place, name) {
  const address = `/api/lab/runs/${encodeURIComponent(name)}`;
  const status = el("p", { id: "status", role: "status" });
  const toggle = new PauseButton(address, status);
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { "aria-label": t("Progress") }));
  const question = el("p", { class: "soft" });
  const command = el("p");
  const report = el("section");
  let shown = false;
  fill(place,
    el("p", {}, el("a", { href: "/lab", "data-link": true }, t("Lab"))),
    el("div", { class: "row spread" }, el("h1", {}, name), toggle.button), question, command, status, bar, report);
  return subscribe(`${address}/events`, (/** @type {LabRunState} */ state) => {
    question.textContent = serverText(state.question ?? "");
    fill(command, state.command ? el("code", {}, state.command) : []);
    status.textContent = sentence(state);
    bar.hidden = !state.running;
    if (state.of !== null) {
      bar.max = state.of;
      bar.value = state.done;
    } else bar.removeAttribute("value");
    toggle.show(state, state.command === null || (!state.running && state.reported));
    if (state.reported !== shown) {
      shown = state.reported;
      fill(report, shown ? reportOf(address, state) : []);
      if (shown) announce(t("The report is ready."));
    }
  }, (reason) => {
    status.textContent = reason;
    toggle.button.hidden = true;
    bar.hidden = true;
  });
}

/** @param {string} address @param {LabRunState} state */
function reportOf(address, state) {
  return [
    el("p", { class: "row" }, el("a", { class: "button quiet", href: `${address}/report`, target: "_blank" }, t("Open the report in a new tab")),
      state.files.map((file) => el("a", { href: `${address}/files/${encodeURIComponent(file)}`, download: file }, file))),
    el("iframe", { class: "report", src: `${address}/report`, sandbox: "", title: t("Report of {name}", { name: state.name }) }),
  ];
}

/** @param {LabRunState} state */
function sentence(state) {
  const cells = state.of === null ? t("{done} cells done", { done: grouped(state.done) }) : t("{done} of {all} cells done", { done: grouped(state.done), all: grouped(state.of) });
  if (state.error) return t("{cells}; stopped: {reason}", { cells, reason: serverText(state.error) });
  if (state.pausing) return t("{cells}; finishing cells in progress", { cells });
  if (state.running) {
    const last = state.cell === null ? "" : t(" (last: {cell})", { cell: state.cell });
    return state.seconds_left === null ? t("{cells}; measuring …", { cells }) : t("{cells}, {time} left{last}", { cells, time: duration(state.seconds_left), last });
  }
  return state.reported ? t("finished") : t("{cells}; paused", { cells });
}

/** The entered number in a form that the server accepts; `null` if empty. @param {string} text */
function whole(text) {
  return text.trim() === "" ? null : Math.max(0, Math.trunc(Number(text)) || 0);
}
