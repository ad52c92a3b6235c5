// Elements, requests and dialogs. Text is only ever set as text: nothing here, or on top of it, parses HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.entries(value).forEach(([key, to]) => element.style.setProperty(key, to));
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** el("button", {class: "big", onclick: f}, "text", child, ...): an element; texts become text nodes. */
export const el = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

/** The same for a part of an SVG drawing. */
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

export const byId = (name) => document.getElementById(name);

/** Replace what stands in an element. */
export const fill = (element, ...children) => {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

/** Say something to those who do not see the page. */
export const announce = (text) => { byId("status").textContent = text; };

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is `certwright` still running in the terminal?");
  }
  const said = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw new Error(said.error ?? `The server answered ${response.status}.`);
  return said;
}

/** GET an address: the data, or an Error with the server's message. */
export const get = (path) => answer(path, {});

/** POST an object to an address. */
export const post = (path, body) =>
  answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Ask back; resolves to true for yes. Escape means no. */
export function confirmed(text, yes = "Yes", no = "No") {
  const dialog = byId("question");
  return new Promise((resolve) => {
    const close = (value) => () => { dialog.returnValue = value; dialog.close(); };
    fill(dialog, el("p", { id: "question-text" }, text), el("p", { class: "row" },
      el("button", { type: "button", class: "primary", onclick: close("yes") }, yes),
      el("button", { type: "button", autofocus: true, onclick: close("") }, no)));
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });
}

/** Fill the tutorial and show its button; `open` shows it at once. Steps are pairs of a head and a text. */
export function tutorial(title, steps, open = false) {
  const dialog = byId("tutorial"), help = byId("help");
  fill(dialog, el("h2", { id: "tutorial-title" }, title),
    el("ol", { class: "steps" }, steps.map(([head, text]) => el("li", {}, el("strong", {}, head), " ", text))),
    el("p", { class: "row" }, el("button", { type: "button", class: "primary", autofocus: true, onclick: () => dialog.close() }, "Got it")));
  help.hidden = false;
  help.onclick = () => dialog.showModal();
  if (open && !dialog.open) dialog.showModal();
}

/** Show an error where the page is, and say it. */
export function failed(error) {
  const place = byId("main");
  place.querySelectorAll(":scope > .fault, :scope > .loading").forEach((one) => one.remove());
  place.prepend(el("p", { class: "fault", role: "alert" }, error.message ?? String(error)));
}

/** Whether a key press is meant for a field, or for a dialog, and not for the page. */
export const typing = (event) =>
  event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") !== null ||
  event.target.closest?.("input:not([type=range],[type=checkbox],[type=radio]), textarea, select, [contenteditable]") !== null;

/** What this browser remembers; nothing where it must not, as in a file that is shown inside another page. */
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

function dress() {
  const root = document.documentElement, button = byId("theme");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const show = () => { button.textContent = dark() ? "Light" : "Dark"; };
  const stored = remembered("theme");
  if (stored === "dark" || stored === "light") root.dataset.theme = stored;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    show();
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* it lasts as long as the page */ }
  });
  show();
}
dress();

/** Draw anew what lies under an element, and put the focus back on what has the same `data-key`. */
export function keepFocus(root, draw) {
  const active = document.activeElement, key = root.contains(active) ? active.dataset.key : undefined;
  draw();
  if (key !== undefined && document.activeElement !== active)
    [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus({ preventScroll: true });
}
