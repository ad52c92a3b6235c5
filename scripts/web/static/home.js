// Which game: a section a family, and the games that were begun.

import { byId, el, failed, fill, get, post } from "/static/dom.js";

const FAMILIES = {
  timetravel: ["Time travel", "Move people and things between ages until the goal holds. What you do in one age shows in the later ones.", "Level 1: a few minutes; level 6: half an hour"],
  gridworld: ["Grid worlds", "Find out by playing how a little world of coloured cells works. Then comes a test: what stood behind the mask, reach a picture, or find what changed.", "Ten minutes or more"],
  reactive: ["Hidden machine (GF-01)", "A machine you cannot see runs step by step. Set a few of its inputs at the right moments to bring about the goal, and set nothing that is not needed.", "A few minutes"],
};
const TASKS = { mfp: "Masked frames", planning: "Planning", change: "Find the change" };

const MANY = 12;
const player = () => localStorage.getItem("player");

/** A list to choose from by groups; where it is long, a field above it leaves what has all that is typed between commas. */
function chooser(name, rows) {
  const choice = el("select", { id: `choose-${name}` });
  const list = (parts) => {
    const groups = new Map(), kept = choice.value;
    for (const [value, head, text] of rows.filter((row) => parts.every((part) => `${row[1]} ${row[2]}`.toLowerCase().includes(part)))) {
      if (!groups.has(head)) groups.set(head, el("optgroup", { label: head }));
      groups.get(head).append(el("option", { value }, text));
    }
    fill(choice, groups.size ? [...groups.values()] : el("option", { value: "", disabled: true }, "none has all that"));
    if ([...choice.options].some((option) => option.value === kept)) choice.value = kept;
  };
  list([]);
  const filter = rows.length > MANY && el("input", { type: "search", id: `filter-${name}`, "aria-label": "Filter the list below; commas part what must all be there", placeholder: `Filter ${rows.length}: ${rows[0][1].toLowerCase()}, ...`, oninput: (event) => list(event.target.value.toLowerCase().split(",").map((part) => part.trim())) });
  return { choice, parts: [el("label", { for: `choose-${name}` }, "Which one"), filter, choice] };
}

function group(question) {
  if (question.family === "gridworld") return TASKS[question.task] ?? question.task;
  return question.level === null ? question.task : `Level ${question.level}`;
}

function family(name, questions) {
  const [title, about, time] = FAMILIES[name];
  const listed = questions.filter(([, one]) => one.family === name);
  if (!listed.length) return null;
  const before = (one) => one.played.includes(player());
  const { choice, parts } = chooser(name, listed.map(([number, one]) => [String(number), group(one), before(one) ? `${one.title} (played)` : one.title]));
  const fresh = [...choice.options].find((option) => listed.some(([number, one]) => String(number) === option.value && !before(one)));
  if (fresh) choice.value = fresh.value;
  return el("section", { class: "panel column family", "aria-labelledby": `head-${name}` },
    el("h2", { id: `head-${name}` }, title), el("p", {}, about), el("p", { class: "muted" }, time),
    parts, el("p", { class: "row" }, el("button", { type: "button", class: "primary", "aria-label": `Play: ${title}`, onclick: () => choice.value && begin(Number(choice.value)) }, "Play")));
}

/** Questions that are answered in one go. */
function asked(groups) {
  if (!groups.length) return null;
  const { choice, parts } = chooser("asked", groups.map((one) => [String(one.first), one.family, `${one.task}: ${one.form} (${one.count})`]));
  return el("section", { class: "panel column family", "aria-labelledby": "head-asked" },
    el("h2", { id: "head-asked" }, "Questions"), el("p", {}, "Read what a model reads, answer, and see whether you are right and why."), el("p", { class: "muted" }, "A few minutes each"),
    parts, el("p", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => choice.value && location.assign(`/question/${choice.value}`) }, "Answer")));
}

/** Who plays: a name that was used in this folder, or a new one; this browser remembers it. */
function who(home) {
  const known = home.players, mine = /^human-[a-z0-9]{6}$/.test(player() ?? "") ? player() : known[0] ?? home.player;
  localStorage.setItem("player", mine);
  const names = [...new Set([mine, ...known])];
  const change = (event) => { localStorage.setItem("player", event.target.value); draw().catch(failed); };
  return el("p", { class: "row" }, el("label", { for: "player" }, "You are"),
    el("select", { id: "player", onchange: change }, names.map((name) => el("option", { value: name, selected: name === mine }, name)), names.includes(home.player) ? null : el("option", { value: home.player }, `somebody else: ${home.player}`)),
    el("span", { class: "muted" }, "To be one and the same in another browser, choose the same name there. Of each question your first game counts; later ones are kept apart."));
}

async function begin(question) {
  try {
    const { game } = await post("/api/games", { question, player: player() });
    location.assign(`/game/${game}`);
  } catch (error) { failed(error); }
}

function row(one) {
  const ended = one.stop !== null;
  const said = !ended ? "goes on" : one.value === 1 ? "won" : one.value === null ? "undecided" : `ended, ${one.value.toFixed(2)} points`;
  return el("tr", {}, el("td", {}, el("a", { href: `/game/${one.game}` }, one.question || one.game)),
    el("td", {}, one.player, one.sample ? " (again)" : ""), el("td", {}, `${one.turns} ${one.turns === 1 ? "turn" : "turns"}`), el("td", { class: one.value === 1 ? "good" : "" }, said),
    el("td", {}, new Date(one.at * 1000).toLocaleString()));
}

async function draw() {
  const home = await get("/api/home");
  const chosen = who(home), questions = [...home.questions.entries()];
  fill(byId("main"),
    el("p", { class: "lead" }, "Play what language models are tested with. Your game is scored by the same rules."),
    el("div", { class: "families" }, Object.keys(FAMILIES).map((name) => family(name, questions)), asked(home.asked)),
    chosen, el("p", { class: "muted" }, "By playing you agree: ", el("q", {}, home.consent),
      " Nothing leaves this machine; the files are in ", el("code", {}, home.folder), "."),
    home.games.length > 0 && el("section", { "aria-labelledby": "games" }, el("h2", { id: "games" }, "Games so far"),
      el("div", { class: "scroll" }, el("table", { class: "games" }, el("tbody", {}, home.games.map(row))))));
}

draw().catch(failed);
