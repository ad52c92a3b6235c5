// Pictures that are stepped through: states, grids, waveforms, graphs, episodes. Each maker gives an element, the
// number of its steps, and a function that shows one of them.
import { el, fill, svg } from "/static/dom.js";
import { graph } from "/static/graph.js";
import { Grid } from "/static/grid.js";

/** The element for a picture, with a slider where it has several steps. */
export function drawn(picture) {
  if (picture.kind === "note") return el("p", { class: "muted" }, picture.text);
  if (picture.kind === "playback") return playback(picture);
  const made = MAKERS[picture.kind](picture);
  return made.count > 1 ? stepper(made.count, made.show, made.element, picture.kind === "frames" ? 3 : 2) : (made.show(0), made.element);
}

const MAKERS = { states, frames, gallery, wave, graph: (picture) => ({ element: graph(picture), count: 1, show() {} }) };

let sliders = 0;

/** A slider with buttons; `speed` steps a second when it runs by itself. */
function stepper(count, show, element, speed) {
  const name = `step-${++sliders}`;
  const slider = el("input", { type: "range", id: name, min: 0, max: count - 1, value: 0, "aria-label": "step", oninput: () => go(Number(slider.value)) });
  const said = el("output", { for: name, class: "muted" });
  const back = el("button", { type: "button", "aria-label": "one step back", onclick: () => go(Number(slider.value) - 1) }, "◀");
  const on = el("button", { type: "button", "aria-label": "one step on", onclick: () => go(Number(slider.value) + 1) }, "▶");
  const run = el("button", { type: "button", "aria-pressed": "false", onclick: () => (timer ? stop() : start()) }, "Play");
  let timer;
  function go(step) {
    const place = Math.min(Math.max(step, 0), count - 1);
    slider.value = place;
    said.textContent = `${place} of ${count - 1}`;
    back.disabled = place === 0;
    on.disabled = place === count - 1;
    if (place === count - 1) stop();
    show(place);
  }
  function stop() { clearInterval(timer); timer = undefined; run.setAttribute("aria-pressed", "false"); run.textContent = "Play"; }
  function start() {
    if (Number(slider.value) === count - 1) go(0);
    timer = setInterval(() => go(Number(slider.value) + 1), 1000 / speed);
    run.setAttribute("aria-pressed", "true");
    run.textContent = "Pause";
  }
  go(0);
  return el("div", { class: "stepper" }, el("div", { class: "row" }, back, slider, on, run, said), element);
}

function states(picture) {
  const caption = el("p", { class: "caption" }), note = el("p", { class: "warn" }), list = el("ul", { class: "states" });
  const goal = new Set(picture.goal), ever = new Set(picture.steps.flatMap((step) => [...step.facts, ...step.removed]));
  const order = [...ever].sort((one, other) => (picture.names[one] < picture.names[other] ? -1 : 1));
  function show(place) {
    const step = picture.steps[place], holds = new Set(step.facts), added = new Set(step.added), removed = new Set(step.removed);
    caption.textContent = step.caption;
    note.textContent = step.note;
    fill(list, order.filter((fact) => holds.has(fact) || removed.has(fact)).map((fact) => {
      const kind = added.has(fact) ? "added" : removed.has(fact) ? "removed" : "";
      const sign = { added: "+ ", removed: "− ", "": "" }[kind], name = picture.names[fact];
      return el("li", { class: `${kind} ${goal.has(name) ? "goal" : ""}` }, sign, goal.has(name) ? "★ " : null, name, kind ? el("span", { class: "hidden" }, kind === "added" ? " (now true)" : " (now false)") : null);
    }));
  }
  const missing = picture.goal.length ? el("p", { class: "muted" }, `+ now true, − now false, ★ part of the goal: ${picture.goal.join(" ")}`) : el("p", { class: "muted" }, "+ now true, − now false");
  return { element: el("div", {}, caption, note, list, missing), count: picture.steps.length, show };
}

/** One grid, with a function that shows one of its frames. */
function board(one, most) {
  const [across, down] = [one.frames[0][0].length, one.frames[0].length];
  const grid = new Grid(one.title, { most });
  const label = (marks) => `${one.title}, ${across} by ${down} cells${marks.length ? `, ${marks.length} of them differ` : ""}`;
  function show(place, box = null, marks = []) {
    grid.show({ palette: one.palette, rows: one.frames[Math.min(place, one.frames.length - 1)] }, { box, marks });
    grid.canvas.setAttribute("aria-label", label(marks));
  }
  return { element: grid.frame, show };
}

function frames(picture) {
  const caption = el("p", { class: "caption" });
  const boards = picture.boards.map((one) => ({ one, ...board(one, picture.boards.length > 1 ? 250 : 320) }));
  const count = Math.max(...picture.boards.map((one) => one.frames.length), 1);
  function show(place) {
    caption.textContent = picture.captions[place] ?? "";
    boards.forEach(({ show: draw }) => draw(place, picture.box, picture.marks?.[place]));
  }
  const legend = picture.marks ? el("p", { class: "muted" }, "Framed cells differ.") : picture.box ? el("p", { class: "muted" }, "Hatched cells are hidden; the framed box is what is asked about.") : null;
  return { element: el("div", {}, caption, el("div", { class: "boards" }, boards.map(({ one, element: grid }) => el("figure", {}, grid, el("figcaption", {}, one.title)))), legend), count, show };
}

