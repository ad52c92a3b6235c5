// Time travel: a board of ages and places, and a sentence that is put together: who, what, with what.

import { byId, confirmed, el, fill, keepFocus, svg, tutorial } from "/static/dom.js";
import { turn } from "/static/game.js";

const SIGNALS = ["DONE", "STUCK"];
let fixed = null, state = null, chosen = { person: null, tool: null, given: {} };

const shown = (fact) => (fact[1].length ? `${fact[0]}(${fact[1].join(", ")})` : fact[0]);
const held = (facts) => facts.filter((fact) => fact[1] !== null);
const readable = (name) => name.replaceAll("-", " ");

/** Where everything is: places by age, what lies in them, who carries what; the rest of the facts. */
function layout(view) {
  const ages = new Map(fixed.epochs.map((epoch) => [epoch, []]));
  const places = new Map(), edges = [], rest = [], people = new Set(fixed.characters);
  for (const [, args] of held(fixed.fixed))
    if (args.length === 2 && ages.has(args[1]) && !places.has(args[0])) {
      places.set(args[0], { name: args[0], age: args[1], tags: [], within: [] });
      ages.get(args[1]).push(args[0]);
    }
  for (const [predicate, args] of held(fixed.fixed)) {
    if (args.length === 2 && places.has(args[0]) && places.has(args[1])) edges.push([predicate, ...args]);
    else if (args.length === 1 && places.has(args[0])) places.get(args[0]).tags.push([predicate, "fixed"]);
  }
  const seen = new Set(), carried = new Map([...people].map((name) => [name, []])), tags = new Map();
  const facts = held(view.facts);
  for (const fact of facts) {
    const [predicate, args] = fact;
    if (args.length === 2 && places.has(args[1]) && !places.has(args[0])) places.get(args[1]).within.push(args[0]), seen.add(args[0]);
    else if (args.length === 2 && people.has(args[0]) && !places.has(args[1])) carried.get(args[0]).push(args[1]), seen.add(args[1]);
    else if (args.length === 1 && places.has(args[0])) places.get(args[0]).tags.push([predicate, "now"]);
    else if (args.length === 1) tags.set(args[0], [...(tags.get(args[0]) ?? []), predicate]);
    else rest.push(fact);
  }
  // what most places have, such as being open, is worth a word where it is missing
  for (const predicate of new Set(view.facts.filter(([, args]) => args?.length === 1 && places.has(args[0])).map(([name]) => name))) {
    const having = [...places.values()].filter((place) => place.tags.some(([name, kind]) => name === predicate && kind === "now"));
    for (const place of places.values()) {
      if (having.length * 2 < places.size) continue;
      if (having.includes(place)) place.tags = place.tags.filter(([name]) => name !== predicate);
      else place.tags.push([`not ${predicate}`, "lacking"]);
    }
  }
  const known = new Set(state.tools.flatMap((tool) => tool.parameters.flatMap((one) => one.choices)));
  const away = [...known].filter((name) => !seen.has(name) && !places.has(name) && !ages.has(name) && !tags.has(name));
  return { ages, places, edges, carried, tags, rest, away, people };
}

// --- the board

function chip(name, board, carrier) {
  const person = board.people.has(name);
  const wanted = asked()?.choices.includes(name) ?? false;
  const usable = !state.over && (wanted || (person && !chosen.tool));
  const label = [readable(name), board.tags.has(name) && ` (${board.tags.get(name).join(", ")})`];
  const own = el("button", { type: "button", class: `chip ${person ? "person" : "thing"}`, disabled: !usable,
    "aria-pressed": person ? String(chosen.person === name) : null, data: { key: `chip ${name}` }, onclick: () => pick(name) }, label);
  const things = board.carried.get(name) ?? [];
  return person && things.length ? el("span", { class: "carrying" }, own, things.map((thing) => chip(thing, board, name))) : own;
}

