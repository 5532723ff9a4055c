// @ts-check
// The part of a drawing that is seen: zoomed by wheel, buttons and two fingers, moved by dragging.

const CLOSEST = 5; // fewest cells across the window
const SLIP = 5; // pixels that a click may wander before it is a drag

export class View {
  /** @param {SVGSVGElement} drawing @param {() => boolean} large  whether the wheel zooms without the control key */
  constructor(drawing, large) {
    this.drawing = drawing;
    this.large = large;
    this.whole = { width: 1, height: 1 };
    this.cell = 1;
    this.box = { x: 0, y: 0, width: 1, height: 1 };
    this.dragged = false;
    drawing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.listen();
  }

  /** Shows all of a drawing of this size. @param {number} width @param {number} height @param {number} cell */
  enclose(width, height, cell) {
    this.whole = { width, height };
    this.cell = cell;
    this.fit();
  }

  fit() {
    this.look({ x: 0, y: 0, ...this.whole });
  }

  /** @param {{x: number, y: number, width: number, height: number}} box */
  look(box) {
    const { whole } = this;
    const width = Math.min(box.width, whole.width);
    const height = Math.min(box.height, whole.height);
    this.box = { x: Math.min(Math.max(box.x, 0), whole.width - width), y: Math.min(Math.max(box.y, 0), whole.height - height), width, height };
    this.drawing.setAttribute("viewBox", `${this.box.x} ${this.box.y} ${width} ${height}`);
    this.drawing.classList.toggle("zoomed", width < whole.width);
  }

  /** Sees to it that the cell at this corner is in sight. @param {number} x @param {number} y */
  reveal(x, y) {
    const { box, cell } = this;
    const inside = x >= box.x && y >= box.y && x + cell <= box.x + box.width && y + cell <= box.y + box.height;
    if (!inside) this.look({ ...box, x: x + cell / 2 - box.width / 2, y: y + cell / 2 - box.height / 2 });
  }

  /** Zooms around a point of the drawing, the middle by default. @param {number} factor @param {[number, number]} [at] */
  zoom(factor, at) {
    const { box, whole } = this;
    const [x, y] = at ?? [box.x + box.width / 2, box.y + box.height / 2];
    const least = Math.min(1, (CLOSEST * this.cell) / Math.min(whole.width, whole.height));
    const now = box.width / whole.width;
    const scale = Math.max(least, Math.min(1, now * factor)) / now;
    this.look({ x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width: box.width * scale, height: box.height * scale });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    // The page scrolls as usual unless the board is large or somebody insists.
    if (!this.large() && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.15 : 0.87, this.pointOf(event.clientX, event.clientY));
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  pointOf(x, y) {
    const matrix = this.drawing.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  listen() {
    /** @type {Map<number, {x: number, y: number}>} */ const fingers = new Map();
    let spread = 0;
    this.drawing.addEventListener("pointerdown", (event) => {
      if (fingers.size === 0) this.dragged = false;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.drawing.addEventListener("pointermove", (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
      if (fingers.size === 1) {
        if (!this.dragged && Math.abs(dx) + Math.abs(dy) < SLIP) return;
        if (this.box.width >= this.whole.width) return;
        this.dragged = true;
        const scale = this.drawing.getScreenCTM()?.a ?? 1;
        this.look({ ...this.box, x: this.box.x - dx / scale, y: this.box.y - dy / scale });
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()];
        const now = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread > 0) this.zoom(spread / now, this.pointOf((a.x + b.x) / 2, (a.y + b.y) / 2));
        spread = now;
        this.dragged = true;
      }
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.drawing.addEventListener(end, (event) => {
        fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
        spread = 0;
      });
    }
  }
}
