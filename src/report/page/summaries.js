// ---- Summaries ------------------------------------------------------------------------------------------------------------
// What was run, for results with more than one history: explorations, native runs, generated tests, inferred strengths.

function factList(facts) {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined && value !== "");
  return element("dl", {}, shown.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

// The heads of columns of numbers are aligned to the right, as the numbers are.
function tableOf(id, heads, rows, numbers = []) {
  return element("div", {class: "scroll"}, element("table", {id, class: "as-needed"},
    element("thead", {}, element("tr", {}, heads.map((name) => element("th", {class: numbers.includes(name) ? "right" : ""}, name)))),
    element("tbody", {}, rows)));
}

const CHART = {width: 520, height: 150, left: 58, bottom: 22, top: 10, right: 10};

// A line over time, from zero to its largest value.
function lineChart(title, points, unit) {
  const {width, height, left, bottom, top, right} = CHART;
  const last = points.at(-1).x, most = Math.max(...points.map(({y}) => y)) || 1;
  const at = ({x, y}) => `${(left + x / last * (width - left - right)).toFixed(1)},${(height - bottom - y / most * (height - top - bottom)).toFixed(1)}`;
  const level = (share) => height - bottom - share * (height - top - bottom);
  return element("figure", {class: "chart"}, element("figcaption", {}, title), shape("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title},
    [0, 0.5, 1].map((share) => [shape("line", {class: "grid", x1: left, x2: width - right, y1: level(share), y2: level(share)}),
      shape("text", {class: "tick", x: left - 6, y: level(share) + 4, "text-anchor": "end"}, unit(most * share))]),
    [0, 0.5, 1].map((share) => shape("text", {class: "tick", x: left + share * (width - left - right), y: height - 5,
      "text-anchor": ["start", "middle", "end"][2 * share]}, share === 0 ? "0" : duration(last * share))),
    shape("polyline", {class: "curve", points: points.map(at).join(" ")})));
}

const rounded = (n) => grouped(Number(n.toPrecision(2)));

// Executions per second, and the number of distinct histories over time.
function progressCharts(samples) {
  if (!samples || samples.length < 2) return undefined;
  const rates = samples.map((sample, index) => {
    const before = samples[index - 1] ?? {seconds: 0, executions: 0};
    return {x: sample.seconds, y: Math.max(0, sample.executions - before.executions) / Math.max(1e-9, sample.seconds - before.seconds)};
  });
  return element("div", {class: "charts", id: "progress"}, lineChart("executions per second", rates, rounded),
    samples.at(-1).histories > 0 && lineChart("distinct histories", [{x: 0, y: 0}, ...samples.map(({seconds, histories}) => ({x: seconds, y: histories}))], rounded));
}

// A history, as small as it can still be read: a lane per thread, only order counts.
function smallHistory(json) {
  const history = new History(json), width = layOut(history), lanes = lanesOf(history), height = 26;
  return element("div", {class: "small-history"}, shape("svg", {width, height: lanes.length * height + 4, role: "img",
    "aria-label": history.operations.map(({text}) => text).join(", ")},
    lanes.map((_, lane) => shape("line", {class: "lane", x1: 0, x2: width, y1: (lane + 1) * height, y2: (lane + 1) * height})),
    history.operations.map(({from, to, lane, text}) => [
      shape("rect", {x: from, y: lane * height + 4, width: to - from, height: height - 7, rx: 4}),
      shape("text", {x: from + 8, y: lane * height + height - 9}, shortened(text))])));
}

function examplesOf({examples, histories}) {
  if (!examples) return undefined;
  // Examples may be from interleavings, where the result counts the histories of a memory model.
  const some = examples.length < histories ? `${grouped(examples.length)} of ${plural(histories, "distinct history")}` : "Some distinct histories";
  const title = examples.length === histories ? "All distinct histories" : some;
  return [element("h3", {}, title), element("div", {class: "small-histories", id: "examples"}, examples.map(smallHistory))];
}

function coverageCard(result) {
  if (!result.stages) return undefined;
  const share = result.complete ? "everything" : result.within ?? "not everything";
  return card("coverage", "What was explored", [],
    factList({"covered": share, "distinct histories": grouped(result.histories), "blocked": grouped(result.blocked),
      "redundant": grouped(result.redundant), "longest": plural(result.longest, "step"), "processor time": duration(result.cpu_seconds),
      "serial histories": result.serial && grouped(result.serial.full + result.serial.stuck),
      "not instrumented, and not all seen": result.unseen_code && result.unseen_code.map(({function: name, file}) => [name, file.split("/").at(-1)].filter(Boolean).join(" in ")).join(", "),
      "unordered clock readings": result.unordered_looks && `${plural(result.unordered_looks.length, "place")}, tried in one order; --clock shared tries every order`,
      "races suppressed": result.suppressions && grouped(result.suppressions.reduce((sum, {races}) => sum + races, 0)),
      "consume": result.consume_as_acquire && `${plural(result.consume_as_acquire.length, "place")}, run as acquire`,
      "forbidden by C++20": result.forbidden_by_cpp20 && `${plural(result.forbidden_by_cpp20, "execution")}, left out`,
      "weaker orders": result.weaker_orders && `${plural(result.weaker_orders.length, "place")}, run as seq_cst`}),
    barPlot(result.stages.map((stage) => ({label: [stage.strategy, stage.bound].filter(Boolean).join(", "), count: stage.executions,
      text: `${plural(stage.executions, "execution")}${stage.complete ? ", complete" : stage.finished ? ", finished" : ", stopped"}`}))),
    result.scenario && element("p", {}, "Scenario: ", command(result.scenario)),
    examplesOf(result),
    progressCharts(result.progress));
}

// "store ready", "compare-exchange top, if it fails"
function accessText({access, object, on_failure}) {
  return [access, object].filter(Boolean).join(" ") + (on_failure ? ", if it fails" : "");
}

const lineOf = ({file, line}) => `${file.split("/").at(-1)}:${line}`;

// What linnet run --suggest-orders found: changes with which the failure goes away.
function adviceCard({order_advice: advice}) {
  if (!advice) return undefined;
  const change = (one) => [element("code", {}, lineOf(one.place)), ` ${accessText(one)}: `,
    one.fence_before ? `a ${one.fence_before} fence before it` : `${one.order} → ${one.to}`];
  return card("advice", advice.suggestions.length > 0 ? "Orders that make the failure go away" : "Memory orders", [],
    element("ul", {}, advice.suggestions.map((changes) => element("li", {}, changes.flatMap((one, i) => [i > 0 ? ", and " : "", ...change(one)])))),
    advice.reason && element("p", {}, advice.reason),
    element("p", {class: "quiet"}, `${plural(advice.tried, "change")} tried, each by running all executions with it.`));
}

// What linnet relax found: orders that could be weaker.
function relaxedCard(result) {
  if (!result.orders) return undefined;
  const shown = (row, order) => (order === row.order && order !== undefined ? "" : order);
  return card("relaxed", "Orders that could be weaker", [],
    result.reason && element("p", {}, result.reason),
    tableOf("relaxed-table", ["place", "access", "now", "alone", "together"], result.orders.map((row) => element("tr", {},
      element("td", {}, element("code", {}, lineOf(row.place))), element("td", {}, accessText(row)), element("td", {}, row.order),
      element("td", {}, shown(row, row.alone)), element("td", {}, shown(row, row.together))))),
    element("p", {class: "quiet"}, `alone: the weakest order with which all tests pass, if nothing else is changed. together: orders that pass all at once. ` +
      `${plural(result.tried, "change")} tried in ${plural(result.tests, "test")} under ${result.memory_model}.`));
}

// What linnet stress did.
function stressCard(result) {
  if (result.rounds === undefined) return undefined;
  const {violation, rounds} = result;
  return card("stress", "What was run natively", [],
    factList({"rounds": grouped(rounds), "distinct histories": grouped(result.histories), "inconsistent": grouped(result.inconsistent),
      "undecided": grouped(result.undecided), "clock": result.clock, "rounds per second": result.seconds > 0 ? rounded(rounds / result.seconds) : undefined,
      "recording takes": result.overhead && `${result.overhead.toFixed(2)} times as long`,
      "this history was seen in": violation?.rounds && `${plural(violation.rounds, "round")} of ${grouped(rounds)}`}),
    result.scenario && element("p", {}, "Scenario: ", element("code", {}, result.scenario)),
    result.command && element("p", {class: "schedule"}, element("span", {class: "quiet"}, "again "), command(result.command)));
}

// Failures of generated tests by root cause; only by kind if there are no root causes.
function failuresByCause(result) {
  if (result.root_causes?.length > 0) {
    return [element("h3", {}, "Failures by root cause"), tableOf("root-causes", ["kind", "methods", "tests", "smallest"],
      result.root_causes.map(({kind, methods, tests, smallest}) => element("tr", {}, element("td", {}, kind), element("td", {}, [methods].flat().join(", ")),
        element("td", {class: "right"}, grouped(tests)), element("td", {}, element("code", {}, smallest)))), ["tests"])];
  }
  const kinds = new Map();
  for (const {kind} of result.results) if (kind) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return kinds.size > 0 && [element("h3", {}, "Failures by kind"), barPlot([...kinds].map(([label, count]) => ({label, count})))];
}

// Generated tests: the number in each family, their outcomes, and each of them.
function generatedCard(result) {
  if (!result.families) return undefined;
  const most = (field) => Math.max(0, ...result.results.map((one) => one[field] ?? 0));
  const row = (one) => element("tr", {}, element("td", {}, verdictBadge(one.verdict)), element("td", {}, element("code", {}, one.scenario)),
    ["serial_histories", "executions", "histories"].map((field) => element("td", {class: "right"}, grouped(one[field] ?? 0))),
    element("td", {class: "right"}, duration(one.seconds)), element("td", {class: "sentence"}, one.kind ?? one.reason ?? (one.complete ? "" : one.within ? `within ${one.within}` : "")));
  // Failures first, then the tests that take longest.
  const rank = {violation: 0, unknown: 1, pass: 2};
  const sorted = [...result.results].sort((a, b) => rank[a.verdict] - rank[b.verdict] || b.seconds - a.seconds);
  return card("generated", plural(result.tests, "generated test"), [],
    element("p", {class: "tally"}, [["pass", result.passed], ["violation", result.failed], ["unknown", result.undecided]]
      .filter(([, n]) => n > 0).map(([verdict, n]) => [verdictBadge(verdict), ` ${grouped(n)} `])),
    factList({"shard": result.shard, "serial histories of one, at most": grouped(most("serial_histories")),
      "executions of one, at most": grouped(most("executions")), "time of one, at most": duration(most("seconds"))}),
    tableOf("families", ["family", "tests", "run"], result.families.map(({name, size, done}) => element("tr", {}, element("td", {}, name),
      element("td", {class: "right"}, grouped(size)), element("td", {class: "right"}, grouped(done)))), ["tests", "run"]),
    failuresByCause(result),
    element("h3", {}, "Tests"),
    tableOf("tests", ["", "scenario", "serial histories", "executions", "histories", "time", ""], sorted.slice(0, PRINTED_ROWS).map(row),
      ["serial histories", "executions", "histories", "time"]),
    sorted.length > PRINTED_ROWS && element("p", {class: "quiet"}, `and ${grouped(sorted.length - PRINTED_ROWS)} more`));
}

const STRENGTHS = {lin: "everything linearized before it", hb: "everything that happened before it", causal: "its own thread's, and what those it sees have seen",
  po: "its own thread's", any: "nothing in particular"};

// Inferred strengths: what each method keeps by itself, and all methods together.
function inferenceCards(result) {
  if (result.alone === undefined) return [];
  const names = Object.keys(STRENGTHS), methods = Object.keys(result.maximal[0] ?? {});
  const mark = (kept) => element("td", {class: kept ? "kept" : ""}, kept ? "●" : "");
  const cards = [];
  if (Object.keys(result.alone).length > 0) {
    cards.push(card("alone", "Each method, if all others see everything", [],
      tableOf("alone-table", ["method", ...names], Object.entries(result.alone).map(([method, strongest]) =>
        element("tr", {}, element("td", {}, element("code", {}, method)), names.map((name) => mark(strongest.includes(name)))))),
      element("dl", {class: "meanings"}, names.map((name) => element("div", {}, element("dt", {}, name), element("dd", {}, `sees ${STRENGTHS[name]}`))))));
  }
  if (methods.length > 0) {
    cards.push(card("maximal", result.maximal.length === 1 ? "The only maximal assignment" : `${result.maximal.length} maximal assignments`, [],
      element("p", {class: "quiet"}, "Of each, nothing can be made stronger: the histories would not keep it."),
      tableOf("maximal-table", methods, result.maximal.map((assignment) => element("tr", {}, methods.map((method) => element("td", {}, assignment[method])))))));
  }
  return cards;
}