/** A place as one says it in its own age: without the age at its end. */
const near = (name, place, board) => readable(board.places.get(name).age === place.age && name.endsWith(`-${place.age}`) ? name.slice(0, -place.age.length - 1) : name);

function card(place, board) {
  const wanted = asked()?.choices.includes(place.name) ?? false;
  const ways = new Map();
  for (const [predicate, from, to] of board.edges) if (from === place.name) ways.set(predicate, [...(ways.get(predicate) ?? []), to]);
  return el("div", { class: `card ${place.tags.some(([, kind]) => kind === "lacking") ? "barred" : ""}`, data: { place: place.name } },
    el("button", { type: "button", class: "place", disabled: !wanted || state.over, data: { key: `place ${place.name}` }, onclick: () => pick(place.name) }, readable(place.name)),
    place.tags.map(([text, kind]) => el("span", { class: `tag ${kind}` }, readable(text))),
    el("div", { class: "row chips" }, place.within.map((name) => chip(name, board))),
    el("p", { class: "ways" }, [...ways].map(([predicate, to]) => el("span", {}, `${predicate}: ${to.map((name) => near(name, place, board)).join(", ")}`))));
}

function drawBoard(view) {
  const board = layout(view), place = byId("board");
  fill(place, [...board.ages].map(([epoch, names]) => el("section", { class: "age", "aria-label": epoch },
    el("h2", {}, readable(epoch)), names.map((name) => card(board.places.get(name), board)))));
  fill(byId("beside"),
    board.away.length > 0 && el("p", {}, el("span", { class: "muted" }, "In no place: "), board.away.map((name) => chip(name, board))),
    board.rest.length > 0 && el("p", {}, el("span", { class: "muted" }, "Also true: "), board.rest.map(shown).join(", ")));
  const kinds = [...new Set(board.edges.map(([predicate]) => predicate))];
  fill(byId("legend"), kinds.map((kind, number) => el("span", { class: `line line${number % 3}` }, kind)));
  requestAnimationFrame(() => arrows(place, board, kinds));
}

/** Ways between places: one line for a way there and back, with heads where it goes. */
function arrows(place, board, kinds) {
  place.querySelector("svg")?.remove();
  const origin = place.getBoundingClientRect();
  const boxes = new Map([...place.querySelectorAll(".card")].map((one) => [one.dataset.place, one.getBoundingClientRect()]));
  const drawing = svg("svg", { class: "ways-drawn", width: String(place.scrollWidth), height: String(place.scrollHeight), "aria-hidden": "true" },
    svg("defs", {}, kinds.map((_, number) => svg("marker", { id: `head${number}`, viewBox: "0 0 8 8", refX: "7", refY: "4", markerWidth: "7", markerHeight: "7", orient: "auto-start-reverse" },
      svg("path", { d: "M0 0L8 4L0 8z", class: `head${number % 3}` })))));
  const done = new Set();
  for (const [kind, from, to] of board.edges) {
    const back = board.edges.some(([other, a, b]) => other === kind && a === to && b === from);
    if (done.has(`${kind} ${to} ${from}`)) continue;
    done.add(`${kind} ${from} ${to}`);
    const a = boxes.get(from), b = boxes.get(to);
    if (!a || !b) continue;
    const number = kinds.indexOf(kind);
    drawing.append(svg("path", { d: bend(a, b, origin, number * 18 - 9), class: `way line${number % 3}`, "marker-end": `url(#head${number})`, "marker-start": back ? `url(#head${number})` : null }));
  }
  place.prepend(drawing);
}