function gallery(picture) {
  const element = el("div", { class: "boards" }, picture.boards.map((one) => {
    const { element: grid, show } = board(one, 110);
    show(0);
    return el("figure", { class: one.right ? "right small" : "small" }, grid, el("figcaption", {}, one.title, one.right ? " (right)" : ""));
  }));
  return { element, count: 1, show() {} };
}

const STEP = 30, LINE = 30, LEFT = 8;

/** Lines over steps; a value may be null. `window` is [line, first, last, value]: where, and how, it counts. */
export function wave(picture) {
  const marks = new Set(picture.marks.map(([step, name]) => `${step} ${name}`));
  const width = LEFT + picture.steps * STEP + 30, top = 18, height = top + picture.lines.length * LINE;
  const cursor = svg("rect", { x: LEFT, y: 0, width: STEP, height, class: "cursor", visibility: "hidden" });
  const now = picture.now < picture.steps ? svg("rect", { x: LEFT + picture.now * STEP, y: 1, width: STEP, height: height - 2, class: "now" }) : null;
  const ticks = Array.from({ length: picture.steps }, (_, step) => svg("text", { x: LEFT + step * STEP + STEP / 2, y: 12, class: "tick" }, step));
  const lines = picture.lines.map((line, number) => {
    const y = top + number * LINE;
    const spots = line.values.map((_, step) => marks.has(`${step} ${line.name}`) ? svg("rect", { x: LEFT + step * STEP + 1, y: y + 2, width: STEP - 2, height: LINE - 4, class: "mark" }) : null);
    return svg("g", { class: line.role }, spots, line.role === "output" ? goal(picture.window, line.name, y) : null, line.role === "state" ? numbers(line.values, y) : pulse(line.values, y));
  });
  const drawing = svg("svg", { width, height, role: "img", "aria-label": `${picture.lines.length} lines over ${picture.steps} steps; the table below has the values` }, cursor, ticks, lines, now);
  const names = el("div", { class: "names" }, el("span", {}, "step"), picture.lines.map((line) => el("span", { class: line.role, title: line.name }, line.name)));
  const values = el("details", { data: { key: "values" } }, el("summary", {}, "As a table"), el("div", { class: "scroll" }, el("table", {}, el("tbody", {}, picture.lines.map((line) => el("tr", {}, el("th", { scope: "row" }, line.name), line.values.map((value, step) => el("td", {}, marks.has(`${step} ${line.name}`) ? `[${value}]` : value ?? "-"))))))));
  const legend = [picture.window ? `Outlined: where ${picture.window[0]} counts; the dotted line is what it must be.` : "", picture.marks.length ? "Filled: marked values." : ""].filter(Boolean).join(" ");
  const element = el("div", {}, el("div", { class: "wave" }, names, el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "waveform" }, drawing)), legend ? el("p", { class: "muted" }, legend) : null, values);
  function show(place) {
    if (!picture.cursor) return;
    cursor.setAttribute("visibility", place > 0 ? "visible" : "hidden");
    cursor.setAttribute("x", LEFT + (place - 1) * STEP);
  }
  return { element, count: 1, show };
}

const level = (value, y) => y + (value ? 6 : LINE - 6);

/** Where the line of the goal counts, and how it must stand there. */
function goal(counts, name, y) {
  if (!counts || counts[0] !== name) return null;
  const [, first, last, value] = counts, x = LEFT + first * STEP, width = (last - first + 1) * STEP;
  return [svg("rect", { x, y: y + 1, width, height: LINE - 2, class: "window" }), svg("line", { x1: x, x2: x + width, y1: level(value, y), y2: level(value, y), class: "wanted" })];
}

function pulse(values, y) {
  const path = values.map((value, step) => value === null ? "" : `${step && values[step - 1] !== null ? "L" : "M"}${LEFT + step * STEP} ${level(value, y)}H${LEFT + (step + 1) * STEP}`).join("");
  return svg("path", { d: path, class: "pulse" });
}

const numbers = (values, y) => values.map((value, step) => svg("text", { x: LEFT + step * STEP + (step < values.length - 1 ? STEP / 2 : 12), y: y + 20, class: "number" }, value));

function playback(picture) {
  const inner = picture.inner ? MAKERS[picture.inner.kind](picture.inner) : null;
  inner?.element.querySelector(".caption")?.remove();  // that of the turn says it
  const caption = el("p", { class: "caption" }), outcome = el("p", { class: "muted" }), feedback = el("pre", {}), seen = el("pre", {});
  const folded = el("details", { open: !inner }, el("summary", {}, "What the agent saw then"), seen);
  function show(place) {
    const turn = picture.turns[place];
    caption.textContent = turn.caption;
    outcome.textContent = turn.outcome ? `outcome: ${turn.outcome}` : "";
    feedback.textContent = turn.feedback ?? "";
    feedback.hidden = !turn.feedback;
    seen.textContent = turn.observation;
    inner?.show(place);
  }
  const body = el("div", {}, caption, outcome, feedback, inner?.element, folded);
  const fault = picture.fault ? el("p", { class: "fault" }, `The record is contradicted here, and the replay ends: ${picture.fault}`) : null;
  return el("div", {}, fault, picture.turns.length > 1 ? stepper(picture.turns.length, show, body, 2) : (show(0), body));
}
