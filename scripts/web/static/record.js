// One record: texts, verdict, claims, near misses, pictures. What takes time is fetched when it is opened.
import { answered, long, panel, prompted, text, truth } from "/static/asked.js";
import { byId, el, failed, fill, get, tutorial, typing } from "/static/dom.js";
import { drawn } from "/static/pictures.js";

const row = Number(location.pathname.split("/").pop());
const query = location.search;
const api = (part = "") => `/api/records/${row}${part}`;
const there = (number) => `/record/${number}${query}`;

/** A part that is fetched when it is opened. */
function later(title, path, draw, open = false) {
  const body = el("div", {}, el("p", { class: "muted" }, "Loading ..."));
  const details = el("details", { class: "panel" }, el("summary", {}, title), body);
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.asked) return;
    details.dataset.asked = "1";
    try { fill(body, draw(await get(api(path)))); } catch (error) { fill(body, el("p", { class: "fault" }, error.message)); }
  });
  details.open = open;
  return details;
}

function claims(said) {
  const state = el("p", {}, el("strong", { class: said.state === "holds" ? "good" : "bad" }, said.state === "holds" ? "The record holds" : said.state), said.failed ? `: ${said.failed}` : "", said.trusted ? ` (trusted: ${said.trusted})` : "");
  const rows = said.claims.map(([sentence, by, proven]) => el("tr", {}, el("td", {}, sentence), el("td", { class: proven ? "" : "warn" }, by.replace(/^by /, ""))));
  return [state,
    rows.length ? el("div", { class: "scroll listed", tabindex: 0, role: "group", "aria-label": "claims" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Claim"), el("th", { scope: "col" }, "Rests on"))), el("tbody", {}, rows))) : el("p", {}, "It makes no claim that was checked."),
    said.certificates.map((proof) => el("details", {}, el("summary", {}, `Certificate: ${proof.kind}`), text(proof.rule || "No rule of ours has this kind."), el("details", {}, el("summary", {}, "Body"), long(proof.body))))];
}

const misses = (listed) => listed.length
  ? el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["Answer", "What was done", "Verdict"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, listed.map((one) => el("tr", {}, el("td", {}, el("pre", {}, one.text)), el("td", {}, one.sort), el("td", {}, one.explanation || one.code))))))
  : el("p", {}, "There are none: the question has no gold answer, or answers are not of a kind that is varied.");

const graph = (said) => said.none ? el("p", {}, said.none) : drawn(said);

function told(said) {
  return el("details", { class: "panel", open: true }, el("summary", {}, "What the agent is told and shown first"), text(said.instructions),
    said.tools.length ? [el("h3", {}, "Tools"), el("ul", {}, said.tools.map(([name, parameters, about]) => el("li", {}, el("code", {}, `${name}(${parameters.join(", ")})`), ` ${about}`)))] : null,
    said.observation ? [el("h3", {}, "The first observation"), text(said.observation)] : null);
}

function step(name, number, key) {
  return number === null || number === undefined ? el("span", { class: "muted step" }, name)
    : el("a", { class: "step", href: there(number), id: `go-${key}`, title: `key ${key}` }, name);
}

function draw(record) {
  byId("title").textContent = record.id;
  document.title = `${record.id} · certwright`;
  const place = record.place ? `record ${record.place} of ${record.found}` : `not among the ${record.found} of the list`;
  const bar = el("nav", { class: "row", "aria-label": "Records" }, el("a", { href: `/${query}` }, "All records"), step("Previous", record.previous, "p"), step("Next", record.next, "n"),
    el("span", { class: "muted" }, `${place}; ${record.kind} at ${record.where}`));
  if (record.fault) return fill(byId("main"), bar, el("p", { class: "fault", role: "alert" }, record.fault));
  const facts = el("dl", { class: "facts" }, record.facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  const pictures = el("div", { class: "column" });
  const left = [
    record.answer ? answered(record.answer) : null,
    prompted(record.prompt, record.told),
    record.told ? told(record.told) : null,
    record.answerable ? el("p", {}, el("a", { href: `/question/${row}` }, "Answer it yourself"), el("span", { class: "muted" }, " (the page hides the truth)")) : null,
    truth(record.gold, record.truth),
  ];
  const right = [
    pictures,
    record.truth ? later("Claims and certificates, checked now", "/claims", claims, record.quick) : null,
    record.truth ? later("Near misses, and why each is wrong", "/misses", misses) : null,
    record.prompt ? later("State space as a graph", "/graph", graph) : null,
    record.prompt ? el("details", { class: "panel" }, el("summary", {}, "World, query, difficulty"), el("p", {}, record.difficulty.map(([name, size]) => `${name} ${size}`).join(", ")), record.world.map(([name, value]) => [el("h3", {}, name), long(value)]), el("h3", {}, "query"), long(record.query)) : null,
    record.same.length ? panel("The same question", el("ul", {}, record.same.map((one) => el("li", {}, el("a", { href: `/record/${one.row}` }, [one.kind, one.agent, one.outcome, one.code].filter(Boolean).join(", ")))))) : null,
  ];
  fill(byId("main"), bar, facts, el("div", { class: "halves" }, el("div", { class: "column" }, left), el("div", { class: "column" }, right)));
  if (record.prompt) draws(pictures);
  return null;
}

async function draws(place) {
  try { fill(place, (await get(api("/pictures"))).map((one) => el("section", { class: "panel" }, one.title ? el("h2", {}, one.title) : null, drawn(one)))); } catch (error) { fill(place, el("p", { class: "fault" }, error.message)); }
}

addEventListener("keydown", (event) => { if (!typing(event) && "np".includes(event.key)) byId(`go-${event.key}`)?.click(); });
tutorial("A record", [
  ["Move through pictures", "with the slider, the buttons, or the arrow keys while the slider has the focus."],
  ["Claims", "are checked by the independent checker when you open them; each names the certificate that it rests on."],
  ["Near misses", "are wrong answers made from the right one, judged like any other answer."],
  ["Keys:", "n for the next record, p for the previous one."],
]);
byId("help").textContent = "Help";
get(api(query)).then(draw).catch(failed);
