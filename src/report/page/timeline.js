// ---- The timeline -----------------------------------------------------------------------------------------------------
// A lane per thread, time from left to right. Only precedence has to be visible, not duration: an operation that returned
// before another was called ends to the left of it, and between the two there is room for labels and for the numbered points
// of an order.

const LABEL = {character: 7.3, padding: 22, longest: 44};
const GAP = {call: 16, point: 10, end: 8, crash: 22};
const BAR = {height: 30, lane: 54, names: 104};
const LARGEST_START = 1.8;  // zoom of a history that would leave most of its lanes empty
const LONG = 200;  // operations, beyond which a violation is first shown by its core alone
const MOST_VISIBLE = 200;  // arrows
const MOST_BARS = 1500;  // in sight at once: zooming out ends there

const shortened = (text) => text.length <= LABEL.longest ? text : text.slice(0, LABEL.longest - 1) + "…";
const labelWidth = (text) => shortened(text).length * LABEL.character + LABEL.padding;
const pointWidth = (place) => 14 + 7 * String(place).length;

const KINDS = {call: 0, point: 1, end: 2, crash: 3};

// Calls, points, ends and crashes in the order in which they are drawn. A point comes as early as its place in the order
// allows: right after the last call of those up to it.
function eventsOf(history, order) {
  const events = [];
  for (const operation of history.operations) {
    events.push({kind: KINDS.call, rank: operation.call, operation, turn: 0});
    if (operation.end !== Infinity) events.push({kind: KINDS.end, rank: operation.end, operation, turn: 0});
  }
  for (const crash of history.crashes) events.push({kind: KINDS.crash, rank: crash.at, crash, turn: 0});
  let latest = -Infinity;
  (order?.points ?? []).forEach((id, turn) => {
    const operation = history.byId.get(id);
    if (!operation) return;
    latest = Math.max(latest, operation.call);
    events.push({kind: KINDS.point, rank: latest, operation, turn});
  });
  return events.sort((a, b) => a.rank - b.rank || a.kind - b.kind || a.turn - b.turn);
}

// Gives operations their `from`, `to` and `point`, crashes their `x`, and returns the width of the picture.
function layOut(history, order) {
  let x = GAP.call, last = KINDS.call;
  for (const operation of history.operations) operation.point = undefined;
  for (const {kind, operation, crash} of eventsOf(history, order)) {
    if (kind === KINDS.call) {
      if (last !== KINDS.call) x += GAP.call;
      operation.from = x;
    } else if (kind === KINDS.point) {
      const half = pointWidth(order.place.get(operation.id)) / 2;
      x = Math.max(x, operation.from) + GAP.point + half;
      operation.point = x;
      x += half;
    } else if (kind === KINDS.end) {
      x = Math.max(last === KINDS.end ? x : x + GAP.end, operation.from + labelWidth(operation.text));
      operation.to = x;
    } else {
      x += GAP.crash;
      crash.x = x;
      for (const cut of history.operations) if (cut.fate === "crashed" && cut.end === crash.at) cut.to = x;
    }
    last = kind;
  }
  const open = history.operations.filter((operation) => operation.end === Infinity);
  const width = open.reduce((widest, operation) => Math.max(widest, operation.from + labelWidth(operation.text) + 20), x);
  for (const operation of open) operation.to = width;
  return width + GAP.call;
}

// Lanes whose operations do not overlap: one per thread, more if a thread has several at a time.
function lanesOf(history) {
  const lanes = [];
  const ofThread = new Map(history.threads.map((thread) => [thread, []]));
  for (const operation of history.operations) ofThread.get(operation.thread).push(operation);
  for (const thread of history.threads) {
    const own = [];
    for (const operation of ofThread.get(thread).sort((a, b) => a.from - b.from)) {
      let lane = own.find(({operations}) => operations.at(-1).to <= operation.from);
      if (!lane) own.push(lane = {thread, first: own.length === 0, operations: []});
      lane.operations.push(operation);
    }
    lanes.push(...own);
  }
  lanes.forEach((lane, number) => lane.operations.forEach((operation) => operation.lane = number));
  return lanes;
}

