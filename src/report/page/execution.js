// ---- The execution ------------------------------------------------------------------------------------------------------
// Threads as columns, steps from top to bottom. The steps of an operation fold, a switch of threads stands out, an arrow
// leads from each write to the reads of other threads that saw it, and one location can be followed.

// The innermost place in the user's own code: the standard library works for its caller.
function ownPlace(where) {
  return where.find(({file}) => file !== "" && !file.startsWith("/usr/include") && !file.startsWith("/usr/lib")) ?? where[0];
}

const placeText = ({function: name, file, line}) => [file && `${baseName(file)}:${line}`, name].filter(Boolean).join(" ");

// An access without values, such as "the thread ends", is no location.
const isLocation = ({before, after}) => before !== "" || after !== "";

function accessText({object, writes, before, after}) {
  if (before === "" && after === "") return object;
  return writes ? `${object}: ${before} → ${after}` : `${object} = ${after}`;
}

function stepText(step) {
  const times = step.repeats > 1 ? `, ${grouped(step.repeats)} times` : "";
  return [step.verb, step.accesses.map(accessText).join(", ")].filter(Boolean).join(" ") + times;
}

const MOST_ARROWS = 300;  // in sight at once

class Execution {
  constructor(subject, selection) {
    Object.assign(this, {subject, selection, steps: subject.steps, folded: new Set(), location: "", origins: readsFrom(subject.steps)});
    this.threads = [...new Set(this.steps.map(({thread}) => thread))].sort((a, b) => a - b);
    this.columns = `4.8em repeat(${this.threads.length}, minmax(9em, 1fr)) minmax(14em, 24em)`;
    this.list = new VirtualList({id: "steps", label: "Steps of the execution", rowHeight: 26,
      render: (index) => this.renderRow(index), choose: (index) => this.choose(index), decorate: (first, last) => this.drawArrows(first, last)});
    this.list.node.addEventListener("keydown", (event) => this.onKey(event));
    this.filter = element("select", {id: "location", "aria-label": "Show only one location", onchange: () => this.follow(this.filter.value)},
      element("option", {value: ""}, "all locations"), this.locations().map((name) => element("option", {value: name}, name)));
    const hasOperations = this.steps.some(({operation}) => operation !== undefined);
    const tools = [this.filter, hasOperations && button("fold", "Fold the steps of all operations", () => this.foldAll(true)),
                   hasOperations && button("unfold", "Show all steps", () => this.foldAll(false))];
    this.values = element("div", {id: "values"});
    this.moment = new Moment(this.steps, subject.violation.source);
    const head = element("div", {class: "step-grid head", style: {"grid-template-columns": this.columns}},
      element("span", {}), this.threads.map((thread) => element("span", {}, threadName(thread))), element("span", {}, "where"));
    this.node = card("execution", "Execution", tools, element("div", {class: "columns"}, head, this.list.node), this.moment.node, this.values);
    selection.listen((_, origin) => this.onSelection(origin));
    this.makeRows();
  }

  locations() {
    return [...new Set(this.steps.flatMap(({accesses}) => accesses.filter(isLocation).map(({object}) => object)))].sort();
  }

  // A row is a step, or the head of a run of steps of one operation.
  makeRows() {
    this.rows = [];
    let thread, operation;
    this.steps.forEach((step, index) => {
      const switched = thread !== undefined && step.thread !== thread;
      const shown = this.location === "" || step.accesses.some(({object}) => object === this.location);
      if (step.operation !== undefined && (switched || step.operation !== operation || step.calls))
        this.rows.push({head: step.operation, thread: step.thread, switched, goesOn: !step.calls, indices: []});
      const head = step.operation === undefined ? undefined : this.rows.findLast((row) => row.head !== undefined);
      head?.indices.push(index);
      if (shown && !this.folded.has(step.operation)) this.rows.push({step, index, switched: switched && !head});
      thread = step.thread;
      operation = step.operation;
    });
    this.arrows = this.findArrows();
    this.list.show(this.rows.length);
    this.list.node.style.height = `${Math.min(24, this.rows.length) * this.list.rowHeight + 2}px`;
  }

  // Between rows, from a write to a read of another thread. A folded step is at the head of its operation.
  findArrows() {
    const rowOf = new Map();
    this.rows.forEach((row, at) => { if (row.step) rowOf.set(row.index, at); });
    this.rows.forEach((row, at) => { if (row.head !== undefined && this.folded.has(row.head)) for (const index of row.indices) rowOf.set(index, at); });
    return this.origins.flatMap((origins, to) => origins
      .filter((from) => this.steps[from].thread !== this.steps[to].thread && rowOf.has(from) && rowOf.has(to) && rowOf.get(from) !== rowOf.get(to))
      .map((from) => ({from: rowOf.get(from), to: rowOf.get(to)})));
  }

