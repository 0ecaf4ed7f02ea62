// ---- Several results ------------------------------------------------------------------------------------------------------
// A table of outcomes, failures grouped by what causes them, and how the numbers compare.

const VERDICTS = {pass: ["✔", "pass"], violation: ["✘", "violation"], unknown: ["?", "unknown"]};

function verdictBadge(verdict) {
  const [mark, text] = VERDICTS[verdict] ?? ["·", verdict];
  return element("span", {class: `badge ${verdict}`}, `${mark} ${text}`);
}

const nameOf = (result) => result.program ?? result.source ?? result.scenario ?? (result.sources ?? []).join(", ");
const promiseOf = (result) => [result.criterion, result.model && `(${result.model})`, result.spec].filter(Boolean).join(" ");

function sentenceOf(result) {
  const explanation = result.violation?.explanation;
  return explanation?.sentence ?? explanation ?? result.reason ?? "";
}

// Failures of one kind at one place count as one cause.
function causeOf(failure) {
  const place = ownPlace(failure.where ?? []);
  const explanation = failure.explanation?.sentence ?? failure.explanation ?? "";
  return place ? `${failure.kind} in ${placeText(place)}` : `${failure.kind}: ${explanation.replace(/-?\d+/g, "n")}`;
}

function overviewCard(results, open) {
  const withFailure = results.map((result, index) => ({result, index})).filter(({result}) => result.violation);
  const causes = new Map();
  for (const entry of withFailure) {
    const cause = causeOf(entry.result.violation);
    causes.set(cause, [...(causes.get(cause) ?? []), entry]);
  }
  const link = (index, text) => element("a", {href: `#result-${index + 1}`, onclick: (event) => { event.preventDefault(); open(index); }}, text);
  const tally = Object.keys(VERDICTS).map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]);
  const parts = [
    element("p", {class: "tally"}, tally.filter(([, n]) => n > 0).map(([verdict, n]) => [verdictBadge(verdict), ` ${grouped(n)} `])),
    element("div", {class: "scroll"}, element("table", {id: "results"},
      element("thead", {}, element("tr", {}, ["", "", "promise", "operations", "executions", "seconds", ""].map((name) => element("th", {}, name)))),
      element("tbody", {}, results.slice(0, PRINTED_ROWS).map((result, index) => element("tr", {},
        element("td", {}, verdictBadge(result.verdict)), element("td", {}, link(index, nameOf(result))), element("td", {}, promiseOf(result)),
        element("td", {class: "right"}, grouped(result.operations ?? 0)),
        element("td", {class: "right"}, result.executions === undefined ? "" : grouped(result.executions)),
        element("td", {class: "right"}, duration(result.seconds ?? 0)), element("td", {class: "sentence"}, sentenceOf(result))))))),
  ];
  if (results.length > PRINTED_ROWS) parts.push(element("p", {class: "quiet"}, `and ${grouped(results.length - PRINTED_ROWS)} more`));
  if (causes.size > 0) {
    parts.push(element("h3", {}, "Failures by cause"), element("ul", {class: "causes"}, [...causes].map(([cause, entries]) =>
      element("li", {}, element("code", {}, cause), " ", entries.map(({result, index}, at) => [at > 0 ? ", " : "", link(index, nameOf(result))])))));
  }
  if (results.length > 1 && results.some((result) => result.seconds > 0)) {
    const slowest = [...results].sort((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, 40);
    parts.push(element("h3", {}, results.length > slowest.length ? "Time of the slowest" : "Time"), barPlot(slowest.map((result) => ({label: nameOf(result), count: result.seconds ?? 0, text: duration(result.seconds ?? 0)}))));
  }
  return card("overview", plural(results.length, "result"), [], ...parts);
}

// A measure of how relaxed a history is: distributions, one plot each.
function measureCard(report) {
  const plotOf = (distribution) => barPlot(Object.entries(distribution).map(([distance, count]) => [Number(distance), count])
    .sort(([a], [b]) => a - b).map(([distance, count]) => ({label: String(distance), count})));
  const factor = report.smallest_factor === undefined || report.smallest_factor === null ? report.reason ?? "No factor suffices."
    : `The smallest factor is ${report.smallest_factor}.`;
  return card("measure", nameOf(report), [], element("p", {class: "sentence"}, factor),
    Object.entries(report.displacement ?? {}).map(([method, distribution]) => [element("h3", {}, `${method}: places later than it happened`), plotOf(distribution)]),
    report.overtaken && [element("h3", {}, "Removed elements that others overtook, by how many"), plotOf(report.overtaken)]);
}
