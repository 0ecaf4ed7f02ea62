// ---- The graph of a memory of words ---------------------------------------------------------------------------------------
// For specification mwcas: the operations of the core, what must come before what, and the cycle, fork or orphan that makes
// an order impossible. A row per thread; an operation that returned before another was called is to the left of it.

const NODE = {height: 34, character: 7.4, padding: 22, column: 120, row: 96, longest: 40, margin: 26};

const FLAWS = {
  cycle: "These operations wait for each other, so none can come first.",
  fork: "Two operations replaced the same word: whichever came first, the other one could not have found it.",
  orphan: "It failed, though nothing had replaced what it expected.",
  value: "A value was found that nothing wrote.",
  none: "What is in the way is not among these relations alone.",
};

function relationWords({relation, location, value}) {
  const word = `${inWords(location)} = ${JSON.stringify(value)}`;
  return {before: "returned first", "reads-from": `${word} read`, overwrites: `${word} replaced`, fails: `${word} expected`}[relation];
}

function relationSentence(edge, from, to) {
  const word = `${inWords(edge.location)} = ${JSON.stringify(edge.value)}`;
  if (edge.relation === "before") return `${from} returned before ${to} was called.`;
  if (edge.relation === "reads-from") return `${to} found ${word}${from ? `, which ${from} wrote` : ""}.`;
  if (edge.relation === "overwrites") return `${from} found ${word} before ${to} replaced it.`;
  return `${to} did not find ${word}, because ${from} had replaced it.`;
}

// Operations in columns: each to the right of all that must come before it in time.
function placeNodes(history, ids) {
  const nodes = new Map();
  const operations = ids.map((id) => history.byId.get(id)).sort((a, b) => a.call - b.call);
  const threads = history.threads.filter((thread) => operations.some((operation) => operation.thread === thread));
  for (const operation of operations) {
    const before = operations.filter((other) => nodes.has(other.id) && (history.precedes(other, operation) || other.thread === operation.thread));
    const text = operation.text.length <= NODE.longest ? operation.text : operation.text.slice(0, NODE.longest - 1) + "…";
    nodes.set(operation.id, {operation, text, width: text.length * NODE.character + NODE.padding, row: threads.indexOf(operation.thread),
      column: before.reduce((column, other) => Math.max(column, nodes.get(other.id).column + 1), 1)});
  }
  return {nodes, rows: threads.length};
}

// Where the line from the middle of a node to a point leaves it.
function border({x, y, width}, to) {
  const dx = to.x - x, dy = to.y - y;
  const share = Math.min(width / 2 / Math.max(1e-9, Math.abs(dx)), NODE.height / 2 / Math.max(1e-9, Math.abs(dy)));
  return {x: x + dx * share, y: y + dy * share};
}

class WordGraph {
  constructor(subject, selection) {
    Object.assign(this, {subject, selection, graph: subject.graph});
    const {history} = subject;
    const {nodes, rows} = placeNodes(history, [...subject.core]);
    this.nodes = nodes;
    if (this.graph.edges.some(({from}) => from === undefined)) {
      const text = "initially";
      nodes.set(undefined, {text, width: text.length * NODE.character + NODE.padding, column: 0, row: (rows - 1) / 2});
    }
    this.layOut(rows);
    this.node = card("graph", "What must come before what", [], element("p", {}, FLAWS[this.graph.flaw]),
      element("div", {class: "scroll"}, this.draw()), element("ol", {class: "reasons", id: "graph-reasons"}, this.reasons()));
    selection.listen(() => this.mark());
    this.mark();
  }

  layOut(rows) {
    const widest = [];
    for (const {column, width} of this.nodes.values()) widest[column] = Math.max(widest[column] ?? 0, width);
    let x = NODE.margin;
    const middles = [];
    for (let column = 0; column < widest.length; ++column) {
      if (widest[column] === undefined) continue;
      middles[column] = x + widest[column] / 2;
      x += widest[column] + NODE.column;
    }
    this.width = x - NODE.column + NODE.margin;
    this.height = rows * NODE.row + NODE.margin;
    for (const node of this.nodes.values()) Object.assign(node, {x: middles[node.column], y: node.row * NODE.row + NODE.row / 2 + NODE.margin / 2});
  }

