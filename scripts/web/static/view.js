// The list of records: filters, pages of 100 rows. The filters stand in the address, so a list can be sent on.
import { outcome } from "/static/asked.js";
import { announce, byId, el, failed, fill, get, tutorial } from "/static/dom.js";

const NAMES = { kind: "Kind", family: "Family", task: "Task", domain: "Domain", form: "Form", level: "Level", outcome: "Outcome", code: "Code", agent: "Agent" };
const asked = new URLSearchParams(location.search);
let latest = 0;

const filters = el("form", { class: "filters", "aria-label": "Filters", onsubmit: (event) => event.preventDefault() });
const table = el("div", { class: "records" });
const pager = el("nav", { class: "row pager", "aria-label": "Pages" });
const notes = el("div", {});
const search = el("input", { type: "search", id: "text", value: asked.get("text") ?? "", placeholder: "part of an id", maxlength: 200 });

function change(name, value) {
  if (value === "") asked.delete(name); else asked.set(name, value);
  if (name !== "start") asked.delete("start");
  history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
  load();
}

function choice(name, counts) {
  const known = counts.filter(([value]) => value !== "");
  if (known.length < 2 && !asked.has(name)) return null;
  const options = known.map(([value, count]) => el("option", { value, selected: asked.get(name) === value }, `${value} (${count})`));
  if (asked.has(name) && !known.some(([value]) => value === asked.get(name))) options.push(el("option", { value: asked.get(name), selected: true }, `${asked.get(name)} (0)`));
  return el("label", {}, NAMES[name], el("select", { id: `by-${name}`, onchange: (event) => change(name, event.target.value) }, el("option", { value: "" }, "all"), options));
}

/** An id without what stands in other columns. */
const short = ({ id, family, task, domain }) => id.startsWith(`${family}/${task}/${domain}/`) ? id.slice(family.length + task.length + domain.length + 3) : id;

function row(record, columns) {
  const query = new URLSearchParams(asked);
  query.delete("start");
  const link = el("a", { href: `/record/${record.row}${query.size ? `?${query}` : ""}`, title: record.id, "aria-label": record.id }, short(record));
  return el("tr", {}, el("th", { scope: "row" }, link),
    columns.map((name) => el("td", { data: { name: NAMES[name] } }, name === "outcome" ? outcome(record[name]) : record[name])));
}

function draw(shown) {
  const several = Object.keys(NAMES).filter((name) => ["family", "task", "domain"].includes(name) || shown.counts[name].filter(([value]) => value !== "").length > 1 || asked.has(name));
  const focus = document.activeElement?.id;
  fill(filters, el("label", {}, "Id", search), Object.keys(NAMES).map((name) => choice(name, shown.counts[name])),
    asked.size ? el("button", { type: "button", onclick: () => { [...asked.keys()].forEach((name) => asked.delete(name)); search.value = ""; change("text", ""); } }, "Clear all") : null);
  if (focus) byId(focus)?.focus();
  const rows = shown.rows.map((record) => row(record, several));
  fill(table, rows.length ? el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Id"), several.map((name) => el("th", { scope: "col" }, NAMES[name])))),
    el("tbody", {}, rows)) : el("p", {}, "No record passes these filters."));
  const last = Math.max(0, Math.ceil(shown.found / shown.page) - 1) * shown.page;
  const go = (text, start, off) => el("button", { type: "button", disabled: off, onclick: () => { change("start", start || ""); scrollTo(0, 0); } }, text);
  const end = shown.start + rows.length;
  const said = shown.found ? `${(shown.start + 1).toLocaleString("en")} to ${end.toLocaleString("en")} of ${shown.found.toLocaleString("en")}` : "none";
  fill(pager, go("First", 0, shown.start === 0), go("Previous", Math.max(0, shown.start - shown.page), shown.start === 0),
    el("span", {}, said, shown.found < shown.all ? el("span", { class: "muted" }, ` (${shown.all.toLocaleString("en")} in all)`) : null),
    go("Next", shown.start + shown.page, end >= shown.found), go("Last", last, end >= shown.found));
  fill(notes, el("p", { class: "muted" }, "Files: ", shown.files.join(", ")),
    shown.damaged ? el("details", { class: "fault" }, el("summary", {}, `${shown.damaged} damaged ${shown.damaged === 1 ? "line was" : "lines were"} left out`),
      el("ul", {}, shown.faults.map((fault) => el("li", {}, fault))),
      shown.damaged > shown.faults.length ? el("p", {}, `and ${shown.damaged - shown.faults.length} more`) : null) : null);
  announce(`Records ${said}`);
}

async function load() {
  const mine = ++latest;
  try {
    const shown = await get(`/api/records?${asked}`);
    if (mine === latest) draw(shown);
  } catch (error) { failed(error); }
}

let waiting;
search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => change("text", search.value), 200); });
fill(byId("main"), filters, notes, pager, table);
tutorial("Looking at records", [
  ["Filter.", "Each list says how many records have a value, given the other filters. The address keeps your filters."],
  ["Open a record.", "Its page has the prompt as a model reads it, truth, answer and verdict, claims with their certificates, and pictures to step through."],
  ["Go on.", "On a record's page, the keys n and p lead to the next and the previous record of the list."],
]);
byId("help").textContent = "Help";
load();
