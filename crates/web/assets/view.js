// @ts-check
// Zooming and panning of a drawing, by wheel, buttons, dragging and two fingers.

const CLOSEST = 5; // minimum number of cells in view
const DRAG_THRESHOLD = 5; // pixels that the pointer may move during a click
const RENDER_DELAY = 150; // milliseconds without movement before the drawing is rendered sharply

export class View {
  /** @param {SVGSVGElement} drawing @param {() => boolean} large  whether the wheel zooms without the control key */
  constructor(drawing, large) {
    this.drawing = drawing;
    this.large = large;
    this.whole = { width: 1, height: 1 };
    this.cell = 1;
    this.box = { x: 0, y: 0, width: 1, height: 1 };
    this.dragged = false;
    /** The scale with which the drawing was placed. */ this.placed = { unit: 1, left: 0, top: 0 };
    /** Whether a piece is held, so that the drawing stays where it is. */ this.held = false;
    /** Called when another part is shown. @type {(() => void)[]} */ this.listeners = [];
    /** @type {number | undefined} */ this.renderTimer = undefined;
    new ResizeObserver(() => this.setBox(this.box)).observe(drawing);
    drawing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.listen();
  }

  /** Sets the size of the drawing and shows all of it. @param {number} width @param {number} height @param {number} cell */
  enclose(width, height, cell) {
    this.whole = { width, height };
    this.cell = cell;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.fit();
  }

  fit() {
    this.setBox({ x: 0, y: 0, ...this.whole });
  }

  /** @param {{x: number, y: number, width: number, height: number}} box */
  setBox(box) {
    const { whole } = this;
    const width = Math.min(box.width, whole.width);
    const height = Math.min(box.height, whole.height);
    this.box = { x: Math.min(Math.max(box.x, 0), whole.width - width), y: Math.min(Math.max(box.y, 0), whole.height - height), width, height };
    this.drawing.classList.toggle("zoomed", width < whole.width);
    this.place();
    for (const listener of this.listeners) listener();
  }

  isZoomed() {
    return this.box.width < this.whole.width;
  }

  /** Shows the surroundings of a point. @param {number} x @param {number} y */
  centre(x, y) {
    this.setBox({ ...this.box, x: x - this.box.width / 2, y: y - this.box.height / 2 });
  }

  /** Where a point of the drawing is, in pixels from the corner of its pane. @param {number} x @param {number} y @returns {[number, number]} */
  pixelOf(x, y) {
    const { unit, left, top } = this.scale();
    const times = this.whole.width / this.box.width;
    return [left + (x - this.box.x) * unit * times, top + (y - this.box.y) * unit * times];
  }

  /** The part of the drawing that can be seen, in its units; it may reach beyond the drawing. */
  visible() {
    const { box, whole } = this;
    const { unit, left, top } = this.placed;
    const pixels = (unit * whole.width) / box.width;
    return { left: box.x - left / pixels, top: box.y - top / pixels, right: box.x + box.width + left / pixels, bottom: box.y + box.height + top / pixels };
  }

  /** Pixels per unit of the drawing without zoom, and the offset of the drawing in its element. */
  scale() {
    const [width, height] = [this.drawing.clientWidth, this.drawing.clientHeight];
    const unit = Math.min(width / this.whole.width, height / this.whole.height) || 1;
    return { unit, left: (width - this.whole.width * unit) / 2, top: (height - this.whole.height * unit) / 2 };
  }

  /** Moves the painted drawing by a transform instead of painting it again, so that large boards stay smooth. */
  place() {
    const { box, whole, drawing } = this;
    const { unit, left, top } = (this.placed = this.scale());
    if (box.width >= whole.width) {
      drawing.style.transform = "";
      return;
    }
    const times = whole.width / box.width;
    drawing.style.willChange = "transform";
    drawing.style.transform = `translate(${left - times * (left + box.x * unit)}px, ${top - times * (top + box.y * unit)}px) scale(${times})`;
    clearTimeout(this.renderTimer);
    this.renderTimer = setTimeout(() => (drawing.style.willChange = ""), RENDER_DELAY);
  }

  /** Scrolls the cell at this corner into view. @param {number} x @param {number} y */
  reveal(x, y) {
    const { box, cell } = this;
    const inside = x >= box.x && y >= box.y && x + cell <= box.x + box.width && y + cell <= box.y + box.height;
    if (!inside) this.setBox({ ...box, x: x + cell / 2 - box.width / 2, y: y + cell / 2 - box.height / 2 });
  }

  /** Zooms around a point of the drawing, by default the centre. @param {number} factor @param {[number, number]} [at] */
  zoom(factor, at) {
    const { box, whole } = this;
    const [x, y] = at ?? [box.x + box.width / 2, box.y + box.height / 2];
    const least = Math.min(1, (CLOSEST * this.cell) / Math.min(whole.width, whole.height));
    const now = box.width / whole.width;
    const scale = Math.max(least, Math.min(1, now * factor)) / now;
    this.setBox({ x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width: box.width * scale, height: box.height * scale });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    // The wheel scrolls the page unless the board is large or the control key is pressed.
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
        if (!this.dragged && Math.abs(dx) + Math.abs(dy) < DRAG_THRESHOLD) return;
        if (this.held || !this.isZoomed()) return;
        this.dragged = true;
        const scale = (this.scale().unit * this.whole.width) / this.box.width;
        this.setBox({ ...this.box, x: this.box.x - dx / scale, y: this.box.y - dy / scale });
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
