// ---- The page -------------------------------------------------------------------------------------------------------------

const whole = JSON.parse(document.getElementById("result").textContent);
const main = document.getElementById("main");
// Generated tests show one failure, the smallest; the others are only verdicts.
const results = whole.families ? undefined : whole.results;

function themeButton() {
  return button("◐", "Light or dark", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }, {"aria-label": "Light or dark", class: "theme"});
}

function saveButton(result) {
  return button("save JSON", "The result this page was made of", () => {
    const link = element("a", {href: URL.createObjectURL(new Blob([JSON.stringify(result, null, 2)], {type: "application/json"})), download: "result.json"});
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

function header(result, back) {
  document.title = `${nameOf(result) || "Linnet"} – ${result.verdict ?? "Linnet"}`;
  const facts = [promiseOf(result), result.operations !== undefined && plural(result.operations, "operation"),
    result.executions !== undefined && plural(result.executions, "execution"), result.seconds !== undefined && duration(result.seconds)];
  document.getElementById("top").replaceChildren(
    element("div", {class: "title"}, back && button("← all", "All results", back, {id: "back"}), result.verdict && verdictBadge(result.verdict),
      element("h1", {}, nameOf(result) || "Linnet")),
    element("div", {class: "facts"}, facts.filter(Boolean).map((fact) => element("span", {}, fact))),
    element("div", {class: "tools"}, saveButton(whole), button("?", "Keys (?)", showKeys, {"aria-label": "Keys"}), themeButton()));
}

const wrongOf = (violation) => violation.explanation?.sentence ?? violation.explanation;

// The consequences of a data race. The failures themselves are in the table of all failures.
function consequenceLine(consequence) {
  if (!consequence) return undefined;
  const {violations, executions, complete, reason} = consequence;
  const none = `With the accesses that race as steps, under sequential consistency, there is no further failure in ${complete ? "all " : ""}${plural(executions, "execution")}${reason ? ` (${reason})` : ""}.`;
  return element("p", {id: "consequence"}, violations.length > 0 ? `And this leads to: ${violations.map(wrongOf).join(" ")}` : none);
}

// What was run, what happened, how to see it again.
function storyCard(subject) {
  const {violation, result} = subject;
  if (!violation && !subject.sentence && !result.warnings && !result.notes) return undefined;
  const kind = violation ? violation.kind : result.verdict;
  return element("section", {class: `card story ${result.verdict}`, id: "story"},
    element("p", {class: "kind"}, kind),
    subject.sentence && element("p", {class: "sentence", id: "sentence"}, subject.sentence),
    subject.explanation?.subject && element("p", {class: "quiet"}, `It is about ${subject.explanation.subject}.`),
    violation?.details?.length > 0 && !violation.machine_crashes && element("ul", {}, violation.details.map((detail) => element("li", {}, detail))),
    consequenceLine(violation?.consequence),
    violation?.scenario && element("p", {}, "A smaller scenario that fails: ", command(violation.scenario)),
    violation?.output && element("details", {}, element("summary", {}, "What it printed"), element("pre", {}, violation.output)),
    violation?.schedule && element("p", {class: "schedule"}, element("span", {class: "quiet"}, violation.replay ? "replay " : "schedule "), command(violation.replay ?? violation.schedule)),
    (result.warnings ?? []).map((warning) => element("p", {class: "warning"}, warning)),
    (result.notes ?? []).map((note) => element("p", {class: "quiet"}, note)));
}

function failuresCard(result, violations, current) {
  return card("failures", plural(violations.length, "failure"), [], element("div", {class: "scroll"}, element("table", {},
    element("thead", {}, element("tr", {}, ["kind", "", "executions", "first at"].map((name) => element("th", {}, name)))),
    element("tbody", {}, violations.map((violation, index) => element("tr", {class: index === current ? "current" : ""},
      element("td", {}, button(violation.kind, "Show this one", () => { writeAddress(result, {failure: index}); showResult(result, {failure: index}); })),
      element("td", {class: "sentence"}, wrongOf(violation)),
      element("td", {class: "right"}, grouped(violation.executions)), element("td", {class: "right"}, grouped(violation.found_at))))))));
}

// The selection is part of the address, so that a link can be shared: #result-2&failure=1&operation=3&moment=7.
const ADDRESSED = ["failure", "order", "step", "operation", "moment"];

function writeAddress(result, parts) {
  const words = ADDRESSED.filter((name) => parts[name] !== undefined && (parts[name] !== 0 || name === "operation" || name === "moment"))
    .map((name) => `${name}=${parts[name]}`);
  const place = results ? [`result-${results.indexOf(result) + 1}`, ...words] : words;
  history.replaceState(null, "", `#${place.join("&")}`);
}

function readAddress() {
  const parts = {result: /^#result-(\d+)/.exec(location.hash)?.[1]};
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (ADDRESSED.includes(name) && /^\d+$/.test(value)) parts[name] = Number(value);
  return parts;
}

// Selects what the page's address names; names that do not exist are ignored.
function goToAddress({order, step, operation, moment}, subject, selection, {orders, execution}) {
  if (orders && subject.orders[order]) orders.show(order);
  if (orders && step !== undefined) orders.goTo(step);
  if (execution && subject.steps[moment]) execution.goTo(moment);
  if (subject.history?.byId.has(operation)) selection.change({operation}, "address");
}

function showCase(result, violation, before, address) {
  const subject = new Case(result, violation), selection = new Selection();
  const timeline = subject.history && new Timeline(subject, selection);
  const orders = subject.history && subject.orders.length > 0 && new Orders(subject, selection);
  const graph = subject.history && subject.graph && new WordGraph(subject, selection);
  const execution = subject.steps.length > 0 && new Execution(subject, selection);
  const parts = [storyCard(subject), timeline?.node, orders?.node, graph?.node, persistenceCard(violation?.machine_crashes), execution?.node,
    adviceCard(result), relaxedCard(result), stressCard(result), generatedCard(result), ...inferenceCards(result), coverageCard(result.failure ?? result)];
  main.replaceChildren(...before, ...parts.filter(Boolean));
  if (parts.filter(Boolean).length === 0 && result.verdict === "pass")
    main.append(element("p", {class: "quiet"}, "The history is not part of this result: --witness adds it to the JSON."));
  timeline?.startZoom();
  timeline?.describe();
  if (selection.operation !== undefined) timeline?.reveal(subject.history.byId.get(selection.operation));
  Object.assign(steered, {orders: orders || undefined, execution: execution || undefined});
  goToAddress(address, subject, selection, {orders, execution});
  selection.listen(({order, step, operation, moment}) => writeAddress(result, {failure: address.failure, order, step, operation, moment}));
}

function showResult(result, address = {}) {
  const found = result.violations ?? (result.violation ? [result.violation] : []);
  const violations = found.flatMap((violation) => [violation, ...(violation.consequence?.violations ?? [])]);
  const failure = violations[address.failure] ? address.failure : 0;
  header(result, results && showOverview);
  showCase(result, violations[failure], violations.length > 1 ? [failuresCard(result, violations, failure)] : [], {...address, failure});
  scrollTo(0, 0);
}

function showOverview() {
  history.replaceState(null, "", "#");
  Object.assign(steered, {orders: undefined, execution: undefined});
  header({...whole, program: plural(results.length, "result")});
  const measured = results.every((result) => result.displacement !== undefined);
  main.replaceChildren(...(measured ? results.map(measureCard) : [overviewCard(results, (index) => { location.hash = `result-${index + 1}`; })]));
}

function showPlace() {
  const address = readAddress(), result = results?.[address.result - 1];
  if (result) showResult(result, address);
  else if (results) showOverview();
  else if (whole.displacement !== undefined) { header(whole); main.replaceChildren(measureCard(whole)); }
  else showResult(whole, address);
}

addEventListener("hashchange", showPlace);
showPlace();
