// GF-01: a machine that is not shown. The page has the canonical observation, the panel, and the outputs so far.

import { announce, byId, el, fill, keepFocus, tutorial } from "/static/dom.js";
import { turn } from "/static/game.js";
import { wave } from "/static/pictures.js";

let state = null, pending = new Map();

const word = (value) => (value ? "ON" : "OFF");
const when = (first, last) => (first === last ? `at timestep ${first}` : `at least once in timesteps ${first} to ${last}`);

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
  const { seen, goal, legend, steps, budget, first, target } = state.view;
  const wanted = target ? `Bring it about that ${target[0]} is ${word(target[1])} ${when(first, seen.t_star)}.` : `Bring it about that ${goal}`;
  const reached = seen.effect_status === "triggered", late = seen.t > seen.t_star;
  const left = (count, all, noun) => `${count} of ${all} ${noun}`;
  fill(byId("bar"),
    el("p", { class: "objective" }, el("span", { class: "muted" }, "Goal: "), el("b", {}, wanted)),
    legend && el("p", { class: "told muted" }, legend),
    el("div", { class: "facts" },
      fact("Now", state.over ? "over" : `timestep ${seen.t}`, `of ${steps}, from 0 on`),
      fact("You may still set inputs at", left(seen.budget_t_remaining, budget[0], "timesteps")),
      budget[1] !== null && fact("and make", left(seen.budget_a_remaining, budget[1], "settings")),
      first === null ? fact("Goal holds so far", reached ? "yes" : "no") : fact("Goal reached", reached ? "yes" : late ? "no" : "not yet", late && !reached ? `timestep ${seen.t_star} is over` : null)));
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

/** The outputs so far, and what was set. */
function waves() {
  const { steps, outputs, inputs, shown, seen, target, first } = state.view;
  const set = new Map(seen.history_atoms.map(([step, ap, value]) => [`${step} ${ap}`, value]));
  const lines = outputs.map((name) => ({ name, role: "output", values: shown.map((one) => one[name]) }));
  for (const [, ap] of inputs) {
    const values = shown.map((_, step) => set.get(`${step} ${ap}`) ?? null);
    if (values.some((value) => value !== null)) lines.push({ name: `${ap}, set`, role: "claimed", values });
  }
  return wave({ steps, lines, marks: [], now: seen.t, window: target && [target[0], first, seen.t_star, target[1]] }).element;
}

function drawSeen() {
  const { seen, shown } = state.view;
  fill(byId("waves"), waves());
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
        el("section", { class: "panel", "aria-label": "Outputs" }, el("h2", {}, "Outputs so far"), el("div", { id: "waves" }),
          el("p", { class: "muted" }, "High is ON. The timestep in the frame comes next.")),
        el("section", { id: "inputs", class: "panel", "aria-label": "Inputs" })),
      el("aside", { class: "column" },
        el("section", { id: "last", class: "panel", "aria-label": "The last step" }),
        el("p", { id: "told", class: "bad", role: "status" }),
        el("details", { class: "panel" }, el("summary", {}, "Observation as a model reads it"), el("pre", { id: "json" })),
        el("details", { class: "panel" }, el("summary", {}, "Rules"), el("pre", {}, first.instructions)))));
  tutorial("The hidden machine in one minute", [
    ["What you do:", "a machine that you cannot see runs step by step, its inputs fed by a hidden schedule. Before each timestep you may set inputs ON or OFF for that timestep (COMMIT), or let it pass (SKIP); then you see the outputs."],
    ["You win", "when the goal at the top is reached and every setting that you made was needed for it."],
    ["You lose", "when the goal is missed, or when it would have been reached without one of your settings: also when that one only repeats what the schedule does anyway."],
    ["There is one run,", "nothing can be taken back, and a hunch is as good as any other start. What a setting does may show at once, or at a later timestep only. Keys: Tab and Space to set, Enter to commit, S to skip, X to clear."],
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