  // Relations of one pair in one direction are one arrow.
  arrows() {
    const arrows = new Map();
    for (const edge of this.graph.edges) {
      const key = `${edge.from} ${edge.to}`;
      if (!arrows.has(key)) arrows.set(key, {from: this.nodes.get(edge.from), to: this.nodes.get(edge.to), edges: []});
      arrows.get(key).edges.push(edge);
    }
    return [...arrows.values()];
  }

  draw() {
    const head = (name) => shape("marker", {id: `arrow-${name}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse"},
      shape("path", {d: "M0 0 L10 5 L0 10 z", class: `head ${name}`}));
    const arrows = this.arrows().map((arrow) => this.drawArrow(arrow));
    return shape("svg", {class: "word-graph", role: "img", "aria-label": "Graph of what must come before what", width: this.width, height: this.height,
      viewBox: `0 0 ${this.width} ${this.height}`}, shape("defs", {}, head("plain"), head("offending")),
      arrows.map(({line}) => line), [...this.nodes.values()].map((node) => this.drawNode(node)), arrows.map(({label}) => label));
  }

  // Bent to the left of its direction, so that there and back are apart.
  drawArrow({from, to, edges}) {
    const look = edges.some(({offending}) => offending) ? "offending" : "plain";
    const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
    const bend = Math.min(60, 16 + length / 8);
    const middle = {x: (from.x + to.x) / 2 + dy / length * bend, y: (from.y + to.y) / 2 - dx / length * bend};
    const start = border(from, middle), end = border(to, middle);
    const lines = edges.map(relationWords);
    const x = (start.x + 2 * middle.x + end.x) / 4, y = (start.y + 2 * middle.y + end.y) / 4 - (lines.length - 1) * 6.5;
    const said = from.operation || look === "offending";  // what all find in the beginning needs no words
    return {
      line: shape("path", {class: `arrow ${look}${from.operation ? "" : " initial"}`, d: `M${start.x} ${start.y} Q${middle.x} ${middle.y} ${end.x} ${end.y}`, "marker-end": `url(#arrow-${look})`}),
      label: said && shape("text", {class: `arrow-label ${look}`, x, y}, lines.map((text, index) => shape("tspan", {x, dy: index === 0 ? 4 : 13}, text))),
    };
  }

  drawNode(node) {
    const {operation, text, x, y, width} = node, {graph, selection} = this;
    if (!operation) return shape("text", {class: "node-text quiet", x, y: y + 4}, text);
    const bad = graph.orphans.includes(operation.id) || graph.edges.some((edge) => edge.offending && edge.to === operation.id);
    node.box = shape("g", {class: `node${bad ? " offending" : ""}`, tabindex: "0", role: "button", "data-operation": operation.id,
      onclick: () => selection.change({operation: operation.id}, "graph"),
      onkeydown: (event) => { if (event.key === "Enter") selection.change({operation: operation.id}, "graph"); }},
      shape("rect", {x: x - width / 2, y: y - NODE.height / 2, width, height: NODE.height, rx: 7}),
      shape("text", {class: "node-text", x, y: y + 4}, text),
      shape("text", {class: "node-thread", x: x - width / 2 + 2, y: y - NODE.height / 2 - 5}, threadName(operation.thread)),
      shape("title", {}, operation.text));
    return node.box;
  }

  reasons() {
    const {graph, subject: {history}} = this, text = (id) => id === undefined ? "" : history.byId.get(id).text;
    const orphans = graph.orphans.map((id) => element("li", {}, `${text(id)} failed, and nothing had replaced what it expected.`));
    return [...orphans, ...graph.edges.filter(({offending}) => offending).map((edge) => element("li", {}, relationSentence(edge, text(edge.from), text(edge.to))))];
  }

  mark() {
    for (const [id, {box}] of this.nodes) box?.classList.toggle("selected", id === this.selection.operation);
  }
}
