// @ts-check
// The lab: studies run from a page, watched, paused and gone on with, and their reports.

import { ask } from "./api.js";
import { go } from "./app.js";
import { announce, complain, el, field, fill } from "./dom.js";
import { follow } from "./follow.js";
import { blame } from "./form.js";
import { Switch } from "./switch.js";
import { count, duration } from "./words.js";

/** @typedef {import("./messages.js").LabStudy} LabStudy */
/** @typedef {import("./messages.js").LabRunState} LabRunState */

/**
 * @param {HTMLElement} place
 * @param {string[]} path
 */
export function page(place, path) {
  document.title = "Lab · Plyground";
  return path.length ? run(place, path[0]) : entrance(place);
}

/** What has been studied, and what can be. @param {HTMLElement} place */
async function entrance(place) {
  const lab = /** @type {import("./messages.js").Lab} */ (await ask("/api/lab"));
  const runs = lab.runs.map((one) => el("li", {},
    el("a", { href: `/lab/${encodeURIComponent(one.name)}`, "data-link": true }, one.name),
    el("span", { class: "soft" }, one.running ? " · running" : one.reported ? " · report" : " · unfinished")));
  fill(place,
    el("h1", {}, "Lab"),
    el("p", { class: "soft" }, "Every study of the systems that Plyground grew from, and a few of our own: measured on your machine, with the old figures beside yours."),
    runs.length ? el("section", { class: "card" }, el("h2", {}, "Runs"), el("ul", { class: "plainlist", id: "runs" }, runs)) : null,
    el("div", { class: "studies" }, lab.studies.map((study) => card(study, lab.maps))));
}

/** A study with its form. @param {LabStudy} study @param {string[]} maps */
function card(study, maps) {
  const id = (/** @type {string} */ name) => `${study.name}-${name}`;
  const input = (/** @type {string} */ name, attributes = {}) => /** @type {HTMLInputElement} */ (el("input", { id: id(name), autocomplete: "off", spellcheck: "false", ...attributes }));
  const games = input("games", { type: "number", min: 1, max: 1000000, placeholder: "as usual" });
  const player = input("player", { placeholder: "the study's own" });
  const seed = input("seed", { type: "number", min: 0, placeholder: "1" });
  const chosen = /** @type {HTMLSelectElement} */ (el("select", { id: id("maps"), multiple: true, size: 5 }, maps.map((name) => el("option", { value: name }, name))));
  /** @type {Record<string, HTMLElement>} */
  const fields = { games, player, seed, maps: chosen };
  const complaint = el("p", { class: "complaint", role: "alert" });
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    complaint.textContent = "";
    Object.values(fields).forEach((one) => complain(one, ""));
    try {
      const made = await ask("/api/lab/runs", {
        study: study.name, quick: event.submitter?.getAttribute("value") !== "full", games: whole(games.value),
        maps: [...chosen.selectedOptions].map((one) => one.value), player: player.value.trim() || null, seed: whole(seed.value),
      });
      go(`/lab/${encodeURIComponent(made.id)}`);
    } catch (error) {
      blame(error, (name) => fields[name], complaint);
    }
  };
  return el("form", { class: "card study", id: `study-${study.name}`, onsubmit: send, novalidate: true },
    el("h2", {}, study.name), el("p", {}, study.question),
    el("p", { class: "hint" }, `${study.source}${study.timed ? "; measures time, so leave the machine alone meanwhile" : ""}`),
    el("details", {}, el("summary", {}, "More choices"),
      study.takes_games ? field("Games for each pairing", games) : null,
      study.takes_player ? field("Player", player) : null,
      study.takes_maps ? field("Maps", chosen, "none: the study's own") : null,
      field("Seed", seed)),
    complaint,
    el("div", { class: "row" },
      el("button", { type: "submit", value: "quick", title: "About a minute" }, "Quick run"),
      el("button", { type: "submit", value: "full", class: "quiet", title: "Enough to believe the answer; minutes to an hour" }, "Full run")));
}

/** One run, live. @param {HTMLElement} place @param {string} name */
function run(place, name) {
  const address = `/api/lab/runs/${encodeURIComponent(name)}`;
  const status = el("p", { id: "status", role: "status" });
  const toggle = new Switch(address, status);
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { "aria-label": "Work done" }));
  const question = el("p", { class: "soft" });
  const command = el("p");
  const report = el("section");
  let shown = false;
  fill(place,
    el("p", {}, el("a", { href: "/lab", "data-link": true }, "Lab")),
    el("div", { class: "row spread" }, el("h1", {}, name), toggle.button), question, command, status, bar, report);
  return follow(`${address}/events`, (/** @type {LabRunState} */ state) => {
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
      if (shown) announce("The report is there.");
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
    el("p", { class: "row" }, el("a", { class: "button quiet", href: `${address}/report`, target: "_blank" }, "Open the report alone"),
      state.files.map((file) => el("a", { href: `${address}/files/${encodeURIComponent(file)}`, download: file }, file))),
    el("iframe", { class: "report", src: `${address}/report`, sandbox: "", title: `Report of ${state.name}` }),
  ];
}

/** @param {LabRunState} state */
function sentence(state) {
  const pieces = state.of === null ? `${count(state.done)} pieces of work done` : `${count(state.done)} of ${count(state.of)} pieces of work done`;
  if (state.trouble) return `${pieces}; stopped: ${state.trouble}`;
  if (state.pausing) return `${pieces}; those at hand are the last for now`;
  if (state.running) {
    const last = state.cell === null ? "" : ` (last: ${state.cell})`;
    return state.seconds_left === null ? `${pieces}; measuring …` : `${pieces}, ${duration(state.seconds_left)} to go${last}`;
  }
  return state.reported ? "finished" : `${pieces}; paused`;
}

/** What was typed as a number that the server can read; nothing is nothing. @param {string} text */
function whole(text) {
  return text.trim() === "" ? null : Math.max(0, Math.trunc(Number(text)) || 0);
}
