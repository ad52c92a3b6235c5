// GF-01: a machine that is not shown. The page has the canonical observation, the panel, and the outputs so far.

import { announce, byId, el, fill, keepFocus, svg, tutorial } from "/static/dom.js";
import { turn } from "/static/game.js";

let state = null, pending = new Map();

const word = (value) => (value ? "ON" : "OFF");
const counts = (step) => state.view.first !== null && step >= state.view.first && step <= state.view.seen.t_star;

/** Why the pending settings cannot be committed; empty when they can. */
function excess() {
  const { seen } = state.view;
  if (pending.size && seen.budget_t_remaining < 1) return "No timestep is left to set inputs at: clear the settings and skip.";
  if (seen.budget_a_remaining !== null && pending.size > seen.budget_a_remaining) return `Only ${seen.budget_a_remaining} single settings are left.`;
  return "";
}

function set(name, value) {
  if (value === null) pending.delete(name);
  else pending.set(name, value);
  redraw();
}

async function advance(commit) {
  if (commit && (excess() || !pending.size)) return;
  const given = commit ? Object.fromEntries([...pending].map(([name, value]) => [name, String(value)])) : {};
  if (await turn("advance", given)) announce(changes().join(", ") || "No output changed.");
}

/** What the outputs of the last timestep did. */
function changes() {
  const { shown } = state.view, now = shown.at(-1), before = shown.at(-2);
  if (!now) return [];
  return Object.entries(now).filter(([name, value]) => !before || before[name] !== value).map(([name, value]) => `${name} is ${before ? "now " : ""}${word(value)}`);
}

const fact = (head, text, about = null) => el("div", { class: "fact" }, el("span", { class: "muted" }, head), el("b", {}, text), about && el("span", { class: "muted" }, about));

function drawBar() {
  const { seen, goal, legend, steps, budget, first } = state.view;
  const critical = seen.t_star === null ? "the whole run" : first === seen.t_star ? `${first}` : `${first} to ${seen.t_star}`;
  fill(byId("bar"),
    el("p", { class: "objective" }, el("span", { class: "muted" }, "Goal: "), el("b", {}, goal)),
    legend && el("p", { class: "told muted" }, legend),
    el("div", { class: "facts" },
      fact("Timestep", state.over ? "over" : `${seen.t}`, `of 0 to ${steps - 1}`),
      fact("Timesteps you may still set inputs at", String(seen.budget_t_remaining), `of ${budget[0]}`),
      fact("Single settings left", seen.budget_a_remaining === null ? "no limit" : String(seen.budget_a_remaining), budget[1] === null ? null : `of ${budget[1]}`),
      fact("It counts at timestep", critical),
      fact(first === null ? "Goal holds so far" : "Goal reached", seen.effect_status === "triggered" ? "yes" : first === null ? "no" : "not yet")));
}

function card([name, ap]) {
  const value = pending.get(name) ?? null;
  const choice = (text, to) => el("button", { type: "button", class: `choice ${to === null ? "" : word(to)}`, "aria-pressed": String(value === to), data: { key: `${name} ${text}` }, onclick: () => set(name, to) }, text);
  return el("div", { class: `input ${value === null ? "" : "set"}`, role: "group", "aria-label": `input ${ap}` },
    el("b", {}, ap), el("div", { class: "row" }, choice("OFF", 0), choice("unchanged", null), choice("ON", 1)));
}

function drawInputs() {
  if (state.over) return fill(byId("inputs"), el("p", { class: "muted" }, "The run is over."));
  const { inputs, seen } = state.view, fault = excess();
  const listed = inputs.filter(([name]) => pending.has(name));
  fill(byId("inputs"),
    el("h2", {}, `Inputs at timestep ${seen.t}`),
    el("div", { class: "inputs" }, inputs.map(card)),
    el("p", { class: "pending" }, el("span", { class: "muted" }, "Pending: "), listed.length ? listed.map(([name, ap]) => `${ap} = ${word(pending.get(name))}`).join(", ") : "nothing; the hidden schedule feeds every input"),
    fault && el("p", { class: "bad", role: "alert" }, fault),
    el("p", { class: "row" },
      el("button", { type: "button", id: "commit", class: "primary", disabled: !pending.size || Boolean(fault), data: { key: "commit" }, onclick: () => advance(true) }, "COMMIT", el("kbd", { "aria-hidden": "true" }, "Enter")),
      el("button", { type: "button", id: "skip", data: { key: "skip" }, onclick: () => advance(false) }, "SKIP", el("kbd", { "aria-hidden": "true" }, "S")),
      el("button", { type: "button", id: "clear", disabled: !pending.size, data: { key: "clear" }, onclick: () => { pending.clear(); redraw(); } }, "CLEAR", el("kbd", { "aria-hidden": "true" }, "X")),
      el("span", { class: "muted" }, "COMMIT sets the pending inputs for this timestep; SKIP lets it pass as it is.")));
}

const STEP = 44, ROW = 44, HIGH = 8, LOW = 34;

