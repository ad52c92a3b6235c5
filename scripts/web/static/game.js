// A game: its state is the server's; a turn carries the number that it answers, so two tabs show one game.

import { drawn } from "/static/pictures.js";
import { announce, byId, el, failed, fill, get, post, typing } from "/static/dom.js";

const name = location.pathname.split("/").pop();
const address = `/api/games/${name}`;
const channel = new BroadcastChannel(`certwright-${name}`);
const TITLES = { timetravel: "Time travel", gridworld: "Grid world", reactive: "Hidden machine (GF-01)" };
const QUEUE = 4;
let state = null, page = null, busy = false, waiting = [];

// seconds that the present scene has been seen
const clock = { sum: 0, since: performance.now() };
clock.read = () => (clock.sum + (document.hidden ? 0 : performance.now() - clock.since)) / 1000;
clock.reset = () => { clock.sum = 0; clock.since = performance.now(); };

/**
 * Take a turn; resolves to whether it was taken. A slip is told here and is no turn. While a turn is on its way
 * another is dropped (a double click), or waits where that is asked for (keys pressed quickly).
 */
export async function turn(tool, given = {}, { patient = false } = {}) {
  if (busy && (!patient || waiting.length >= QUEUE)) return false;
  while (busy) await new Promise((resolve) => waiting.push(resolve));
  if (state.over) return false;
  busy = true;
  try {
    const next = await post(`${address}/turns`, { number: state.number, tool, arguments: given, seconds: Number(clock.read().toFixed(1)) });
    byId("main").querySelector(":scope > .fault")?.remove();
    accept(next);
    if (next.stale) failed(new Error("This game went on in another tab. This is how it stands now; your last input was not used."));
    else channel.postMessage(next.number);
    return !next.stale;
  } catch (error) {
    failed(error);
    announce(error.message);
    return false;
  } finally {
    busy = false;
    waiting.shift()?.();
  }
}

export const present = () => state;

function accept(next) {
  const before = state;
  state = { ...state, ...next, view: { ...state?.view, ...next.view } };
  clock.reset();
  page.draw(state, before);
  if (state.over && byId("end").hidden) end();
}

function end() {
  const { won, value, said, again, title, seconds, folder, id } = state.end;
  const outcome = won ? "You won" : value === null ? "Undecided" : value > 0 ? `You scored ${value.toFixed(2)} of 1` : "Not this time";
  const counts = again ? `You had played this before, so the game is kept apart, as one of ${state.player}-again.` : `This was your first game of it, so it counts for ${state.player}.`;
  const runs = el("div", { class: "column" });
  const panel = fill(byId("end"),
    el("h2", { id: "end-title", tabindex: "-1", class: won ? "good" : "bad" }, outcome),
    el("p", {}, said),
    el("p", { class: "muted" }, `${title}. Score ${value ?? "undecided"}, ${state.number} ${state.number === 1 ? "turn" : "turns"}, ${Math.round(seconds)} s. ${counts}`),
    el("p", { class: "row" }, el("a", { class: "button primary", href: "/" }, "Play another")),
    el("details", { ontoggle: (event) => { if (event.target.open && !runs.firstChild) replay(runs); } }, el("summary", {}, "What happened, and what would have been best, step by step"), runs),
    el("details", {}, el("summary", {}, "Compare with models"),
      el("p", {}, `The game is an episode in ${folder}/played.jsonl, the question (${id}) in questions.jsonl beside it:`),
      el("pre", {}, `certwright report ${folder}/played.jsonl --truth ${folder}/questions.jsonl`)));
  panel.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
  byId("end-title").focus({ preventScroll: true });
  announce(`${outcome}. ${said}`);
}

/** The pictures of the run and of the truth; a slider moves through each. */
async function replay(place) {
  fill(place, el("p", { class: "muted" }, "Loading ..."));
  try {
    fill(place, (await get(`${address}/pictures`)).map((one) => el("section", {}, one.title ? el("h3", {}, one.title) : null, drawn(one))));
  } catch (error) { fill(place, el("p", { class: "fault" }, error.message)); }
}

async function load() {
  const next = await get(address);
  if (!page) {
    const family = await import(`/static/${next.family}.js`);
    const place = el("div", { class: `game ${next.family}` });
    fill(byId("main"), el("section", { id: "end", class: "panel ending", "aria-labelledby": "end-title", hidden: true }), place);
    byId("title").textContent = TITLES[next.family];
    page = family.open(place, next);
  }
  if (!state || next.number !== state.number) accept(next);
}

channel.onmessage = (event) => { if (state && event.data > state.number && !busy) load().catch(failed); };
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clock.sum += performance.now() - clock.since;
  else { clock.since = performance.now(); load().catch(failed); }
});
document.addEventListener("keydown", (event) => {
  if (page?.key && state && !state.over && !typing(event)) page.key(event);
});
load().catch(failed);
