// ---- Orders to step through ---------------------------------------------------------------------------------------------
// A linearization with the state after each step; for a violation, as far as an order can go and what cannot come next.

class Orders {
  constructor(subject, selection) {
    Object.assign(this, {subject, selection});
    this.tabs = element("div", {class: "tabs", role: "tablist"}, subject.orders.map((order, index) =>
      button(order.title, "", () => this.show(index), {role: "tab", class: "tab", "data-order": index})));
    this.list = new VirtualList({id: "order", label: "The order, step by step", rowHeight: 30,
      render: (index) => this.renderRow(index), choose: (index) => this.choose(index)});
    this.slider = element("input", {type: "range", min: "0", id: "stepper", "aria-label": "How far the order is stepped",
      oninput: () => this.goTo(Number(this.slider.value))});
    this.count = element("span", {class: "quiet", id: "step-count"});
    this.state = element("output", {class: "state", id: "state", "aria-live": "polite"});
    const tools = [
      button("|◀", "To the beginning", () => this.goTo(0), {"aria-label": "To the beginning"}),
      button("◀", "One step back ([)", () => this.stepBy(-1), {"aria-label": "One step back", id: "step-back"}),
      button("▶", "One step on (])", () => this.stepBy(1), {"aria-label": "One step on", id: "step-on"}),
      button("▶|", "To the end", () => this.goTo(Infinity), {"aria-label": "To the end"}),
      this.slider, this.count];
    this.histogram = element("div", {});
    this.node = card("orders", subject.violation ? "Why no order explains it" : "The order", tools,
      subject.orders.length > 1 ? this.tabs : element("p", {class: "quiet"}, subject.orders[0].title), this.state, this.list.node, this.histogram);
    selection.listen((_, origin) => this.onSelection(origin));
    this.show(0);
  }

  get order() { return this.subject.orders[this.selection.order]; }

  show(index) {
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(Number(tab.dataset.order) === index));
    const order = this.subject.orders[index];
    this.slider.max = order.steps.length;
    this.list.show(order.steps.length + order.blocked.length);
    this.list.node.style.height = `${Math.min(12, order.steps.length + order.blocked.length) * this.list.rowHeight + 2}px`;
    this.histogram.replaceChildren(...displacementPlot(order));
    this.selection.change({order: index, step: 0}, "orders");
  }

  stepBy(by) { this.goTo(this.selection.step + by); }

  goTo(step) {
    const to = Math.min(this.order.steps.length, Math.max(0, step));
    const placed = this.order.steps[to - 1];
    this.selection.change(placed ? {step: to, operation: placed.operation} : {step: 0}, "orders");
  }

  choose(row) {
    const {steps, blocked} = this.order;
    if (row < steps.length) this.goTo(row + 1);
    else this.selection.change({step: steps.length, operation: blocked[row - steps.length].operation}, "orders");
  }

  onSelection(origin) {
    const {order, selection} = this, {step} = selection;
    this.slider.value = step;
    this.count.textContent = `${grouped(step)} of ${grouped(order.steps.length)}`;
    const text = step === 0 ? order.initial : order.steps[step - 1].state;
    this.state.hidden = text === undefined;
    this.state.replaceChildren(element("span", {class: "quiet"}, step === 0 ? "initially" : "state after it"), " ", element("code", {}, text ?? ""));
    const blocked = order.blocked.findIndex((entry) => entry.operation === selection.operation);
    const place = blocked >= 0 && step === order.steps.length ? order.steps.length + blocked
                : origin === "orders" ? step - 1 : (order.place.get(selection.operation) ?? 0) - 1;
    this.list.activate(place, {quietly: true});
  }

  renderRow(index) {
    const {steps, blocked} = this.order, {history} = this.subject;
    if (index >= steps.length) {
      const entry = blocked[index - steps.length], operation = history.byId.get(entry.operation);
      return element("div", {class: `step blocked${entry.waits_for.length > 0 ? " waits" : ""}`}, element("span", {class: "number"}, "✗"),
        element("span", {class: "what"}, operation.text), element("span", {class: "who"}, threadName(operation.thread)),
        element("span", {class: "why"}, entry.reason));
    }
    const step = steps[index], operation = history.byId.get(step.operation);
    const sees = step.sees && (step.sees.length === 0 ? "sees nothing" : "sees " + step.sees.map((id) => this.order.place.get(id)).join(", "));
    return element("div", {class: `step${index < this.selection.step ? " done" : ""}`}, element("span", {class: "number"}, String(index + 1)),
      element("span", {class: "what"}, operation.text), element("span", {class: "who"}, threadName(operation.thread)),
      step.state !== undefined && element("code", {class: "after-state"}, step.state),
      step.moved && element("span", {class: "moved"}, step.moved.text),
      sees && element("span", {class: "sees"}, sees));
  }
}

// The number of operations at each distance from their places.
function displacementPlot(order) {
  if (!order.steps.some(({moved}) => moved)) return [];
  const counts = new Map();
  for (const {moved} of order.steps) counts.set(moved?.distance ?? 0, (counts.get(moved?.distance ?? 0) ?? 0) + 1);
  return [element("h3", {}, "How far operations are from their places"), barPlot([...counts].sort(([a], [b]) => a - b)
    .map(([distance, count]) => ({label: distance === 0 ? "in place" : `${Math.abs(distance)} ${distance > 0 ? "later" : "earlier"}`, count})))];
}

// A bar per row, as long as its share of the largest.
function barPlot(rows) {
  const most = Math.max(...rows.map(({count}) => count));
  return element("div", {class: "plot", role: "table"}, rows.map(({label, count, text}) => element("div", {class: "plot-row", role: "row"},
    element("span", {class: "plot-label", role: "cell"}, label),
    element("span", {class: "plot-bar", role: "presentation"}, element("i", {style: {width: `${100 * count / most}%`}})),
    element("span", {class: "plot-count", role: "cell"}, text ?? grouped(count)))));
}
