// Grid worlds: play on a canvas, then one of three tests.

import { announce, byId, confirmed, el, fill, tutorial } from "/static/dom.js";
import { turn } from "/static/game.js";
import { Grid } from "/static/grid.js";

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const KINDS = {
  mfp: ["Masked frames", "Later you look through a run of this world in which a part is hidden, and choose what stood in the hidden part at its end."],
  planning: ["Planning", "Later you are shown a picture, and bring this world from its beginning to a frame that looks like it."],
  change: ["Find the change", "Later you play a world that is like this one until one of its rules changes. You say when you have seen it, and which frame showed it first."],
};
/** The keys of a test. */
const TESTED = {
  mfp: "; in it left and right go through the run, A to F choose a picture, Enter answers",
  planning: "",
  change: "; in it F says that you found the change, then left and right go through the frames, Enter answers",
};
const AHEAD = 3;
let state = null, live = null, side = null, pictures = [];
let frames = {}, looking = 0, cursor = null, timer = null, pending = [], chosen = null, sending = false, round = 0;

const has = (name) => state.tools.some((tool) => tool.name === name);
const playing = () => has("noop");

// --- taking steps

/** Take a step of the world; while it runs by itself the step takes the place of the next noop. */
async function step(tool, given = {}) {
  if (state.over || !has(tool)) return;
  if (timer !== null) {
    if (tool !== "noop" && pending.length < AHEAD) pending.push([tool, given]);
    return;
  }
  await turn(tool, given, { patient: true });
}

function run(on) {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  pending = [];
  round += 1;
  if (on && playing() && !state.over) timer = setTimeout(tick, 1000 / Number(byId("speed").value));
  controls();
}

async function tick() {
  const paused = document.hidden || document.querySelector("dialog[open]");
  const [tool, given] = (!paused && pending.shift()) || ["noop", {}];
  const began = performance.now(), mine = round;
  if (!paused && !(await turn(tool, given, { patient: true }))) return mine === round && run(false);
  if (mine !== round) return;  // it was stopped, or started anew, meanwhile
  if (timer === null || !playing() || state.over) return run(false);
  const rest = 1000 / Number(byId("speed").value) - (performance.now() - began);
  timer = setTimeout(tick, Math.max(0, rest));
}

function press(x, y) {
  if (!playing()) return;
  cursor = cursor && [x, y];
  step("click", { x, y });
}

async function toTest() {
  const held = timer !== null;
  run(false);
  if (await confirmed("End the exploration and begin the test? There is no way back.", "Go to the test", "Explore more")) turn("go-to-test", {}, { patient: true });
  else run(held);
}

async function quit() {
  run(false);
  if (await confirmed("Give up? The game then scores nothing.", "Give up", "Play on")) turn("quit", {}, { patient: true });
}

async function found() {
  run(false);
  if (await confirmed("Stop playing and choose the frame that showed the change first? There is no way back.", "I found the change", "Play on")) turn("found-the-change", {}, { patient: true });
}

// --- masked frames: the slider goes on as far as nobody has looked yet

async function look(place) {
  looking = place;
  while (!state.over && has("step") && seen() < looking && !sending) {
    sending = true;
    const taken = state.view.step < seen() ? await catchUp() : await turn("step");
    sending = false;
    if (!taken) break;
  }
  showMasked();
}

/** The number of the last frame that was looked at. */
const seen = () => Math.max(0, ...Object.keys(frames).map(Number));

/** Another tab, or an agent's rewind, may have left the run somewhere before. */
const catchUp = () => turn("step");

function showMasked() {
  const place = Math.min(looking, seen()), frame = frames[place];
  const atEnd = place === state.view.budget;
  live.show(frame, { box: atEnd && state.view.box ? boxOf(state.view.box) : null, click: clicked(frame) });
  byId("where").textContent = `Frame ${place} of ${state.view.budget}${after(frame)}`;
  const slider = byId("slider");
  slider.max = String(state.view.budget);
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", byId("where").textContent);
  side.hidden = !state.view.options.length;
}

/** The cell of the click that led to a frame; null after any other action. */
const clicked = (frame) => /^click (\d+) (\d+)$/.exec(frame?.by ?? "")?.slice(1).map(Number) ?? null;

