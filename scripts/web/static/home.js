// Which game: a section a family, and the games that were begun.

import { byId, el, failed, fill, get, post } from "/static/dom.js";

const FAMILIES = {
  timetravel: ["Time travel", "Move people and things between ages until the goal holds. What you do in one age shows in the later ones.", "Level 1: a few minutes; level 6: half an hour"],
  gridworld: ["Grid worlds", "Find out by playing how a little world of coloured cells works. Then comes a test: what stood behind the mask, reach a picture, or find what changed.", "Ten minutes or more"],
  reactive: ["Hidden machine (GF-01)", "A machine you cannot see runs step by step. Set a few of its inputs at the right moments to bring about the goal, and set nothing that is not needed.", "A few minutes"],
};
const TASKS = { mfp: "Masked frames", planning: "Planning", change: "Find the change" };

const player = () => localStorage.getItem("player");

function group(question) {
  if (question.family === "gridworld") return TASKS[question.task] ?? question.task;
  return question.level === null ? question.task : `Level ${question.level}`;
}

function family(name, questions, played) {
  const [title, about, time] = FAMILIES[name];
  const listed = questions.filter(([, one]) => one.family === name);
  if (!listed.length) return null;
  const groups = new Map();
  for (const [number, one] of listed) {
    if (!groups.has(group(one))) groups.set(group(one), el("optgroup", { label: group(one) }));
    groups.get(group(one)).append(el("option", { value: String(number) }, one.title));
  }
  const choice = el("select", { id: `choose-${name}` }, [...groups.values()]);
  return el("section", { class: "panel column family", "aria-labelledby": `head-${name}` },
    el("h2", { id: `head-${name}` }, title), el("p", {}, about), el("p", { class: "muted" }, time),
    el("label", { for: `choose-${name}` }, "Which one"), choice,
    el("p", { class: "row" }, el("button", { type: "button", class: "primary", "aria-label": `Play: ${title}`, onclick: () => begin(Number(choice.value)) }, "Play")));
}

/** Questions that are answered in one go. */
function asked(groups) {
  if (!groups.length) return null;
  const choice = el("select", { id: "choose-asked" }, groups.map((one) => el("option", { value: String(one.first) }, `${one.family}, ${one.task}: ${one.form} (${one.count})`)));
  return el("section", { class: "panel column family", "aria-labelledby": "head-asked" },
    el("h2", { id: "head-asked" }, "Questions"), el("p", {}, "Read what a model reads, answer, and see whether you are right and why."), el("p", { class: "muted" }, "A few minutes each"),
    el("label", { for: "choose-asked" }, "Which ones"), choice,
    el("p", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => location.assign(`/question/${choice.value}`) }, "Answer")));
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
    el("td", {}, `${one.turns} ${one.turns === 1 ? "turn" : "turns"}`), el("td", { class: one.value === 1 ? "good" : "" }, said),
    el("td", {}, new Date(one.at * 1000).toLocaleString()));
}

async function draw() {
  const home = await get("/api/home");
  if (!/^human-[a-z0-9]{6}$/.test(player() ?? "")) localStorage.setItem("player", home.player);
  const questions = [...home.questions.entries()];
  fill(byId("main"),
    el("p", { class: "lead" }, "Play what language models are tested with. Your game is scored by the same rules."),
    el("div", { class: "families" }, Object.keys(FAMILIES).map((name) => family(name, questions)), asked(home.asked)),
    el("p", { class: "muted" }, "You are ", el("strong", {}, player()), ". By playing you agree: ", el("q", {}, home.consent),
      " Nothing leaves this machine; the files are in ", el("code", {}, home.folder), "."),
    home.games.length > 0 && el("section", { "aria-labelledby": "games" }, el("h2", { id: "games" }, "Games so far"),
      el("div", { class: "scroll" }, el("table", { class: "games" }, el("tbody", {}, home.games.map(row))))));
}

draw().catch(failed);
