// ---- One moment of an execution -----------------------------------------------------------------------------------------
// The current step: its source, the calls it is in, and the contents of memory after it.

// Step numbers of the writes that the accesses of each step saw: as the result says, or the last write to the same location before it.
function readsFrom(steps) {
  const written = new Map();
  return steps.map((step, index) => {
    const seen = step.accesses.filter(isLocation).map(({object}) => written.get(object)).filter((from) => from !== undefined);
    for (const access of step.accesses) if (access.writes) written.set(access.object, index);
    if (step.saw !== undefined) return step.saw === null ? [] : [step.saw];
    return [...new Set(seen)];
  });
}

// The value of each location after a step, if a step up to it has read or written it.
function memoryAfter(steps, last) {
  const memory = new Map();
  for (const [index, step] of steps.slice(0, last + 1).entries())
    for (const access of step.accesses) if (isLocation(access)) memory.set(access.object, {value: access.writes !== Boolean(step.early) ? access.after : access.before || access.after, index, writes: access.writes});
  return memory;
}

class Moment {
  constructor(steps, source) {
    Object.assign(this, {steps, source: new Source(source)});
    this.node = element("div", {class: "moment", id: "moment", "aria-live": "polite"});
  }

  show(index, shown = undefined) {
    const step = this.steps[index], place = shown ?? ownPlace(step.where);
    this.node.replaceChildren(...[
      element("strong", {}, `${index + 1}. ${threadName(step.thread)} ${stepText(step)}`),
      element("div", {class: "moment-parts"}, this.source.draw(place), this.calls(step, index, place), this.memory(index)),
    ]);
  }

  hide() { this.node.replaceChildren(); }

  // Innermost first; choosing a call shows its source.
  calls({where}, index, shown) {
    const text = ({function: name, file, line}) => [name, file && `${baseName(file)}:${line}`].filter(Boolean).join("  ");
    const choice = (place) => this.source.around(place)
      ? button(text(place), "Show its source", () => this.show(index, place), {class: "call"}) : text(place);
    return where.length > 0 && element("div", {}, element("h3", {}, "Called from"), element("ol", {id: "stack"},
      where.map((place) => element("li", {class: place === shown ? "own" : "quiet"}, choice(place)))));
  }

  memory(index) {
    const memory = [...memoryAfter(this.steps, index)].sort(([a], [b]) => a.localeCompare(b, "en", {numeric: true}));
    return memory.length > 0 && element("div", {}, element("h3", {}, "Memory after it"), element("div", {class: "memory"}, element("table", {id: "memory", class: "as-needed"},
      element("tbody", {}, memory.slice(0, PRINTED_ROWS).map(([object, {value, index: at, writes}]) =>
        element("tr", {class: at !== index ? "" : writes ? "writes" : "current"}, element("td", {}, element("code", {}, object)), element("td", {}, element("code", {}, value))))))));
  }
}
