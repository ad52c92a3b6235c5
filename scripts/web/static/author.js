// A program beside its world: keys and clicks move the world, a save of the file begins it again.
import { announce, byId, el, failed, fill, get, post, tutorial, typing } from "/static/dom.js";
import { Grid } from "/static/grid.js";

const WATCH = 700, KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", " ": "noop" };
let state, text = "", busy = false, running;

const grid = new Grid("the world", { press: (x, y) => act(`click ${x} ${y}`), frame: true });
const code = el("ol", { class: "code", tabindex: 0, "aria-label": "the program" });
const said = el("div", { class: "column", "aria-live": "polite" });
const about = el("p", { class: "muted" }), done = el("p", { class: "told" }), legend = el("p", { class: "muted" });
const seed = el("input", { type: "number", id: "seed", min: 0, max: 2147483647, value: 0 });
const run = el("button", { type: "button", "aria-pressed": "false", onclick: () => (running ? stop() : start()) }, "Run");

const places = (listed, kind) => listed.map((one) => el("li", { class: kind }, one.line
  ? el("a", { href: `#line-${one.line}`, onclick: () => byId(`line-${one.line}`)?.focus() }, `line ${one.line}, column ${one.column}`) : "", one.line ? ": " : "", one.message));

function draw(fresh) {
  if (state && fresh.version < state.version) return;
  const saved = state && fresh.version !== state.version;
  state = fresh;
  if (fresh.text !== undefined) text = fresh.text;
  byId("title").textContent = fresh.file;
  const marks = new Map([...fresh.findings.map((one) => [one.line, "finding"]), ...fresh.faults.map((one) => [one.line, "wrong"])]);
  if (fresh.text !== undefined || code.dataset.marks !== JSON.stringify([...marks])) {
    fill(code, text.split("\n").map((line, number) => el("li", { id: `line-${number + 1}`, tabindex: -1, class: marks.get(number + 1) ?? "" }, line || " ")));
    code.dataset.marks = JSON.stringify([...marks]);
  }
  fill(said, fresh.faults.length ? el("ul", { class: "fault" }, places(fresh.faults, "")) : null,
    fresh.stale ? el("p", { class: "warn" }, "The world below is that of the last version that could be read.") : null,
    fresh.findings.length ? el("details", { open: true }, el("summary", {}, fresh.findings.length === 1 ? "The linter finds one place" : `The linter finds ${fresh.findings.length} places`), el("ul", {}, places(fresh.findings, "warn"))) : fresh.faults.length ? null : el("p", { class: "good" }, "The program reads well, and the linter finds nothing."));
  if (fresh.grid) {
    grid.show(fresh.grid);
    fill(legend, "Colours now: ", fresh.grid.palette.map(([name]) => name).join(", "));
  }
  about.textContent = `Step ${fresh.step}${fresh.version > 1 ? `, after ${fresh.version - 1} ${fresh.version === 2 ? "save" : "saves"}` : ""}`;
  done.textContent = fresh.actions.join(", ");
  const first = saved && byId(`line-${(fresh.faults[0] ?? fresh.findings[0])?.line}`);
  if (first) code.scrollTop = first.offsetTop - code.offsetTop - code.clientHeight / 3;
  if (saved) announce(fresh.faults.length ? `Saved, with a fault: ${fresh.faults[0].message}` : "Saved: the world has begun again.");
  if (fresh.faults.length) stop();
}

async function ask(path, body) {
  if (busy) return;
  busy = true;
  try { draw(await (body ? post(path, { ...body, version: state?.version ?? 0 }) : get(path))); byId("main").querySelector(":scope > .fault")?.remove(); } catch (error) { stop(); failed(error); } finally { busy = false; }
}

const act = (action) => ask("/api/author/act", { action });
const reset = () => ask("/api/author/reset", { seed: Number(seed.value) || 0 });
function stop() { clearInterval(running); running = undefined; run.setAttribute("aria-pressed", "false"); run.textContent = "Run"; }
function start() { running = setInterval(() => act("noop"), 250); run.setAttribute("aria-pressed", "true"); run.textContent = "Pause"; }

addEventListener("keydown", (event) => {
  if (typing(event) || event.target.closest?.("button, a, summary, .code")) return;
  if (KEYS[event.key]) { event.preventDefault(); act(KEYS[event.key]); } else if (event.key === "r") reset();
});
const button = (name, does) => el("button", { type: "button", onclick: does }, name);
fill(byId("main"), el("div", { class: "author" },
  el("section", { class: "panel" }, el("h2", {}, "The program"), code),
  el("section", { class: "panel column" }, said, el("div", { class: "row" }, button("◀ left", () => act("left")), button("▲ up", () => act("up")), button("▼ down", () => act("down")), button("▶ right", () => act("right")), button("noop", () => act("noop")), run, button("Begin again", reset),
    el("label", { class: "row", for: "seed" }, "seed", seed)), about, grid.frame, legend, done)));
tutorial("Writing a world", [
  ["Edit", "the file in your own editor; on each save it is read and checked again, and the world begins anew."],
  ["Try it", "with the arrow keys, the space bar for a step without a key, and clicks on cells; Run takes four steps a second."],
  ["r", "begins again; the seed decides what the world draws at random."],
]);
byId("help").textContent = "Help";
ask("/api/author");
setInterval(() => { if (!running && !document.hidden) ask(`/api/author?version=${state?.version ?? 0}`); }, WATCH);