// The first operation of a lane that ends at or after x.
function firstFrom(operations, x) {
  let low = 0, high = operations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (operations[middle].to < x) low = middle + 1; else high = middle;
  }
  return low;
}

class Timeline {
  constructor(subject, selection) {
    Object.assign(this, {subject, selection, history: subject.history, zoom: 1, hovered: undefined});
    this.onlyCore = subject.core.size > 0 && this.history.operations.length > LONG;
    this.buildView();
    this.draw = oncePerFrame(() => this.drawNow());
    this.scroller.addEventListener("scroll", this.draw, {passive: true});
    this.scroller.addEventListener("wheel", (event) => this.onWheel(event), {passive: false});
    this.scroller.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => { this.drawMap(); this.draw(); }).observe(this.scroller);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawMap());
    selection.listen((_, origin) => this.onSelection(origin));
    this.relayOut();
  }

  buildView() {
    const {history, subject} = this;
    this.canvas = element("canvas", {"aria-hidden": "true"});
    this.frame = element("div", {class: "map-frame"});
    this.map = element("div", {class: "map", title: "The whole history: click or drag to go there"}, this.canvas, this.frame);
    this.map.addEventListener("pointerdown", (event) => this.dragMap(event));
    this.names = element("div", {class: "lane-names"});
    this.bars = element("div", {class: "bars"});
    this.scroller = element("div", {class: "lanes", id: "lanes", role: "listbox", tabindex: "0",
      "aria-label": "Operations by thread. Left and right go along a thread, up and down to the next one."}, this.names, this.bars);
    this.facts = element("div", {class: "operation-facts", id: "operation-facts", "aria-live": "polite"});
    this.search = element("input", {type: "search", id: "search", placeholder: "find an operation, value or thread",
      "aria-label": "Find an operation, value or thread", oninput: () => this.find(0),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.find(event.shiftKey ? -1 : 1); } }});
    this.found = element("span", {class: "quiet", id: "found"});
    const canHide = subject.core.size > 0 && subject.core.size < history.operations.length;
    this.coreSwitch = canHide && button("core only", "Leave out all operations that are not of the core", () => this.showOnlyCore(!this.onlyCore), {id: "core-only"});
    const tools = [this.search, this.found,
      button("−", "Zoom out (-)", () => this.setZoom(this.zoom / 1.4), {"aria-label": "Zoom out"}),
      button("+", "Zoom in (+)", () => this.setZoom(this.zoom * 1.4), {"aria-label": "Zoom in"}),
      button("fit", "As much as fits (0)", () => this.setZoom(0)),
      this.coreSwitch];
    this.node = card("timeline", "Timeline", tools, this.map, this.scroller, this.legend(), this.facts,
      history.partial && element("p", {class: "quiet"},
        "This history gives its order explicitly: places are one way in which it may have happened. Select an operation to see what precedes it."));
    if (subject.culprit !== undefined) this.selection.operation = subject.culprit;
  }

  legend() {
    const any = (test) => this.history.operations.some(test);
    const entries = [
      [this.subject.culprit !== undefined, "culprit", "cannot be placed"],
      [this.subject.core.size > 1, "core", "the core: a violation by itself"],
      [any(({fate}) => fate === "open" || fate === "pending"), "pending", "has not returned"],
      [any(({fate}) => fate === "crashed"), "crashed", "cut off by a crash"],
      [this.subject.orders.length > 0, "point", "where it takes effect"],
      [true, "before", "before the selected one"],
      [true, "after", "after it"],
      [this.subject.orders.some(({steps}) => steps.some(({sees}) => sees)), "seen", "visible to it"],
      [this.subject.explanation?.must_see, "sees", "what it would have had to see"],
      [this.subject.explanation?.must_see, "must-see", "what the model makes it see"],
    ];
    return element("div", {class: "legend"},
      entries.filter(([shown]) => shown).map(([, look, text]) => element("span", {}, element("i", {class: `swatch ${look}`}), text)));
  }

  get order() { return this.subject.orders[this.selection.order]; }
  get focus() { return this.history.byId.get(this.hovered ?? this.selection.operation); }

  // The operations shown: all, or those of the core.
  get shown() {
    if (!this.onlyCore) return this.history;
    const operations = this.history.operations.filter(({id}) => this.isOfCore(id));
    const threads = new Set(operations.map(({thread}) => thread));
    return {operations, crashes: this.history.crashes, byId: new Map(operations.map((operation) => [operation.id, operation])),
            threads: this.history.threads.filter((thread) => threads.has(thread))};
  }

  isOfCore(id) { return this.subject.core.has(id) || id === this.subject.culprit; }

  showOnlyCore(only) {
    this.onlyCore = only;
    this.relayOut();
    this.reveal(this.focus);
  }

  relayOut() {
    const whole = this.history;
    this.whole = {width: layOut(whole, this.order), lanes: lanesOf(whole)};
    this.whole.boxes = whole.operations.map(({id, from, to, lane}) => ({id, from, to, lane}));
    const {shown} = this;
    this.width = this.onlyCore ? layOut(shown, this.order) : this.whole.width;
    this.lanes = this.onlyCore ? lanesOf(shown) : this.whole.lanes;
    if (this.coreSwitch) this.coreSwitch.setAttribute("aria-pressed", String(this.onlyCore));
    this.laidOut = this.order;
    this.startZoom();
  }

  startZoom() {
    this.setZoom(Math.min(LARGEST_START, Math.max(1, (this.scroller.clientWidth - BAR.names) / this.width)));
  }

  setZoom(zoom) {
    const room = Math.max(200, this.scroller.clientWidth - BAR.names);
    const smallest = Math.min(1, Math.max(room / this.width, room * this.history.operations.length / this.width / MOST_BARS));
    const middle = (this.scroller.scrollLeft + room / 2) / this.zoom;
    this.zoom = Math.min(4, Math.max(smallest, zoom));
    const height = this.lanes.length * BAR.lane + 8;
    this.bars.style.width = `${Math.max(room, this.width * this.zoom) + BAR.names}px`;
    this.bars.style.height = this.names.style.height = `${height}px`;
    this.scroller.scrollLeft = middle * this.zoom - room / 2;
    this.drawMap();
    this.draw();
  }

  drawNow() {
    const {scrollLeft, scrollTop, clientWidth, clientHeight} = this.scroller;
    const left = scrollLeft / this.zoom - 50, right = (scrollLeft + clientWidth) / this.zoom + 50;
    const firstLane = Math.max(0, Math.floor(scrollTop / BAR.lane)), lastLane = Math.ceil((scrollTop + clientHeight) / BAR.lane);
    const names = [], shown = [];
    const seen = this.seenBy(this.focus);
    for (let number = firstLane; number < Math.min(lastLane, this.lanes.length); ++number) {
      const lane = this.lanes[number], top = `${number * BAR.lane}px`;
      names.push(element("div", {class: "lane-name", style: {top}, title: threadName(lane.thread)}, lane.first ? threadName(lane.thread) : ""));
      shown.push(element("div", {class: "lane-line", style: {top}}));
      for (let at = firstFrom(lane.operations, left); at < lane.operations.length && lane.operations[at].from <= right; ++at)
        shown.push(...this.drawOperation(lane.operations[at], seen));
    }
    for (const crash of this.history.crashes) if (crash.x >= left && crash.x <= right) shown.push(this.drawCrash(crash));
    this.names.replaceChildren(...names);
    this.bars.replaceChildren(...shown, ...this.drawVisibility());
    const active = this.selection.operation;
    if (active !== undefined) this.scroller.setAttribute("aria-activedescendant", `operation-${active}`);
    this.frame.style.left = `${100 * scrollLeft / this.zoom / this.width}%`;
    this.frame.style.width = `${Math.min(100, 100 * (clientWidth - BAR.names) / this.zoom / this.width)}%`;
  }

  // The style of an operation relative to the current one.
  relation(operation, seen) {
    const focus = this.focus;
    if (!focus || focus === operation) return "";
    return ` ${this.history.relation(focus, operation)}${seen?.has(operation.id) ? " seen" : ""}`;
  }

  seenBy(operation) {
    const place = operation && this.order?.place.get(operation.id);
    const sees = place && this.order.steps[place - 1].sees;
    return sees && new Set(sees);
  }

  drawOperation(operation, seen) {
    const {subject, selection, order, zoom} = this;
    const role = operation.id === subject.culprit ? " culprit" : subject.core.has(operation.id) ? " core" : subject.core.size > 0 ? " other" : "";
    const selected = operation.id === selection.operation;
    const top = operation.lane * BAR.lane + 4, left = operation.from * zoom + BAR.names;
    const bar = element("div", {class: `bar ${operation.fate}${role}${this.relation(operation, seen)}${selected ? " selected" : ""}`,
      id: `operation-${operation.id}`, role: "option", "aria-selected": String(selected),
      "aria-label": `${operation.text}, ${threadName(operation.thread)}`, title: operation.text,
      style: {left: `${left}px`, top: `${top}px`, width: `${Math.max(2, (operation.to - operation.from) * zoom)}px`},
      onclick: () => { this.scroller.focus({preventScroll: true}); this.choose(operation); },
      onpointerenter: () => this.hover(operation.id), onpointerleave: () => this.hover(undefined)},
      element("span", {class: "label"}, shortened(operation.text)));
    if (operation.point === undefined || !order) return [bar];
    const place = order.place.get(operation.id), done = place <= selection.step;
    const point = element("div", {class: `point${done ? " done" : ""}${place === selection.step ? " current" : ""}`, "aria-hidden": "true",
      style: {left: `${operation.point * zoom + BAR.names}px`, top: `${top + BAR.height + 4}px`}}, zoom > 0.45 ? String(place) : "");
    if (operation.point <= operation.to) return [bar, point];
    const tail = element("div", {class: "tail", style: {left: `${operation.to * zoom + BAR.names}px`, top: `${top + BAR.height / 2}px`,
      width: `${(operation.point - operation.to) * zoom}px`}});
    return [bar, tail, point];
  }

  // What the operation sees, and for a weak violation what it would have had to see, and what the model makes it see.
  visibleTo(operation) {
    if (!operation) return [];
    const {explanation, culprit} = this.subject;
    if (operation.id !== culprit || !explanation?.must_see) return [...(this.seenBy(operation) ?? [])].map((id) => ({id, look: "sees"}));
    const would = new Set(explanation.would_see);
    return [...explanation.would_see.map((id) => ({id, look: "sees"})),
            ...explanation.must_see.filter((id) => !would.has(id)).map((id) => ({id, look: "must-see"}))];
  }

  // An arrow from each of these to the current operation.
  drawVisibility() {
    const to = this.focus, {zoom} = this, laidOut = this.shown.byId;
    if (!to || !laidOut.has(to.id)) return [];
    const middle = ({from, to: end}) => (from + Math.min(end, from + LABEL.padding * 4)) / 2 * zoom + BAR.names;
    const arrows = this.visibleTo(to).slice(0, MOST_VISIBLE).map(({id, look}) => ({from: laidOut.get(id), look})).filter(({from}) => from);
    if (arrows.length === 0) return [];
    const drawn = arrows.map(({from, look}) => {
      const down = to.lane > from.lane, level = to.lane === from.lane;
      const start = {x: middle(from), y: from.lane * BAR.lane + 4 + (down ? BAR.height : 0)};
      const end = {x: middle(to), y: to.lane * BAR.lane + 4 + (down || level ? 0 : BAR.height)};
      const bend = level ? -14 : (end.y - start.y) / 2;
      return shape("g", {class: look}, shape("path", {d: `M${start.x} ${start.y} C${start.x} ${start.y + bend} ${end.x} ${end.y - (level ? 14 : bend)} ${end.x} ${end.y}`}),
        shape("circle", {cx: end.x, cy: end.y, r: 3.5}));
    });
    return [shape("svg", {class: "visibility", width: this.bars.style.width, height: this.bars.style.height, "aria-hidden": "true"}, drawn)];
  }

  drawCrash(crash) {
    const lanes = crash.thread === undefined ? this.lanes : this.lanes.filter(({thread}) => thread === inWords(crash.thread));
    const first = this.lanes.indexOf(lanes[0]);
    return element("div", {class: "crash", title: crash.thread === undefined ? "all threads crash" : `${threadName(crash.thread)} crashes`,
      style: {left: `${crash.x * this.zoom + BAR.names}px`, top: `${first * BAR.lane}px`, height: `${lanes.length * BAR.lane}px`}});
  }

  // The whole history, small.
  drawMap() {
    const scale = devicePixelRatio || 1, width = this.map.clientWidth, rows = Math.min(this.whole?.lanes.length ?? 0, 48);
    this.map.hidden = !this.whole || (!this.onlyCore && this.width * this.zoom <= this.scroller.clientWidth - BAR.names);
    this.frame.hidden = this.onlyCore;
    if (this.map.hidden || width === 0) return;
    const height = Math.max(14, Math.min(64, rows * 5));
    this.map.style.height = this.canvas.style.height = `${height}px`;
    Object.assign(this.canvas, {width: width * scale, height: height * scale});
    const pen = this.canvas.getContext("2d"), style = getComputedStyle(this.node);
    const paint = (operations, colour) => {
      pen.fillStyle = style.getPropertyValue(colour);
      for (const {from, to, lane} of operations) {
        const x = from / this.whole.width * width * scale, y = lane % rows * height / rows * scale;
        pen.fillRect(x, y, Math.max(1, (to - from) / this.whole.width * width * scale - 0.5), Math.max(1, height / rows * scale - 1));
      }
    };
    const {core, culprit} = this.subject;
    const {boxes} = this.whole;
    paint(boxes, "--bar-strong");
    paint(boxes.filter(({id}) => core.has(id)), "--core-strong");
    paint(boxes.filter(({id}) => id === culprit), "--bad");
  }

  dragMap(event) {
    if (this.onlyCore) this.showOnlyCore(false);
    const go = ({clientX}) => {
      const box = this.map.getBoundingClientRect();
      this.scroller.scrollLeft = (clientX - box.left) / box.width * this.width * this.zoom - (this.scroller.clientWidth - BAR.names) / 2;
    };
    go(event);
    this.map.setPointerCapture(event.pointerId);
    this.map.onpointermove = go;
    this.map.onpointerup = () => this.map.onpointermove = null;
  }

  onWheel(event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.setZoom(this.zoom * Math.exp(-event.deltaY / 300));
    }
  }

  hover(id) {
    this.hovered = id;
    // Redrawing would remove the element under the pointer, so only styles change.
    const seen = this.seenBy(this.focus);
    for (const node of this.bars.querySelectorAll(".bar")) {
      const operation = this.history.byId.get(Number(node.id.slice("operation-".length)));
      node.classList.remove("before", "after", "seen");
      node.classList.add(...this.relation(operation, seen).split(" ").filter(Boolean));
    }
    this.bars.querySelector(".visibility")?.remove();
    this.bars.append(...this.drawVisibility());
  }

  choose(operation) {
    this.selection.change({operation: operation.id}, "timeline");
  }

  onSelection(origin) {
    if (this.onlyCore && this.selection.operation !== undefined && !this.isOfCore(this.selection.operation)) this.showOnlyCore(false);
    if (this.order !== this.laidOut) this.relayOut();
    this.describe();
    if (origin !== "timeline" && this.selection.operation !== undefined) this.reveal(this.history.byId.get(this.selection.operation));
    this.draw();
  }

  reveal(operation) {
    if (!operation) return;
    const room = this.scroller.clientWidth - BAR.names, from = operation.from * this.zoom, to = operation.to * this.zoom;
    const {scrollLeft, scrollTop, clientHeight} = this.scroller;
    if (from < scrollLeft || Math.min(to, from + room / 2) > scrollLeft + room) this.scroller.scrollLeft = from - room / 3;
    const top = operation.lane * BAR.lane;
    if (top < scrollTop || top + BAR.lane > scrollTop + clientHeight) this.scroller.scrollTop = top - clientHeight / 2;
    this.draw();
  }

  describe() {
    const operation = this.history.byId.get(this.selection.operation);
    if (!operation) return this.facts.replaceChildren();
    const {before, after, concurrent} = this.history.neighbours(operation);
    const fate = {returned: "", open: "had not returned by then", pending: "never returned", crashed: "cut off by a crash"}[operation.fate];
    const blocked = this.order?.blocked.find((entry) => entry.operation === operation.id);
    const parts = [
      element("strong", {}, operation.text),
      element("span", {}, threadName(operation.thread)),
      operation.object && element("span", {}, `object ${operation.object}`),
      operation.line && element("span", {}, `line ${operation.line}`),
      ...operation.annotations.map((text) => element("span", {class: "annotation"}, text)),
      fate && element("span", {}, fate),
      element("span", {class: "quiet"}, `after ${grouped(before)}, before ${grouped(after)}, concurrent with ${grouped(concurrent)}`),
      blocked && element("span", {class: "bad"}, blocked.reason)];
    this.facts.replaceChildren(...parts.filter(Boolean));
  }

  onKey(event) {
    const current = this.history.byId.get(this.selection.operation) ?? this.shown.operations[0];
    const lane = this.lanes[current.lane].operations, at = lane.indexOf(current);
    const beside = (step) => {
      const other = this.lanes[current.lane + step]?.operations;
      return other?.[Math.min(other.length - 1, firstFrom(other, current.from))];
    };
    const moves = {ArrowRight: () => lane[at + 1], ArrowLeft: () => lane[at - 1], ArrowDown: () => beside(1), ArrowUp: () => beside(-1),
                   Home: () => lane[0], End: () => lane.at(-1)};
    const zooms = {"+": this.zoom * 1.4, "-": this.zoom / 1.4, "0": 0};
    if (event.key in zooms) return this.setZoom(zooms[event.key]);
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const to = move();
    if (!to) return;
    this.choose(to);
    this.reveal(to);
  }

  // The next operation whose text, thread, object or annotations contain the words, from the selected one on.
  find(direction) {
    const words = this.search.value.trim().toLowerCase();
    if (words === "") return this.found.replaceChildren();
    if (words !== this.searched) {
      this.searched = words;
      this.matches = this.history.operations.filter((operation) =>
        [operation.text, threadName(operation.thread), operation.object, ...operation.annotations].some((said) => said.toLowerCase().includes(words)));
      this.match = 0;
    } else if (this.matches.length > 0) {
      this.match = (this.match + direction + this.matches.length) % this.matches.length;
    }
    this.found.replaceChildren(this.matches.length === 0 ? "none" : `${grouped(this.match + 1)} of ${grouped(this.matches.length)}`);
    if (this.matches.length > 0) this.selection.change({operation: this.matches[this.match].id}, "search");
  }
}
