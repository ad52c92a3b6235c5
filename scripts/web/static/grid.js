// A grid of coloured cells on a canvas, crisp at every size and density of the screen.

import { el } from "/static/dom.js";

const SMALLEST = 3;

/** A drawn grid; `press(x, y)` is called for a click on a cell. Grids are {palette: [[name, colour or null], ...], rows}. */
export class Grid {
  constructor(label, { press = null, most = 560, frame = false } = {}) {
    this.most = most;
    this.canvas = el("canvas", { role: "img", "aria-label": label, class: press ? "grid playable" : "grid" });
    this.frame = el("div", { class: `gridframe ${frame ? "large" : ""}` }, this.canvas);
    if (press) this.canvas.addEventListener("pointerdown", (event) => {
      const box = this.canvas.getBoundingClientRect(), { rows } = this.grid;
      const x = Math.floor(((event.clientX - box.left) / box.width) * rows[0].length);
      const y = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
      if (x >= 0 && y >= 0 && y < rows.length && x < rows[0].length) press(x, y);
    });
    new ResizeObserver(() => this.grid && this.paint()).observe(this.frame);
  }

  /** Show a grid, with a mark around a box of cells [left, top, width, height], a cell cursor [x, y], marked cells, a ring where a click was. */
  show(grid, { box = null, cursor = null, marks = [], click = null } = {}) {
    [this.grid, this.box, this.cursor, this.marks, this.click] = [grid, box, cursor, marks, click];
    this.paint();
  }

  paint() {
    const { palette, rows } = this.grid, [across, down] = [rows[0].length, rows.length];
    const density = window.devicePixelRatio || 1;
    const room = Math.min(this.frame.clientWidth || this.most, this.most, this.frame.classList.contains("large") ? Math.max(220, innerHeight * 0.66) : this.most);
    const side = Math.max(SMALLEST, Math.floor((room * density) / Math.max(across, down)));
    const [width, height] = [across * side, down * side];
    if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
    this.canvas.style.setProperty("width", `${width / density}px`);
    this.canvas.style.setProperty("height", `${height / density}px`);
    const pen = this.canvas.getContext("2d");
    const colours = new Map(palette.map(([, colour], place) => ["0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[place], colour]));
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const colour = colours.get(rows[y][x]);
        if (colour) { pen.fillStyle = `#${colour}`; pen.fillRect(x * side, y * side, side, side); }
        else this.veil(pen, x * side, y * side, side);
      }
    if (side >= 7) {
      pen.fillStyle = "rgb(128 128 128 / .35)";
      for (let x = 1; x < across; x++) pen.fillRect(x * side, 0, 1, height);
      for (let y = 1; y < down; y++) pen.fillRect(0, y * side, width, 1);
    }
    if (this.box) this.outline(pen, side, this.box);
    for (const cell of this.marks) this.outline(pen, side, [...cell, 1, 1]);
    if (this.click) this.ring(pen, side, this.click);
    if (this.cursor) this.outline(pen, side, [...this.cursor, 1, 1]);
  }

  /** A cell of which nothing is told: hatched. */
  veil(pen, x, y, side) {
    pen.fillStyle = "#8d96a0";
    pen.fillRect(x, y, side, side);
    pen.strokeStyle = "#c7cdd4";
    pen.lineWidth = Math.min(6, Math.max(1, side / 10));
    pen.beginPath();
    pen.moveTo(x, y + side); pen.lineTo(x + side, y);
    pen.stroke();
  }

  /** A white and black circle in a cell. */
  ring(pen, side, [x, y]) {
    for (const [colour, thick] of [["#ffffff", 4], ["#000000", 2]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick * Math.min(2, Math.max(0.5, side / 24));
      pen.beginPath();
      pen.arc((x + 0.5) * side, (y + 0.5) * side, side / 4, 0, 2 * Math.PI);
      pen.stroke();
    }
  }

  /** A white and red line around cells, to be seen on every colour. */
  outline(pen, side, [left, top, across, down]) {
    for (const [colour, thick] of [["#ffffff", 4], ["#d00000", 2]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick * Math.min(2.5, Math.max(1, side / 24));
      pen.strokeRect(left * side + 1, top * side + 1, across * side - 2, down * side - 2);
    }
  }
}