const after = (frame) => (clicked(frame) ? `, after a click on column ${clicked(frame)[0]}, row ${clicked(frame)[1]} (ring)` : frame?.by ? `, after ${frame.by}` : "");

const boxOf = ([left, right, top, bottom]) => [left, top, right - left + 1, bottom - top + 1];

function drawOptions(options) {
  if (pictures.length === options.length) return;
  pictures = options.map((option, number) => {
    const picture = new Grid(`Picture ${"ABCDEF"[number]}`, { most: 150 });
    const button = el("button", { type: "button", class: "option picture", "aria-pressed": "false", onclick: () => pickPicture(number) },
      el("span", {}, el("kbd", { "aria-hidden": "true" }, "ABCDEF"[number])), picture.frame);
    return { button, picture, option };
  });
  fill(side, el("h2", {}, "What stood in the marked part of the last frame?"),
    el("div", { class: "pictures" }, pictures.map((one) => one.button)),
    el("p", { class: "row" }, el("button", { type: "button", id: "answer", class: "primary", disabled: true, onclick: answer }, "Choose a picture")));
  pictures.forEach(({ picture, option }) => picture.show(option));
}

function pickPicture(number) {
  chosen = number;
  pictures.forEach(({ button }, place) => button.setAttribute("aria-pressed", String(place === number)));
  byId("answer").disabled = false;
  byId("answer").textContent = `Answer with picture ${"ABCDEF"[number]}`;
}

async function answer() {
  if (await confirmed(`Answer with picture ${"ABCDEF"[chosen]}? This ends the test.`, "Answer", "Look again")) turn("choose_option_i", { i: chosen }, { patient: true });
}

// --- change: which frame

function showChoice() {
  const last = Math.max(seen(), Number(byId("slider").max) || 0);
  const frame = frames[looking];
  byId("slider").max = String(last);
  byId("slider").value = String(looking);
  if (frame) live.show(frame, { click: clicked(frame) });
  byId("where").textContent = `Frame ${looking} of ${last}${after(frame)}${state.view.chosen === looking ? " (chosen)" : ""}`;
  byId("slider").setAttribute("aria-valuetext", byId("where").textContent);
}

async function chooseFrame() {
  const place = looking;
  if (!(await turn("choose_grid_i", { i: place }))) return;
  if (await confirmed(`Answer that frame ${place} was the first to show the change? This ends the test.`, "Answer", "Look again")) turn("submit", {}, { patient: true });
}

// --- the page

function controls() {
  const running = timer !== null, view = state.view;
  byId("run").textContent = running ? "Pause" : "Let it run";
  byId("run").setAttribute("aria-pressed", String(running));
  byId("world").hidden = !playing() || state.over;
  byId("totest").hidden = !has("go-to-test") || state.over;
  byId("reset").hidden = !has("reset");
  byId("found").hidden = !has("found-the-change") || state.over;
  byId("sliding").hidden = playing() || state.over;
  byId("choose").hidden = !view.choosing || state.over;
  byId("quit").hidden = state.over;
  for (const name of ["on", "scratch", "answer"]) if (byId(name)) byId(name).hidden = state.over;
  byId("cells").textContent = cursor ? `Cell ${cursor[0]}, ${cursor[1]}: arrows move, Enter clicks, C ends` : "Click cells by key (C)";
  byId("cells").setAttribute("aria-pressed", String(cursor !== null));
}

function describe() {
  const { kind, phase, step: number, budget } = state.view;
  const head = phase === "exploration" ? "Exploration" : `Test: ${KINDS[kind][0].toLowerCase()}`;
  const task = phase === "exploration" ? `No goal yet: find out how this world works. ${KINDS[kind][1]}`
    : kind === "planning" ? "Make the world look like the goal, wherever the goal is not hatched."
    : kind === "change" ? (playing() ? "Play. One rule of this world changes at some time. When you see something that the old world would not do, say so." : "Which frame was the first to show the change? Move the slider, then answer.")
    : "Move the slider through the run to its end, then choose what stood in the marked part.";
  fill(byId("task"), el("h2", {}, head), el("p", {}, state.over ? "The game is over." : task));
  const steps = phase === "exploration" ? `Step ${number} of at most ${budget}` : kind === "planning" ? `Step ${number} of at most ${budget}` : kind === "change" && playing() ? `Frame ${number} of at most ${budget}` : "";
  byId("steps").textContent = steps;
}

