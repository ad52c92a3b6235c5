// A laid-out graph: states as circles, edges as curves; a state that is chosen says what holds in it.
import { el, fill, svg } from "/static/dom.js";

const RADIUS = 15, MARGIN = 40;

export function graph(picture) {
  const { nodes, edges } = picture;
  const bends = edges.map((edge) => bent(nodes[edge.from], nodes[edge.to])).concat(nodes.map((node) => [node.x + MARGIN, node.y + MARGIN]));
  const [left, top] = [0, 1].map((axis) => Math.min(...bends.map((point) => point[axis])) - MARGIN);
  const [width, height] = [0, 1].map((axis) => Math.max(...bends.map((point) => point[axis])) + MARGIN - [left, top][axis]);
  const said = el("div", { class: "panel said", "aria-live": "polite" }, el("p", { class: "muted" }, "Choose a state (by mouse, or with Tab and Enter) to see what holds there and where it leads."));
  const lines = edges.map((edge) => {
    const { line, head } = drawn(nodes[edge.from], nodes[edge.to]);
    return svg("g", { class: "edge" }, svg("title", {}, `${nodes[edge.from].name} to ${nodes[edge.to].name}: ${edge.label}`), svg("path", { d: line }), svg("path", { d: head, class: "head" }));
  });
  const circles = nodes.map((node, number) => svg("g", { class: `node${number === 0 ? " first" : ""}${node.goal ? " goal" : ""}`, tabindex: 0, role: "button", "aria-label": `state ${node.name}${node.goal ? ", a goal" : ""}`, onclick: () => choose(number), onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(number); } } },
    svg("circle", { cx: node.x + MARGIN, cy: node.y + MARGIN, r: RADIUS }), svg("text", { x: node.x + MARGIN, y: node.y + MARGIN + 5 }, node.name)));
  function choose(number) {
    circles.forEach((circle, other) => circle.classList.toggle("chosen", other === number));
    lines.forEach((line, other) => { line.classList.toggle("out", edges[other].from === number); line.classList.toggle("in", edges[other].to === number && edges[other].from !== number); });
    const out = edges.filter((edge) => edge.from === number);
    fill(said, el("h3", {}, `State ${nodes[number].name}${number === 0 ? ", the first" : ""}${nodes[number].goal ? ", a goal" : ""}`),
      nodes[number].detail.length ? el("pre", {}, nodes[number].detail.join("\n")) : null,
      out.length ? el("ul", {}, out.map((edge) => el("li", {}, el("pre", {}, edge.label), `to state ${nodes[edge.to].name}`))) : el("p", {}, "Nothing leads on from here."));
  }
  const drawing = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, width, height, role: "group", "aria-label": `${nodes.length} states, ${edges.length} edges` }, lines, circles);
  const zoom = el("input", { type: "range", min: 25, max: 150, value: 100, "aria-label": "size of the graph in percent", oninput: () => size() });
  const size = () => { drawing.setAttribute("width", width * zoom.value / 100); drawing.setAttribute("height", height * zoom.value / 100); };
  return el("div", {}, el("p", { class: "row" }, el("span", { class: "muted" }, `${nodes.length} states, ${edges.length} edges; state ${nodes[0].name} is the first${nodes.some((node) => node.goal) ? "; thick green rings are goals" : ""}`), el("label", { class: "row" }, "Size", zoom)),
    el("div", { class: "scroll drawing", tabindex: 0, role: "group", "aria-label": "graph" }, drawing), said);
}

/** The line of an edge, and its arrow head. */
function drawn(one, other) {
  const [x1, y1, x2, y2] = [one.x + MARGIN, one.y + MARGIN, other.x + MARGIN, other.y + MARGIN];
  if (one === other) return { line: `M${x1 - 9} ${y1 - 12}C${x1 - 26} ${y1 - 42} ${x1 + 26} ${y1 - 42} ${x1 + 9} ${y1 - 12}`, head: arrow([x1 + 9, y1 - 12], [x1 + 20, y1 - 36]) };
  const middle = bent(one, other), from = towards([x1, y1], middle), to = towards([x2, y2], middle);
  return { line: `M${from}Q${middle} ${to}`, head: arrow(to, middle) };
}

/** The place where a line from a state's centre leaves its circle. */
function towards([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  return [x + (toX - x) / far * RADIUS, y + (toY - y) / far * RADIUS];
}

function arrow([x, y], [fromX, fromY]) {
  const far = Math.hypot(x - fromX, y - fromY) || 1, [dx, dy] = [(x - fromX) / far, (y - fromY) / far];
  return `M${x} ${y}L${x - 8 * dx + 4 * dy} ${y - 8 * dy - 4 * dx}L${x - 8 * dx - 4 * dy} ${y - 8 * dy + 4 * dx}z`;
}

/** The point that an edge is drawn towards on its way; edges that lead back bend more. */
function bent(one, other) {
  const [x1, y1, x2, y2] = [one.x + MARGIN, one.y + MARGIN, other.x + MARGIN, other.y + MARGIN];
  const bend = x2 > x1 ? 0.12 : 0.25;
  return [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
}
