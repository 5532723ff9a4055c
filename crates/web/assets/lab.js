// @ts-check
// The lab: studies started from a page, watched, paused and continued, and their reports.

import { request } from "./api.js";
import { go } from "./app.js";
import { announce, el, field, fill, setFieldError } from "./dom.js";
import { subscribe } from "./events.js";
import { showError } from "./form.js";
import { PauseButton } from "./pause-button.js";
import { count, duration } from "./format.js";

/** @typedef {import("./messages.js").LabStudy} LabStudy */
/** @typedef {import("./messages.js").LabRunState} LabRunState */

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = "Lab · Plyground";
  return path.length ? run(place, path[0]) : overview(place);
}

/** The runs, and the studies with their forms. @param {HTMLElement} place */
async function overview(place) {
  const lab = /** @type {import("./messages.js").LabOverview} */ (await request("/api/lab"));
  const runs = lab.runs.map((one) => el("li", {},
    el("a", { href: `/lab/${encodeURIComponent(one.name)}`, "data-link": true }, one.name),
    el("span", { class: "soft" }, one.running ? " · running" : one.reported ? " · report available" : " · unfinished")));
  fill(place,
    el("h1", {}, "Lab"),
    el("p", { class: "soft" }, "The studies of the systems that Plyground grew from, and a few new ones: measured on your machine, next to the original figures."),
    runs.length ? el("section", { class: "card" }, el("h2", {}, "Runs"), el("ul", { class: "plainlist", id: "runs" }, runs)) : null,
    el("div", { class: "studies" }, lab.studies.map((study) => card(study, lab.maps))));
}

/** The form of a study. @param {LabStudy} study @param {string[]} maps */
function card(study, maps) {
  const id = (/** @type {string} */ name) => `${study.name}-${name}`;
  const input = (/** @type {string} */ name, attributes = {}) => /** @type {HTMLInputElement} */ (el("input", { id: id(name), autocomplete: "off", spellcheck: "false", ...attributes }));
  const games = input("games", { type: "number", min: 1, max: 1000000, placeholder: "default" });
  const player = input("player", { placeholder: "default" });
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
    el("h2", {}, study.name), el("p", {}, study.question),
    el("p", { class: "hint" }, `${study.source}${study.timed ? "; measures time, so keep the machine idle while it runs" : ""}`),
    el("details", {}, el("summary", {}, "More options"),
      study.takes_games ? field("Games per pairing", games) : null,
      study.takes_player ? field("Player", player) : null,
      study.takes_maps ? field("Maps", chosen, "none: the study's defaults") : null,
      field("Seed", seed)),
    error,
    el("div", { class: "row" },
      el("button", { type: "submit", value: "quick", title: "About a minute" }, "Quick run"),
      el("button", { type: "submit", value: "full", class: "quiet", title: "Reliable results; takes minutes to an hour" }, "Full run")));
}

/** One run, live. @param {HTMLElement} place @param {string} name */
function run(place, name) {
  const address = `/api/lab/runs/${encodeURIComponent(name)}`;
  const status = el("p", { id: "status", role: "status" });
  const toggle = new PauseButton(address, status);
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { "aria-label": "Progress" }));
  const question = el("p", { class: "soft" });
  const command = el("p");
  const report = el("section");
  let shown = false;
  fill(place,
    el("p", {}, el("a", { href: "/lab", "data-link": true }, "Lab")),
    el("div", { class: "row spread" }, el("h1", {}, name), toggle.button), question, command, status, bar, report);
  return subscribe(`${address}/events`, (/** @type {LabRunState} */ state) => {
    question.textContent = state.question ?? "";
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
      if (shown) announce("The report is ready.");
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
    el("p", { class: "row" }, el("a", { class: "button quiet", href: `${address}/report`, target: "_blank" }, "Open the report in a new tab"),
      state.files.map((file) => el("a", { href: `${address}/files/${encodeURIComponent(file)}`, download: file }, file))),
    el("iframe", { class: "report", src: `${address}/report`, sandbox: "", title: `Report of ${state.name}` }),
  ];
}

/** @param {LabRunState} state */
function sentence(state) {
  const cells = state.of === null ? `${count(state.done)} cells done` : `${count(state.done)} of ${count(state.of)} cells done`;
  if (state.error) return `${cells}; stopped: ${state.error}`;
  if (state.pausing) return `${cells}; finishing cells in progress`;
  if (state.running) {
    const last = state.cell === null ? "" : ` (last: ${state.cell})`;
    return state.seconds_left === null ? `${cells}; measuring …` : `${cells}, ${duration(state.seconds_left)} left${last}`;
  }
  return state.reported ? "finished" : `${cells}; paused`;
}

/** The entered number in a form that the server accepts; `null` if empty. @param {string} text */
function whole(text) {
  return text.trim() === "" ? null : Math.max(0, Math.trunc(Number(text)) || 0);
}