function remember(view) {
  if (view.frames) frames = { ...frames, ...view.frames };
  if (view.phase === "test" && view.grid && view.step !== null) frames[view.step] = { ...view.grid, by: view.by };
  if (view.chosen !== null && view.grid) frames[view.chosen] = { ...view.grid, by: view.by };
}

function drawTest(view) {
  if (view.kind === "planning") {
    live.show(view.grid, { cursor });
    if (view.goal) {
      if (!side.firstChild) { side.goal = new Grid("The goal", { most: 560 }); fill(side, el("h2", {}, "Goal"), side.goal.frame); }
      side.goal.show(view.goal);
      side.hidden = false;
    }
  } else if (view.kind === "mfp") {
    if (view.options.length) drawOptions(view.options);
    showMasked();
  } else if (playing()) live.show(view.grid, { cursor });
  else showChoice();
}

function draw(next, before) {
  const turned = before && before.view.phase === "exploration" && next.view.phase === "test";
  state = next;
  const view = next.view;
  if (view.phase === "test") remember(view);
  if (!playing() && timer !== null) run(false);
  if (turned) { run(false); cursor = null; looking = 0; byId("slider").value = "0"; }
  if (view.kind === "change" && view.choosing && !(before && before.view.choosing)) {
    const last = Number(/frames 0 to (\d+)/.exec(next.observation)?.[1] ?? seen());
    byId("slider").max = String(last);
    looking = view.chosen ?? last;
  }
  if (view.kind === "mfp" && view.phase === "test" && !before) looking = seen();
  describe();
  controls();
  if (view.phase === "test") drawTest(view);
  else live.show(view.grid, { cursor });
  live.canvas.setAttribute("aria-label", `${byId("task").textContent} ${byId("steps").textContent}`);
  const said = next.feedback;
  byId("said").textContent = said?.outcome === "invalid" ? said.text : "";
  const notes = byId("notes");
  if (document.activeElement !== notes) notes.value = view.notes;
  fill(byId("text"), el("pre", {}, next.observation));
  if (turned) { announce(byId("task").textContent); byId("task").focus({ preventScroll: true }); }
}

const button = (id, text, press, key = null, primary = false) =>
  el("button", { type: "button", id, class: primary ? "primary" : null, onclick: press }, text, key && el("kbd", { "aria-hidden": "true" }, key));

function build(place, first) {
  live = new Grid("The world", { press, frame: true, most: 900 });
  side = el("section", { class: "panel side", hidden: true, "aria-label": "Test" });
  const arrow = (name, sign) => el("button", { type: "button", class: `arrow ${name}`, "aria-label": name, onclick: () => step(name) }, sign);
  fill(place,
    el("section", { id: "task", class: "panel", tabindex: "-1" }),
    el("div", { class: "wide" },
      el("div", { class: "column" },
        el("div", { class: "panel livepanel" }, live.frame,
          el("p", { class: "row" }, el("span", { id: "steps" }), el("span", { id: "said", class: "bad", role: "status" })),
          el("div", { id: "sliding", class: "column" },
            el("label", { for: "slider", id: "where", "aria-live": "polite" }, "Frame"),
            el("input", { id: "slider", type: "range", min: "0", max: "1", value: "0", oninput: (event) => (state.view.choosing ? ((looking = Number(event.target.value)), showChoice()) : look(Number(event.target.value))) }),
            el("p", { class: "row" }, button("before", "Frame before", () => slide(-1), "←"), button("after", "Next frame", () => slide(1), "→"), button("choose", "This frame showed it first", chooseFrame, "Enter", true))))),
      el("div", { class: "column controls" },
        side,
        el("section", { id: "world", class: "panel column", "aria-label": "Controls" },
          el("div", { class: "row" },
            el("div", { class: "pad" }, arrow("up", "↑"), arrow("left", "←"), arrow("down", "↓"), arrow("right", "→")),
            el("p", { class: "grow" }, "Arrow keys, or click a cell. Each takes one step of the world.")),
          el("p", { class: "row" }, button("noop", "Wait one step", () => step("noop"), "Space"), button("run", "Let it run", () => run(timer === null), "P"),
            el("label", { for: "speed" }, "at"), el("select", { id: "speed" }, [3, 4, 5, 6, 8].map((rate) => el("option", { value: String(rate), selected: rate === 5 }, `${rate} steps a second`)))),
          el("p", { class: "row" }, button("cells", "Click cells by key (C)", toggleCursor), button("reset", "Reset the world", () => step("reset"), "R"))),
        el("section", { id: "on", class: "panel column", "aria-label": "Go on" },
          el("p", { class: "row" }, button("totest", "I know it: go to the test", toTest, "T", true), button("found", "I found the change", found, "F", true), button("quit", "Give up", quit))),
        el("section", { id: "scratch", class: "panel" },
          el("label", { for: "notes" }, el("b", {}, "Scratchpad"), " ", el("span", { class: "muted" }, "(kept when you leave the field; costs no step)")),
          el("textarea", { id: "notes", rows: "3", maxlength: "10000", onchange: (event) => note(event.target.value) })),
        el("details", { class: "panel" }, el("summary", {}, "As a model reads it"), el("pre", {}, first.instructions), el("div", { id: "text" })))));
}