function bend(a, b, origin, down) {
  const x = (value) => (value - origin.left).toFixed(1), y = (value) => (value - origin.top).toFixed(1);
  const middle = (box) => box.top + box.height / 2 + down;
  if (Math.abs(a.left - b.left) < 20) {
    const [upper, lower] = a.top < b.top ? [a, b] : [b, a];
    const gap = lower.top - upper.bottom;
    const [p, q] = a === upper ? [upper.bottom, lower.top] : [lower.top, upper.bottom];
    if (gap < 60) return `M${x(a.left + a.width / 2)} ${y(p)}L${x(b.left + b.width / 2)} ${y(q)}`;
    return `M${x(a.right)} ${y(middle(a))}C${x(a.right + 34)} ${y(middle(a))} ${x(b.right + 34)} ${y(middle(b))} ${x(b.right)} ${y(middle(b))}`;
  }
  const [p, q, sign] = a.left < b.left ? [a.right, b.left, 1] : [a.left, b.right, -1];
  const reach = Math.max(24, Math.abs(q - p) / 2) * sign;
  return `M${x(p)} ${y(middle(a))}C${x(p + reach)} ${y(middle(a))} ${x(q - reach)} ${y(middle(b))} ${x(q)} ${y(middle(b))}`;
}

// --- the sentence

const isPerson = (parameter) => parameter.choices.length > 0 && parameter.choices.every((name) => fixed.characters.includes(name));
const tool = () => state.tools.find((one) => one.name === chosen.tool);
/** The parameter that is asked for now. */
const asked = () => (chosen.tool ? tool().parameters.find((one) => !(one.name in chosen.given)) : undefined);

function choose(name) {
  chosen.tool = name;
  chosen.given = {};
  const first = tool().parameters.find(isPerson);
  if (first && chosen.person) chosen.given[first.name] = chosen.person;
  redraw("#composer .option, #composer .primary");
}

function pick(name) {
  const parameter = asked();
  if (parameter?.choices.includes(name)) {
    chosen.given[parameter.name] = name;
    redraw("#composer .option, #composer .primary");
  } else if (fixed.characters.includes(name)) {
    chosen.person = name;
    redraw("#composer .option");
  }
}

function back() {
  const named = Object.keys(chosen.given), first = chosen.tool && tool().parameters.find(isPerson)?.name;
  const free = named.filter((name) => name !== first);
  if (free.length) delete chosen.given[free.at(-1)];
  else if (chosen.tool) (chosen.tool = null), (chosen.given = {});
  else chosen.person = null;
  redraw("#composer .option");
}

async function act() {
  const sent = chosen;
  await turn(sent.tool, sent.given);
}

async function signal(name) {
  const text = name === "DONE" ? "Say that the goal holds? This ends the game." : "Say that the goal can no longer be reached? This ends the game.";
  if (await confirmed(text, `Yes, ${name}`, "Play on")) turn(name, {}, { patient: true });
}

function options(names, press, pressed = null) {
  return el("div", { class: "row options" }, names.map((name, number) =>
    el("button", { type: "button", class: "option", "aria-pressed": pressed === null ? null : String(pressed === name), data: { key: `option ${name}` }, onclick: () => press(name) },
      number < 9 && el("kbd", { "aria-hidden": "true" }, String(number + 1)), readable(name))));
}

/** What may stand at a place of the sentence, as a question or with an article; its name where two are alike. */
function blank(parameter, wanted) {
  const alike = tool().parameters.filter((one) => one.about === parameter.about).length > 1 && parameter.name.length > 1;
  if (wanted) return `which ${parameter.about}${alike ? ` (${parameter.name})` : ""}?`;
  return `${/^[aeiou]/i.test(parameter.about) ? "an" : "a"} ${parameter.about}`;
}

/** What the action does, with what was chosen in its places. */
function sentence(parameter) {
  const parameters = new Map(tool().parameters.map((one) => [one.name, one]));
  return tool().description.split(/(<[^<>]+>)/).map((part) => {
    const one = part.startsWith("<") ? parameters.get(part.slice(1, -1)) : undefined;
    if (!one) return part;
    const given = chosen.given[one.name];
    return el("span", { class: given ? "given" : one === parameter ? "wanted" : "muted" }, given ? readable(given) : blank(one, one === parameter));
  });
}

