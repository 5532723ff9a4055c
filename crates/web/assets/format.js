// @ts-check
// Formatting of numbers.

/** @param {number} number */
export function count(number) {
  return number.toLocaleString("en-US");
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
