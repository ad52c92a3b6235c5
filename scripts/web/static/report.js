// A report: tables that sort, and every answer one click away. Rows and questions stand packed in the page itself.
import { answered, outcome, prompted, truth } from "/static/asked.js";
import { byId, el, fill } from "/static/dom.js";

for (const head of document.querySelectorAll("thead th[scope=col]")) head.firstElementChild?.addEventListener("click", () => sort(head));

function sort(head) {
  const body = head.closest("table").tBodies[0], place = [...head.parentNode.children].indexOf(head);
  const down = head.getAttribute("aria-sort") !== "descending";
  for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const value = (row) => row.children[place].dataset.v ?? row.children[place].textContent;
  const order = (a, b) => (isNaN(a) || isNaN(b) ? String(a).localeCompare(b) : a - b);
  const rows = [...body.rows].sort((a, b) => order(value(a), value(b)));
  body.append(...(down ? rows.reverse() : rows));
}

const STEP = 100, FILTERS = ["agent", "outcome", "code"];
let rows = [], questions = {}, shown = [], many = STEP;

function open(row) {
  const question = questions[row.id] ?? {};
  fill(byId("question"), el("form", { method: "dialog" }, el("button", { autofocus: true }, "Close")), el("h2", { id: "question-text" }, row.id), el("p", { class: "muted" }, `${row.agent}, sample ${row.sample}`),
    el("div", { class: "column" }, answered(row), prompted(question.prompt, question.episode), truth(question.gold, question.truth)));
  byId("question").showModal();
}

function draw() {
  fill(byId("answers"), shown.slice(0, many).map((row) => el("tr", {}, el("th", { scope: "row" }, el("button", { type: "button", class: "link", onclick: () => open(row) }, row.id)),
    el("td", {}, row.agent), el("td", {}, row.value === null ? "-" : row.value.toFixed(2)), el("td", {}, outcome(row.outcome)), el("td", {}, row.code))));
  byId("more").hidden = shown.length <= many;
  byId("count").textContent = `${shown.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} answers`;
}

function filter() {
  const wanted = FILTERS.map((name) => [name, byId(name).value]).filter(([, value]) => value), words = byId("text").value.toLowerCase();
  shown = rows.filter((row) => wanted.every(([name, value]) => row[name] === value) && (!words || `${row.id} ${row.text}`.toLowerCase().includes(words)));
  many = STEP;
  draw();
}

async function unpack() {
  const bytes = Uint8Array.from(atob(byId("details").textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  ({ rows, questions } = JSON.parse(await new Response(stream).text()));
  byId("questions").hidden = !rows.length;
  for (const name of FILTERS) for (const value of [...new Set(rows.map((row) => row[name]))].sort()) byId(name).append(new Option(value));
  for (const name of [...FILTERS, "text"]) byId(name).addEventListener("input", filter);
  byId("more").addEventListener("click", () => { many += STEP; draw(); });
  filter();
}
unpack();