function drawComposer() {
  const place = byId("composer");
  if (state.over) return fill(place, el("p", { class: "muted" }, "The game is over."));
  const actions = state.tools.filter((one) => !SIGNALS.includes(one.name));
  const parameter = asked();
  const words = chosen.tool && sentence(parameter);
  let step;
  if (!chosen.person && !chosen.tool) step = [el("p", { class: "ask" }, "Who acts?"), options(fixed.characters, pick)];
  else if (!chosen.tool) step = [el("p", { class: "ask" }, "What does ", el("b", {}, chosen.person), " do?"), options(actions.map((one) => one.name), choose)];
  else if (parameter) step = [el("p", { class: "ask" }, blank(parameter, true).replace(/^w/, "W")), options(parameter.choices, pick)];
  else step = [el("p", { class: "row" }, el("button", { type: "button", class: "primary", data: { key: "act" }, onclick: act }, "Do it", el("kbd", { "aria-hidden": "true" }, "Enter")))];
  return fill(place,
    el("p", { class: "sentence", "aria-live": "polite" }, words || (chosen.person ? [el("b", {}, chosen.person), " ..."] : "Your turn.")), step,
    el("p", { class: "row foot" }, (chosen.person || chosen.tool) && el("button", { type: "button", data: { key: "back" }, onclick: back }, "Back", el("kbd", { "aria-hidden": "true" }, "Esc")),
      el("span", { class: "space" }), SIGNALS.map((name) => el("button", { type: "button", class: "signal", data: { key: name }, onclick: () => signal(name), title: state.tools.find((one) => one.name === name)?.description }, name))));
}

// --- panels

function ring(fact, left) {
  const share = Math.max(0, left) / Math.max(1, fixed.window), round = 2 * Math.PI * 15;
  return el("li", { class: `ring ${left <= 1 ? "urgent" : ""}` },
    svg("svg", { viewBox: "0 0 36 36", width: "36", height: "36", "aria-hidden": "true" },
      svg("circle", { cx: "18", cy: "18", r: "15", class: "track" }),
      svg("circle", { cx: "18", cy: "18", r: "15", class: "rest", "stroke-dasharray": `${round * share} ${round}`, transform: "rotate(-90 18 18)" }),
      svg("text", { x: "18", y: "22.5", "text-anchor": "middle" }, String(left))),
    el("span", {}, fact, el("span", { class: "muted" }, left === 1 ? " still holds after 1 more action" : ` still holds after ${left} more actions`)));
}

const list = (lines, none) => (lines.length ? el("ul", {}, lines.map((line) => el("li", {}, line))) : el("p", { class: "muted" }, none));
const folded = (title, open, ...content) => el("details", { open, data: { key: title } }, el("summary", {}, title), content);

function drawPanels(view) {
  fill(byId("goal"), el("h2", {}, "Goal"),
    el("ul", { class: "goal" }, view.goal.map(([text, holds]) => el("li", {}, el("b", { class: holds ? "good" : "bad" }, holds ? "TRUE" : "FALSE"), " ", text))),
    el("p", { class: "row" }, el("meter", { min: "0", max: String(view.budget), low: "6", optimum: String(view.budget), value: view.budget - view.turn + 1, "aria-label": "turns left" }),
      state.over ? `Turns used: ${state.number} of ${view.budget}` : `${view.budget - view.turn + 1} of ${view.budget} turns left`));
  fill(byId("decay"), view.left.length > 0 && [el("h2", {}, "Running out"), el("ul", { class: "rings" }, view.left.map(([fact, left]) => ring(fact, left)))]);
  fill(byId("log"), fixed.rules.length > 0 && [el("h2", {}, "What followed (causal log)"), list(view.log, "Nothing yet.")]);
  const said = state.feedback;
  const refused = said && !["valid", "signal"].includes(said.outcome);
  fill(byId("feedback"), said && [el("h2", { class: refused ? "bad" : "good" }, refused ? "That was refused (and cost a turn)" : "Done"), feedback(said.text)]);
  fill(byId("text"), el("pre", {}, state.observation));
}

