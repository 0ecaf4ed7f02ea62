// ---- Persistent memory at a crash -----------------------------------------------------------------------------------------
// Everything that had been stored by then, line by line, how far it had come, and what was found of it afterwards.

const REACHED = {memory: "in memory: flushed, with a fence", flushed: "flushed, but no fence yet", cache: "in the cache, not flushed"};
const FOUND = {there: "there", lost: "lost", unknown: "nobody looked"};

function storeRow(store, {first, lines, toBlame}) {
  const place = ownPlace(store.where);
  return element("tr", {class: `${store.found}${first ? " first" : ""}${toBlame ? " to-blame" : ""}`},
    first && element("td", {rowspan: lines, class: "line-number"}, String(first)),
    element("td", {}, element("code", {}, `${store.object} = ${store.value}`)),
    element("td", {}, threadName(store.thread)),
    element("td", {class: "quiet"}, place ? placeText(place) : ""),
    element("td", {}, REACHED[store.reached]),
    element("td", {class: "found"}, FOUND[store.found]));
}

function crashTable(crash) {
  const place = ownPlace(crash.where);
  const rows = crash.lines.flatMap(({stores, to_blame}, line) =>
    stores.map((store, at) => storeRow(store, {first: at === 0 && line + 1, lines: stores.length, toBlame: to_blame})));
  return [
    element("p", {}, `The machine crashes when ${threadName(crash.thread)} would go on${place ? ` at ${placeText(place)}` : ""}.`),
    rows.length === 0 ? element("p", {class: "quiet"}, "Nothing had been stored to persistent memory by then.")
      : element("div", {class: "scroll"}, element("table", {class: "stores"},
        element("thead", {}, element("tr", {}, ["line", "stored", "by", "where", "at the crash", "after it"].map((name) => element("th", {}, name)))),
        element("tbody", {}, rows))),
    crash.lines.some(({to_blame}) => to_blame) && element("p", {class: "bad"},
      "With the marked line persistent, all would have been well: its flush or fence is missing."),
  ];
}

function persistenceCard(crashes) {
  if (!crashes || crashes.length === 0) return undefined;
  return card("persistence", crashes.length === 1 ? "Persistent memory at the crash" : "Persistent memory at the crashes", [], crashes.map(crashTable));
}
