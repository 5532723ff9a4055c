// @ts-check
// A few short sounds, made by the browser itself. Nothing sounds before the first click or key on the page, and the choice to mute is
// kept.

/** @typedef {import("./messages.js").SceneChange} SceneChange */

const KEY = "sound";
const LOUD = 0.22; // of everything together
const MOST = 14; // sounds of one move; more would be noise

/**
 * @typedef {object} Tone
 * @property {number} pitch  in hertz, where it begins
 * @property {number} [to]  where it ends
 * @property {number} length  in seconds
 * @property {number} [loud]
 * @property {OscillatorType} [shape]
 * @property {number} [after]  seconds after the sound began
 * @property {boolean} [noise]  noise around the pitch instead of a tone
 */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  place: [{ pitch: 320, to: 180, length: 0.07, loud: 0.9 }, { pitch: 1800, length: 0.02, loud: 0.25, noise: true }],
  slide: [{ pitch: 700, to: 350, length: 0.12, loud: 0.35, noise: true }, { pitch: 260, to: 170, length: 0.07, loud: 0.8, after: 0.12 }],
  flip: [{ pitch: 520, to: 640, length: 0.045, loud: 0.5, shape: "triangle" }],
  capture: [{ pitch: 190, to: 90, length: 0.14, loud: 0.9 }],
  close: [{ pitch: 380, to: 70, length: 0.28, loud: 0.6 }, { pitch: 500, to: 120, length: 0.22, loud: 0.3, noise: true }],
  blast: [{ pitch: 900, to: 60, length: 0.5, loud: 1, noise: true }, { pitch: 90, to: 35, length: 0.45, loud: 1 }],
  roll: [0, 0.07, 0.15, 0.25, 0.38].map((after) => ({ pitch: 1500, length: 0.025, loud: 0.6, noise: true, after })),
  refused: [{ pitch: 150, to: 130, length: 0.12, loud: 0.6, shape: "triangle" }],
  won: [523, 659, 784, 1047].map((pitch, at) => ({ pitch, length: 0.22, loud: 0.6, shape: /** @type {OscillatorType} */ ("triangle"), after: at * 0.11 })),
  lost: [392, 330, 262].map((pitch, at) => ({ pitch, length: 0.3, loud: 0.5, shape: /** @type {OscillatorType} */ ("triangle"), after: at * 0.16 })),
  drawn: [392, 392].map((pitch, at) => ({ pitch, length: 0.2, loud: 0.5, shape: /** @type {OscillatorType} */ ("triangle"), after: at * 0.22 })),
};

export class Sounds {
  constructor() {
    this.on = localStorage.getItem(KEY) !== "off";
    /** @type {AudioContext | null} */ this.context = null;
    /** @type {GainNode | null} */ this.out = null;
    this.unlock = () => this.begin();
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, this.unlock, { once: true });
  }

  /** The first click or key: browsers allow sound from then on. */
  begin() {
    this.forget();
    if (this.context || !("AudioContext" in window)) return;
    this.context = new AudioContext();
    this.out = this.context.createGain();
    this.out.gain.value = LOUD;
    this.out.connect(this.context.destination);
  }

  forget() {
    for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, this.unlock);
  }

  close() {
    this.forget();
    this.context?.close();
    this.context = null;
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    localStorage.setItem(KEY, on ? "on" : "off");
    if (on) this.play("place");
  }

  /** The sounds of a move. @param {{change: SceneChange, delay: number, duration: number}[]} scheduled  with their times, in milliseconds */
  playChanges(scheduled) {
    /** @type {Set<string>} */ const heard = new Set();
    for (const { change, delay } of scheduled) {
      // What begins at the same time sounds once.
      const key = `${change.kind} ${Math.round(delay / 30)}`;
      if (heard.has(key) || heard.size >= MOST) continue;
      heard.add(key);
      this.play(change.kind, delay / 1000);
    }
  }

  /** @param {string} name @param {number} [after]  seconds from now */
  play(name, after = 0) {
    const { context, out } = this;
    if (!this.on || !context || !out || document.visibilityState !== "visible") return;
    for (const tone of SOUNDS[name] ?? []) sound(context, out, tone, context.currentTime + after + (tone.after ?? 0));
  }
}

/** @param {AudioContext} context @param {AudioNode} out @param {Tone} tone @param {number} at */
function sound(context, out, tone, at) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(tone.loud ?? 0.7, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + tone.length);
  gain.connect(out);
  /** @param {AudioParam} pitch */
  const bend = (pitch) => {
    pitch.setValueAtTime(tone.pitch, at);
    if (tone.to) pitch.exponentialRampToValueAtTime(tone.to, at + tone.length);
  };
  if (tone.noise) {
    const source = context.createBufferSource();
    source.buffer = noise(context);
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    bend(filter.frequency);
    source.connect(filter).connect(gain);
    source.start(at, 0, tone.length);
    return;
  }
  const source = context.createOscillator();
  source.type = tone.shape ?? "sine";
  bend(source.frequency);
  source.connect(gain);
  source.start(at);
  source.stop(at + tone.length);
}

/** @type {AudioBuffer | null} */
let hiss = null;

/** Half a second of noise, made once. @param {AudioContext} context */
function noise(context) {
  if (hiss && hiss.sampleRate === context.sampleRate) return hiss;
  hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = hiss.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  return hiss;
}