const note = (text) => turn("scratchpad", { text }, { patient: true });

function slide(by) {
  const slider = byId("slider"), place = Math.min(Number(slider.max), Math.max(0, looking + by));
  if (state.view.choosing) { looking = place; showChoice(); }
  else look(place);
}

function toggleCursor() {
  const middle = Math.floor(state.view.grid.rows.length / 2);
  cursor = cursor ? null : [middle, middle];
  live.show(state.view.grid, { cursor });
  controls();
}

function move(event) {
  const size = state.view.grid.rows.length, [x, y] = cursor;
  const by = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[ARROWS[event.key]];
  cursor = [Math.min(size - 1, Math.max(0, x + by[0])), Math.min(size - 1, Math.max(0, y + by[1]))];
  live.show(state.view.grid, { cursor });
  controls();
  announce(`cell ${cursor[0]}, ${cursor[1]}`);
}

function key(event) {
  const onSlider = event.target.id === "slider", onButton = ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
  const letter = event.key.toLowerCase();
  if (event.key in ARROWS && !onSlider) {
    if (!playing()) { if (ARROWS[event.key] === "left") slide(-1); else if (ARROWS[event.key] === "right") slide(1); else return; }
    else if (cursor) move(event);
    else step(ARROWS[event.key]);
  } else if (cursor && playing() && event.key === "Enter" && !onButton) press(...cursor);
  else if (event.key === " " && playing() && !onButton) step("noop");
  else if (letter === "p" && playing()) run(timer === null);
  else if (letter === "c" && playing()) toggleCursor();
  else if (letter === "r" && has("reset")) step("reset");
  else if (letter === "t" && has("go-to-test")) toTest();
  else if (letter === "f" && has("found-the-change")) found();
  else if (/^[a-f]$/.test(letter) && pictures[letter.charCodeAt(0) - 97]) pickPicture(letter.charCodeAt(0) - 97);
  else if (event.key === "Enter" && !onButton && chosen !== null) answer();
  else if (event.key === "Enter" && !onButton && state.view.choosing) chooseFrame();
  else if (event.key === "End" && !playing() && !onSlider) slide(Number(byId("slider").max));
  else return;
  event.preventDefault();
}

export function open(place, first) {
  build(place, first);
  tutorial("Grid worlds in one minute", [
    ["First you explore.", "You see a little world of coloured cells and are not told how it works. Press arrow keys, click cells, or wait, and watch what happens. Nothing can go wrong here."],
    ["Time", "stands still until you do something; with Let it run it goes on by itself."],
    ["Reset", "puts the world back to its beginning. The scratchpad keeps what you learn."],
    ["Then comes the test,", "when you say so. This one: " + KINDS[first.view.kind][1].replace(/^Later you/, "you")],
    ["Keys:", "arrows, Space to wait, P to let it run, C to click cells by key, R to reset, T for the test" + TESTED[first.view.kind] + ". What cannot be seen is hatched."],
  ], !localStorage.getItem(`seen-gridworld-${first.view.kind}`));
  localStorage.setItem(`seen-gridworld-${first.view.kind}`, "1");
  return { draw, key };
}
