// ---- The result as the page sees it -----------------------------------------------------------------------------------

const plural = (n, noun) => `${grouped(n)} ${n === 1 ? noun : noun.endsWith("y") ? noun.slice(0, -1) + "ies" : noun + "s"}`;
const grouped = (n) => Number(n).toLocaleString("en").replaceAll(",", "\u202f");
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);

function duration(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(1)} ms`;
  if (seconds < 120) return `${seconds.toFixed(2)} s`;
  return `${(seconds / 60).toFixed(1)} min`;
}

const inWords = (value) => typeof value === "string" ? value : JSON.stringify(value);
const threadName = (thread) => `thread ${inWords(thread)}`;

// One operation of a history, with the data for a picture.
class Operation {
  constructor(json, index, {open, cut}) {
    this.id = json.id;
    this.index = index;  // in the history as it is shown
    this.thread = inWords(json.thread);
    this.object = json.object === undefined ? "" : inWords(json.object);
    this.line = json.line;
    this.annotations = Object.entries(json.annotations ?? {}).map(([name, value]) => `${name}: ${inWords(value)}`);
    this.after = json.after;
    this.call = json.call;
    this.fate = cut ? "crashed" : open ? "open" : json.return !== undefined ? "returned" : "pending";
    this.end = this.fate === "returned" ? json.return : cut ? json.crash : Infinity;
    this.text = open ? `${json.op}(${json.args.map((arg) => JSON.stringify(arg)).join(", ")}) → …` : json.text;
  }
  get returned() { return this.fate === "returned"; }
}

// The operations in the order of their calls, and what precedes what.
class History {
  constructor(json, {open = [], crashes = []} = {}) {
    const isOpen = new Set(open), crashed = new Set(crashes.map(({at}) => at));
    this.operations = json.map((one, index) => new Operation(one, index, {open: isOpen.has(one.id), cut: crashed.has(one.crash)}));
    this.crashes = crashes;
    this.byId = new Map(this.operations.map((operation) => [operation.id, operation]));
    this.partial = this.operations.some((operation) => operation.after !== undefined);
    this.threads = [...new Set(this.operations.map((operation) => operation.thread))];
    // Names are ordered by their first occurrence.
    if (this.threads.every((thread) => /^-?\d+$/.test(thread))) this.threads.sort((a, b) => a - b);
    this.reached = new Map();
  }

  precedes(a, b) {
    return this.partial ? this.reach(b, "before").has(a.id) : a.returned && a.end < b.call;
  }

  // The other operation's position relative to this one: "before", "after", or "" if they overlap.
  relation(operation, other) {
    if (!this.partial) return this.precedes(other, operation) ? "before" : this.precedes(operation, other) ? "after" : "";
    return this.reach(operation, "before").has(other.id) ? "before" : this.reach(operation, "after").has(other.id) ? "after" : "";
  }

  // With an explicit order: everything before or after an operation, computed on demand.
  reach(operation, direction) {
    const key = `${direction} ${operation.id}`;
    if (this.reached.has(key)) return this.reached.get(key);
    const next = direction === "before" ? (id) => this.byId.get(id)?.after ?? [] : (id) => this.successors().get(id) ?? [];
    const found = new Set(), rest = [...next(operation.id)];
    while (rest.length > 0) {
      const id = rest.pop();
      if (found.has(id)) continue;
      found.add(id);
      rest.push(...next(id));
    }
    this.reached.set(key, found);
    return found;
  }

  successors() {
    if (this.following) return this.following;
    this.following = new Map();
    for (const {id, after} of this.operations) {
      for (const before of after ?? []) this.following.set(before, [...(this.following.get(before) ?? []), id]);
    }
    return this.following;
  }

  // How many operations precede, follow and overlap this one.
  neighbours(operation) {
    const counts = {before: 0, after: 0, "": 0};
    for (const other of this.operations) if (other !== operation) ++counts[this.relation(operation, other)];
    return {before: counts.before, after: counts.after, concurrent: counts[""]};
  }
}

// An order of operations to step through. `points` is the same operations in an order that extends precedence, which is
// how they are laid out: most often the order itself.
class Order {
  constructor({title, initial, steps, points, blocked = []}) {
    Object.assign(this, {title, initial, steps, blocked});
    this.points = points ?? steps.map((step) => step.operation);
    this.place = new Map(steps.map((step, index) => [step.operation, index + 1]));
  }
  get hasStates() { return this.initial !== undefined; }
}

function displacements(groups) {
  const moved = new Map();
  for (const group of groups) {
    for (const {operation, distance} of group.moved) {
      const among = groups.length === 1 ? "" : ` among ${group.methods}`;
      const text = `${plural(Math.abs(distance), "place")} ${distance > 0 ? "later" : "earlier"}${among}`;
      const known = moved.get(operation);
      moved.set(operation, {distance: known?.distance ?? distance, text: known ? `${known.text}, ${text}` : text});
    }
  }
  return moved;
}

function quasiOrders(evidence, what) {
  const moved = displacements(evidence.groups);
  return evidence.orders.map(({happened, legal, states}, index) => new Order({
    title: evidence.orders.length === 1 ? what : `${what}, object ${index + 1}`,
    initial: states?.initial,
    steps: legal.map((operation, at) => ({operation, state: states?.after[at], moved: moved.get(operation)})),
    points: happened,
  }));
}

function witnessOrders(result) {
  const {witness, states} = result;
  if (witness === undefined) return [];
  if (witness.orders) return quasiOrders(witness, "A legal order close to what happened");
  const lin = witness.lin ?? witness;
  return [new Order({
    title: witness.vis ? "An order that explains it, and what each sees" : "An order that explains it",
    initial: states?.initial,
    steps: lin.map((operation, at) => ({operation, state: states?.after[at], sees: witness.vis?.[at]})),
  })];
}

function attemptOrders(violation) {
  const attempts = violation.explanation?.attempts ?? [];
  const orders = attempts.map((attempt, index) => new Order({
    title: attempts.length === 1 ? "As far as an order gets" : `Attempt ${index + 1}`,
    initial: attempt.initial,
    steps: attempt.placed.map(({operation, state}) => ({operation, state})),
    blocked: attempt.blocked,
  }));
  if (violation.closest) orders.push(...quasiOrders(violation.closest, "The closest legal order found"));
  return orders;
}

// One view: a result that is one history or one failure.
class Case {
  constructor(result, violation) {
    this.result = result;
    this.violation = violation;
    const explanation = typeof violation?.explanation === "object" ? violation.explanation : undefined;
    this.explanation = explanation;
    this.sentence = explanation?.sentence ?? violation?.explanation ?? result.reason ?? "";
    const json = violation?.history ?? result.history;
    const crashes = violation?.crashes ?? result.crashes;
    this.history = json?.length > 0 ? new History(json, {open: explanation?.open, crashes}) : undefined;
    this.orders = violation ? attemptOrders(violation) : witnessOrders(result);
    this.core = new Set(explanation?.core ?? []);
    this.culprit = explanation?.culprit;
    this.graph = this.core.size > 0 ? violation?.graph : undefined;
    this.steps = violation?.steps ?? [];
    if (this.history && this.steps.length > 0) this.connectSteps();
  }

  // The n-th operation that a thread begins is the n-th of that thread in the history.
  connectSteps() {
    const ofThread = new Map();
    for (const operation of this.history.operations) {
      if (!ofThread.has(operation.thread)) ofThread.set(operation.thread, []);
      ofThread.get(operation.thread).push(operation);
    }
    const running = new Map(), begun = new Map();
    for (const step of this.steps) {
      const thread = String(step.thread);
      if (step.calls) {
        const n = begun.get(thread) ?? 0;
        running.set(thread, ofThread.get(thread)?.[n]);
        begun.set(thread, n + 1);
      }
      step.operation = running.get(thread)?.id;
      if (step.returns) running.delete(thread);
    }
  }
}

// The selection, for all parts of the page: an operation, how far the order has been stepped, a step of the execution.
class Selection {
  constructor() {
    Object.assign(this, {operation: undefined, order: 0, step: 0, moment: undefined, listeners: []});
  }
  listen(listener) { this.listeners.push(listener); }
  change(changes, origin) {
    Object.assign(this, changes);
    for (const listener of this.listeners) listener(this, origin);
  }
}