function feedback(text) {
  return el("div", { class: "told" }, text.split("\n").filter((line) => !line.startsWith("EPISODE OVER")).map((line) => {
    const hint = line.startsWith("HINT"), bad = /^(PRECONDITION_FAILED|FORMAT_FAILURE|DECAYED)/.test(line);
    return el("div", { class: hint ? "hint" : bad ? "bad" : "" }, line);
  }));
}

function redraw(focus) {
  keepFocus(byId("main"), () => { drawComposer(); drawBoard(state.view); });
  if (focus) byId("main").querySelector(focus)?.focus({ preventScroll: true });
}

// --- the page

function build(place) {
  fill(place,
    el("p", { class: "story" }, fixed.story),
    el("div", { class: "wide" },
      el("div", { class: "column" },
        el("div", { class: "boardframe panel" }, el("div", { id: "board", class: "board" }), el("p", { id: "legend", class: "legend muted" }), el("div", { id: "beside" })),
        el("div", { class: "two" },
          el("section", { id: "composer", class: "panel composer", "aria-label": "Your turn" }),
          el("section", { id: "feedback", class: "panel", role: "status", "aria-label": "What came of it" }))),
      el("aside", { class: "column" },
        el("section", { id: "goal", class: "panel", "aria-label": "Goal" }),
        el("section", { id: "decay", class: "panel", "aria-label": "Running out" }),
        el("section", { id: "log", class: "panel", "aria-label": "Causal log" }),
        el("section", { class: "panel folds" },
          fixed.rules.length > 0 && folded("Rules of cause and effect", true, list(fixed.rules, "")),
          fixed.decay && folded("What does not last", true, el("p", {}, fixed.decay)),
          folded("What never changes", false, list(fixed.fixed_sentences, "Nothing.")),
          folded("As a model reads it", false, el("pre", {}, fixed.instructions), el("div", { id: "text" }))))));
  new ResizeObserver(() => state && drawBoard(state.view)).observe(byId("board").parentElement);
}

export function open(place, first) {
  fixed = { ...first.view, instructions: first.instructions };
  build(place);
  tutorial("Time travel in one minute", [
    ["The goal", "is named beside the board; the game is won at the moment when every line of it is TRUE."],
    ["The board", "has one column for each age, earliest first. Cards are places. Lines between them are the ways, and the crossings between ages."],
    ["Your turn", "is a sentence: click a person, then an action, then what it is done with. Names on the board can be clicked too; keys 1 to 9 choose, Enter does it, Esc goes back."],
    ["Nothing warns you.", "All things are offered, also those that cannot work. A refused action costs a turn and says what was missing, and which action brings that about."],
    ["Ages are linked.", "What you do early can change the later ages by the rules that are listed. Some things last only for a few actions; their rings count down, and the game is lost when one runs out."],
    ["STUCK and DONE", "end the game. Say STUCK when the goal can no longer be reached; DONE is never needed, for a goal that holds is noticed."],
  ], !localStorage.getItem("seen-timetravel"));
  localStorage.setItem("seen-timetravel", "1");
  return {
    draw(next, before) {
      state = next;
      const taken = !before || next.number !== before.number;
      if (taken) chosen = { person: chosen.person, tool: null, given: {} };
      keepFocus(byId("main"), () => { drawPanels(next.view); drawComposer(); drawBoard(next.view); });
      if (before && taken && !next.over) byId("main").querySelector("#composer .option")?.focus({ preventScroll: true });
    },
    key(event) {
      if (event.key === "Escape") back();
      else if (event.key === "Enter" && chosen.tool && !asked() && event.target.tagName !== "BUTTON") act();
      else if (/^[1-9]$/.test(event.key)) byId("main").querySelectorAll("#composer .option")[Number(event.key) - 1]?.click();
      else return;
      event.preventDefault();
    },
  };
}
