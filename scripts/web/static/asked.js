// A question and an answer to it, as the pages of `view`, the questions and the reports show them.
import { el } from "/static/dom.js";

const COLOURS = { correct: "good", incorrect: "bad", unparsed: "warn", undecided: "muted" };

export const outcome = (name, words = name) => el("span", { class: COLOURS[name] ?? "" }, words);
export const panel = (title, ...children) => el("section", { class: "panel" }, el("h2", {}, title), children);
export const text = (value) => el("pre", {}, value);
export const long = (value) => el("pre", { tabindex: 0, class: "long" }, value);

/** What was judged of an answer: outcome, value, code, the reason. */
export const verdict = (said) => [
  el("p", {}, el("strong", {}, outcome(said.outcome ?? "")), said.value !== null && said.value !== undefined ? `, value ${said.value}` : "", said.code ? el("span", { class: "muted" }, ` (${said.code})`) : null),
  said.explanation ? el("p", {}, said.explanation) : null,
];

/** An answer with its verdict. */
export const answered = (said) => panel(said.stored ? "Answer and stored verdict" : "Answer, judged now", verdict(said),
  said.text ? [el("h3", {}, "The answer"), text(said.text)] : said.missing ? el("p", { class: "muted" }, said.missing) : null,
  said.read ? [el("h3", {}, "As it was read"), text(said.read)] : null,
  said.metadata ? el("details", {}, el("summary", {}, "Metadata"), text(said.metadata)) : null);

/** The prompt, or that it is not known. */
export const prompted = (prompt, episode) => prompt
  ? panel(episode ? "The task" : "The prompt as a model reads it", text(prompt))
  : panel("The question", el("p", {}, "None of the files holds this question; --truth FILE names further ones."));

/** A right answer, and what is stored of the truth. */
export const truth = (gold, stored) => gold || stored ? panel("Truth", gold ? [el("h3", {}, "A right answer"), text(gold)] : null, stored ? [el("h3", {}, "What is stored"), long(stored)] : null) : null;