/** The outputs as waves, a column a timestep; below, what was set. */
function waves() {
  const { steps, outputs, inputs, shown, seen } = state.view;
  const label = 12 + 8.5 * Math.max(4, ...outputs.map((name) => name.length), ...inputs.map(([, ap]) => ap.length + 4));
  const set = new Map(seen.history_atoms.map(([step, ap, value]) => [`${step} ${ap}`, value]));
  const used = inputs.filter(([, ap]) => seen.history_atoms.some((atom) => atom[1] === ap));
  const height = 26 + ROW * outputs.length + 26 * used.length;
  const x = (step) => label + step * STEP;
  const parts = [];
  for (let step = 0; step < steps; step++) {
    if (counts(step)) parts.push(svg("rect", { x: String(x(step)), y: "0", width: String(STEP), height: String(height), class: "counted" }));
    if (step === seen.t) parts.push(svg("rect", { x: String(x(step)), y: "0", width: String(STEP), height: String(height), class: "now" }));
    parts.push(svg("text", { x: String(x(step) + STEP / 2), y: "17", "text-anchor": "middle", class: "tick" }, String(step)));
    parts.push(svg("line", { x1: String(x(step)), x2: String(x(step)), y1: "24", y2: String(height), class: "rule" }));
  }
  outputs.forEach((name, row) => {
    const top = 26 + row * ROW;
    parts.push(svg("text", { x: "4", y: String(top + 26), class: "label" }, name));
    let path = "", level = null;
    shown.forEach((values, step) => {
      const y = top + (values[name] ? HIGH : LOW);
      path += level === null ? `M${x(step)} ${y}` : level === y ? "" : `V${y}`;
      path += `H${x(step + 1)}`;
      level = y;
    });
    if (path) parts.push(svg("path", { d: path, class: "wave" }));
  });
  used.forEach(([, ap], row) => {
    const top = 26 + outputs.length * ROW + row * 26;
    parts.push(svg("text", { x: "4", y: String(top + 18), class: "label own" }, `set ${ap}`));
    for (let step = 0; step < seen.t; step++) {
      const value = set.get(`${step} ${ap}`);
      if (value !== undefined) parts.push(svg("text", { x: String(x(step) + STEP / 2), y: String(top + 18), "text-anchor": "middle", class: "own" }, word(value)));
    }
  });
  const width = x(steps) + 4;
  const spoken = shown.map((values, step) => `timestep ${step}: ${outputs.map((name) => `${name} ${word(values[name])}`).join(", ")}`).join("; ");
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width: String(width), height: String(height), role: "img", "aria-label": `Outputs so far. ${spoken || "None yet."}` }, parts);
}

function drawSeen() {
  const { seen, shown } = state.view;
  fill(byId("waves"), waves());
  byId("waves").scrollLeft = Math.max(0, (seen.t - 4) * STEP);
  const last = seen.t - 1, own = seen.history_atoms.filter(([step]) => step === last).map(([, ap, value]) => `${ap} ${word(value)}`);
  fill(byId("last"), el("h2", {}, "The last step"), shown.length
    ? [el("p", {}, `At timestep ${last} ${own.length ? `you set ${own.join(", ")}` : "you set nothing"}.`), el("p", {}, changes().length ? `Outputs: ${changes().join(", ")}.` : "No output changed.")]
    : el("p", { class: "muted" }, "Nothing has happened yet."));
  byId("told").textContent = state.feedback && state.feedback.outcome !== "advanced" ? state.feedback.text : "";
  fill(byId("json"), JSON.stringify(seen, null, 1));
}

function redraw() {
  keepFocus(byId("main"), drawInputs);
  if (!byId("main").contains(document.activeElement)) byId("inputs").querySelector("button")?.focus({ preventScroll: true });
}

export function open(place, first) {
  fill(place,
    el("section", { id: "bar", class: "panel", "aria-label": "The goal and what is left" }),
    el("div", { class: "wide" },
      el("div", { class: "column" },
        el("section", { class: "panel", "aria-label": "Outputs" }, el("h2", {}, "Outputs so far"), el("div", { id: "waves", class: "scroll", tabindex: "0" }),
          el("p", { class: "muted" }, "High is ON. Shaded timesteps are those that count; the outlined one comes next.")),
        el("section", { id: "inputs", class: "panel", "aria-label": "Inputs" })),
      el("aside", { class: "column" },
        el("section", { id: "last", class: "panel", "aria-label": "The last step" }),
        el("p", { id: "told", class: "bad", role: "status" }),
        el("details", { class: "panel" }, el("summary", {}, "Observation as a model reads it"), el("pre", { id: "json" })),
        el("details", { class: "panel" }, el("summary", {}, "Rules"), el("pre", {}, first.instructions)))));
  tutorial("The hidden machine in one minute", [
    ["A machine", "that you cannot see runs for some timesteps. A hidden schedule feeds its inputs, so by itself it would go on in some way that misses the goal."],
    ["The goal", "at the top says which output is to be ON or OFF, and at which timestep that counts. There 1 means ON and 0 means OFF."],
    ["At each timestep", "you may set inputs ON or OFF (for this timestep only) and COMMIT, or SKIP and let it pass. Then you see the outputs."],
    ["Set no more than is needed.", "You win when the goal is reached within the budget and every single setting was necessary. A setting that repeats what the schedule does anyway is needless too."],
    ["There is one run", "and nothing can be taken back. Keys: Tab and Space to set, Enter to commit, S to skip, X to clear."],
  ], !localStorage.getItem("seen-reactive"));
  localStorage.setItem("seen-reactive", "1");
  return {
    draw(next, before) {
      state = next;
      if (!before || next.view.seen.t !== before.view.seen.t) pending = new Map();
      drawBar();
      drawSeen();
      redraw();
    },
    key(event) {
      const letter = event.key.toLowerCase();
      const own = ["BUTTON", "SUMMARY", "A"].includes(event.target.tagName) && !event.target.classList.contains("choice");
      if (event.key === "Enter" && !own) advance(true);
      else if (letter === "s") advance(false);
      else if (letter === "x") { pending.clear(); redraw(); }
      else return;
      event.preventDefault();
    },
  };
}
