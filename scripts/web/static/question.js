// A question answered by hand: the prompt, an answer, the verdict. The first answer that can be read counts.
import { outcome, text } from "/static/asked.js";
import { announce, byId, el, failed, fill, get, post, tutorial } from "/static/dom.js";

const number = Number(location.pathname.split("/").pop());
const begun = performance.now();

function draw(question) {
  localStorage.setItem("player", question.player);
  byId("title").textContent = question.id;
  document.title = `${question.id} · certwright`;
  const box = el("textarea", { id: "answer", rows: 6, maxlength: 100000, spellcheck: false, placeholder: "Write the answer as the prompt asks for it." });
  const said = el("div", { "aria-live": "polite" });
  const send = async (text) => {
    try { verdict(await post(`/api/questions/${number}/answer`, { player: question.player, answer: text, seconds: (performance.now() - begun) / 1000 })); } catch (error) { fill(said, el("p", { class: "fault" }, error.message)); }
  };
  function verdict(told) {
    const unread = told.outcome === "unparsed";
    const counts = unread ? "This could not be read as an answer, so it does not count: mend it and check again." : told.counts ? `This answer counts; it was added to ${question.file}.` : "This was practice: your first answer counts.";
    fill(said, el("p", { class: "big" }, el("strong", {}, outcome(told.outcome, { correct: "Right", incorrect: "Wrong", unparsed: "Not read", undecided: "Undecided" }[told.outcome])), told.value !== null && !unread ? `, value ${told.value}` : ""),
      told.explanation ? el("p", {}, told.explanation) : null, el("p", { class: "muted" }, counts),
      told.read && !unread ? [el("h3", {}, "Your answer as it was read"), text(told.read)] : null,
      !unread && told.gold && told.outcome !== "correct" ? [el("h3", {}, "A right answer"), text(told.gold)] : null,
      told.claims.length ? [el("h3", {}, "Why, with the certificate of each claim"), el("ul", {}, told.claims.map(([sentence, by]) => el("li", {}, sentence, el("span", { class: "muted" }, ` - ${by}`))))] : null);
    announce(said.querySelector("p").textContent);
  }
  const words = question.form === "bool" ? ["yes", "no"] : question.form === "mcq" ? question.letters : [];
  const buttons = words.length ? el("div", { class: "row choices", role: "group", "aria-label": "answers" }, words.map((word) => el("button", { type: "button", class: "primary", onclick: () => send(word) }, word))) : null;
  const written = el("form", { class: "column", onsubmit: (event) => { event.preventDefault(); send(box.value); } }, el("label", { for: "answer", class: words.length ? "" : "hidden" }, words.length ? "or in your own words" : "Your answer"), box,
    el("div", { class: "row" }, el("button", { class: words.length ? "" : "primary" }, "Check"), el("span", { class: "muted" }, "Ctrl and Enter check, too")));
  box.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(box.value); } });
  const counted = question.counted !== null ? el("p", { class: "warn" }, `You answered this before: "${question.counted.slice(0, 200)}". What you try now is practice.`) : null;
  fill(byId("main"), around(question.count),
    el("div", { class: "halves" }, el("section", { class: "panel" }, el("h2", {}, "The question"), el("pre", { tabindex: 0 }, question.prompt)),
      el("section", { class: "panel column stays" }, el("h2", {}, "Your answer"), counted, buttons, written, said,
        el("p", { class: "muted" }, `You are ${question.player}. ${question.consent}`))));
}

function around(count) {
  const link = (name, to) => to >= 0 && to < count ? el("a", { href: `/question/${to}` }, name) : null;
  return el("nav", { class: "row", "aria-label": "Questions" }, el("a", { href: "/" }, "All"), link("Previous", number - 1), link("Next", number + 1), el("span", { class: "muted" }, Number.isFinite(count) ? `${number + 1} of ${count}` : ""));
}

tutorial("Answering a question", [
  ["Read", "the question as a model reads it, and answer in the form that its last lines ask for."],
  ["Check.", "You see whether the answer is right, why, and which proof says so."],
  ["Slips do not count.", "An answer that cannot be read can be mended; the first one that can be read counts, and later ones are practice."],
]);
byId("help").textContent = "Help";
get(`/api/questions/${number}?${new URLSearchParams({ player: localStorage.getItem("player") ?? "" })}`).then(draw).catch((error) => { fill(byId("main"), around(Infinity)); failed(error); });
