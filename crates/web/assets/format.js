// @ts-check
// Formatting of numbers and names.

/** @param {number} number */
export function count(number) {
  return number.toLocaleString("en-US");
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** An opponent in a menu: the name, and the measured strength where there is one. @param {{name: string, elo: [number, number] | null}} opponent */
export function opponentLabel({ name, elo }) {
  return elo ? `${name} · ${count(elo[0])} Elo` : name;
}

/** A message of the server as a sentence. @param {string} text */
export function sentence(text) {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const first = /^[a-z]+\b/.test(trimmed) ? trimmed[0].toUpperCase() + trimmed.slice(1) : trimmed;
  return /[.!?…:]$/.test(first) ? first : `${first}.`;
}
