// @ts-check
// Formatting of numbers and names.

import { locale } from "./translate.js";

/** A whole number, its thousands apart. @param {number} number */
export function grouped(number) {
  return number.toLocaleString(locale());
}

/** A number with this many decimals. @param {number} value @param {number} digits @param {number} [least]  how many of them are there even if they are zero */
export function decimal(value, digits, least = digits) {
  return value.toLocaleString(locale(), { minimumFractionDigits: least, maximumFractionDigits: digits, useGrouping: false });
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${decimal(seconds / 3600, 1)} h`;
}

/** An opponent in a menu: the name, and the measured strength where there is one. @param {{name: string, elo: [number, number] | null}} opponent */
export function opponentLabel({ name, elo }) {
  return elo ? `${name} · ${grouped(elo[0])} Elo` : name;
}

/** A message of the server as a sentence. @param {string} text */
export function sentence(text) {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const first = /^[a-z]+\b/.test(trimmed) ? trimmed[0].toUpperCase() + trimmed.slice(1) : trimmed;
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
}
