// @ts-check
// A hint: a good move, found by a short search, or taken from the analysis that is running.

import { sentence } from "./format.js";
import { serverText } from "./translate.js";

/** @typedef {import("./messages.js").AnalysisReport} AnalysisReport */
/** @typedef {{version: number, text: string, clicks: (number | string)[]}} GoodMove */

const HINT_TIME = 900; // milliseconds of search for a hint

export class Hint {
  /**
   * @param {(command: Record<string, any>) => Promise<any>} request
   * @param {{on: boolean, last: AnalysisReport | null}} analysis  the panel, whose search is not disturbed
   */
  constructor(request, analysis) {
    this.request = request;
    this.analysis = analysis;
    this.searching = false;
    /** The best move so far. @type {GoodMove | null} */ this.best = null;
  }

  /** Looks for a good move for a moment. @returns {Promise<GoodMove | null>} none, if there is none or a search is under way; throws why it cannot be searched */
  async find() {
    if (this.searching) return null;
    this.best = null;
    if (this.analysis.on) {
      if (this.analysis.last) this.keep(this.analysis.last);
      return this.best;
    }
    this.searching = true;
    try {
      const response = await this.request({ do: "analyse", ply: null, lines: 1, player: null });
      if (response.type === "error") throw new Error(sentence(serverText(response.reason)));
      await new Promise((resolve) => setTimeout(resolve, HINT_TIME));
      if (!this.analysis.on) await this.request({ do: "stop" });
    } finally {
      this.searching = false;
    }
    return this.best;
  }

  /** What the search has found by now. @param {AnalysisReport} report */
  note(report) {
    if (this.searching) this.keep(report);
  }

  /** @param {AnalysisReport} report */
  keep(report) {
    const best = report.moves[0];
    if (best) this.best = { version: report.version, text: best.text, clicks: best.clicks };
  }
}