  // In the margin, those that come near the visible rows.
  drawArrows(first, last) {
    const height = this.list.rowHeight, middle = (row) => (row + 0.5) * height;
    const near = this.arrows.filter(({from, to}) => to >= first && from < last).slice(0, MOST_ARROWS);
    if (near.length === 0) return [];
    const drawn = near.map(({from, to}) => {
      const current = from === this.list.active || to === this.list.active, reach = 30 - Math.min(24, 6 + 2 * (to - from));
      const start = middle(from) + 4, end = middle(to) - 3;
      return shape("g", {class: current ? "reads-from current" : "reads-from"},
        shape("path", {d: `M32 ${start} C${reach} ${start} ${reach} ${end} 29 ${end}`}),
        shape("path", {class: "tip", d: `M34 ${end} l-7 -3.5 v7 z`}));
    });
    return [shape("svg", {class: "arrows", width: "40", height: String(this.rows.length * height), "aria-hidden": "true"}, drawn)];
  }

  renderRow(index) {
    const row = this.rows[index], {history} = this.subject;
    const thread = row.head === undefined ? row.step.thread : row.thread;
    const column = String(2 + this.threads.indexOf(thread));
    const selected = this.selection.operation !== undefined && (row.head ?? row.step.operation) === this.selection.operation;
    const node = element("div", {class: `step-grid${row.switched ? " switch" : ""}${selected ? " of-selected" : ""}${row.head !== undefined ? " head-row" : ""}`,
      style: {"grid-template-columns": this.columns}});
    if (row.head !== undefined) {
      const closed = this.folded.has(row.head);
      node.append(element("span", {class: "run", style: {"grid-column": column}},
        button(closed ? "▸" : "▾", closed ? "Show its steps" : "Fold its steps", (event) => { event.stopPropagation(); this.fold(row.head, !closed); }, {class: "fold", tabindex: "-1"}),
        `${history.byId.get(row.head).text}`, element("small", {class: "quiet"}, ` ${row.goesOn ? "goes on, " : ""}${plural(row.indices.length, "step")}`)));
      return node;
    }
    const place = ownPlace(row.step.where);
    node.append(element("span", {class: "number"}, String(row.index + 1)),
      element("span", {class: `did${row.step.accesses.some(({writes}) => writes) ? " writes" : ""}`, style: {"grid-column": column}, title: stepText(row.step)}, stepText(row.step)),
      element("span", {class: "place", style: {"grid-column": "-2"}, title: place ? placeText(place) : ""}, place ? placeText(place) : ""));
    return node;
  }

  choose(index) {
    const row = this.rows[index];
    if (row.step) this.moment.show(row.index); else this.moment.hide();
    const operation = row.head ?? row.step.operation;
    this.selection.change(operation === undefined ? {moment: row.index} : {operation, moment: row.index}, "execution");
  }

  // To the step before or after the current one; folded ones unfold.
  stepBy(by) {
    const current = this.rows[this.list.active];
    const from = current?.index ?? (current ? current.indices[0] - (by > 0 ? 1 : 0) : by > 0 ? -1 : this.steps.length);
    this.goTo(Math.min(this.steps.length - 1, Math.max(0, from + by)));
  }

  goTo(index) {
    const {operation} = this.steps[index];
    if (this.folded.has(operation)) this.fold(operation, false);
    const row = this.rows.findIndex((other) => other.index === index);
    if (row >= 0) this.list.activate(row);
  }

  onSelection(origin) {
    if (origin !== "execution" && this.selection.operation !== undefined) {
      const first = this.rows.findIndex((row) => (row.head ?? row.step.operation) === this.selection.operation);
      if (first >= 0) this.list.activate(first, {quietly: true});
    }
    this.list.draw();
  }

  fold(operation, closed) {
    if (closed) this.folded.add(operation); else this.folded.delete(operation);
    this.makeRows();
  }

  foldAll(closed) {
    this.folded = new Set(closed ? this.steps.map(({operation}) => operation).filter((operation) => operation !== undefined) : []);
    this.makeRows();
  }

  onKey(event) {
    const row = this.rows[this.list.active];
    const operation = row && (row.head ?? row.step.operation);
    if (operation === undefined || !["Enter", " ", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    this.fold(operation, event.key === "ArrowLeft" || (event.key !== "ArrowRight" && !this.folded.has(operation)));
    this.list.activate(this.rows.findIndex((other) => other.head === operation), {quietly: true});
  }

  // The values of one location over time.
  follow(location) {
    this.location = location;
    this.makeRows();
    if (location === "") return this.values.replaceChildren();
    const touched = this.steps.flatMap((step, index) =>
      step.accesses.filter(({object}) => object === location).map((access) => ({step, index, access})));
    this.values.replaceChildren(element("h3", {}, `${location} over time`), element("table", {class: "values"},
      element("thead", {}, element("tr", {}, ["step", "thread", "", "value", "where"].map((name) => element("th", {}, name)))),
      element("tbody", {}, touched.slice(0, PRINTED_ROWS).map(({step, index, access}) => element("tr", {class: access.writes ? "writes" : ""},
        element("td", {}, String(index + 1)), element("td", {}, String(step.thread)), element("td", {}, step.verb),
        element("td", {}, element("code", {}, access.writes ? `${access.before} → ${access.after}` : access.after)),
        element("td", {class: "quiet"}, ownPlace(step.where) ? placeText(ownPlace(step.where)) : ""))))));
  }
}
