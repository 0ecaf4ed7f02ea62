// The page in headless Chromium: what is there, what moves, and that nothing of a result becomes markup.
"use strict";

const {after, before, test} = require("node:test");
const assert = require("node:assert/strict");
const {readdirSync} = require("node:fs");
const {chromium} = require("playwright-core");

const folder = process.env.LINNET_PAGES;
let browser;
before(async () => { browser = await chromium.launch({executablePath: process.env.LINNET_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"]}); });
after(() => browser.close());

// Opens a page, looks at it, and sees that nothing was complained about and nothing was asked of the network.
async function onPage(name, look, options = {}) {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
  const complaints = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.stack));
  page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`); });
  await page.goto(`file://${folder}/${name}.html`);
  await frame(page);
  await look(page);
  assert.deepEqual(complaints, []);
  await page.close();
}

// Until what was asked for is drawn.
const frame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const text = (page, selector) => page.textContent(selector);
const count = (page, selector) => page.locator(selector).count();

// Does this to all of them, a few at a time.
async function each(names, look) {
  const rest = [...names];
  await Promise.all(Array.from({length: 3}, async () => { while (rest.length > 0) await look(rest.shift()); }));
}

test("every page draws without complaint, light, dark and narrow", async () => {
  const names = readdirSync(folder).filter((name) => /^[a-z_]+\.html$/.test(name)).map((name) => name.slice(0, -5));
  assert.ok(names.length >= 25);
  await each(names, (name) => onPage(name, async (page) => {
    for (const [colorScheme, size] of [["light", {width: 1280, height: 900}], ["dark", {width: 400, height: 800}]]) {
      await page.emulateMedia({colorScheme});
      await page.setViewportSize(size);
      await frame(page);
      assert.ok(await count(page, "main > *") > 0, name);
      assert.ok(!(await text(page, "body > main")).includes("undefined"), `${name} shows undefined`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
    }
  }));
});

test("a pass: the order is stepped with states, by buttons, keys and rows", () => onPage("pass", async (page) => {
  assert.match(await text(page, "header .badge"), /pass/);
  assert.equal(await count(page, ".bar"), 5);
  assert.equal(await count(page, "#lanes .point"), 5);
  assert.match(await text(page, "#state"), /initially \[\]/);
  await page.click("#step-on");
  await frame(page);
  assert.equal(await count(page, ".point.done"), 1);
  assert.equal(await count(page, ".point.current"), 1);
  assert.match(await text(page, "#state"), /state after it \[\d\]/);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await page.keyboard.press("[");
  await frame(page);
  assert.equal(await text(page, "#step-count"), "2 of 5");
  await page.click("#order-4");
  await frame(page);
  assert.equal(await count(page, ".point.done"), 5);
  await page.focus("#order");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  assert.equal(await text(page, "#step-count"), "2 of 5");
}));

test("points lie in their operations, and in order", () => onPage("pass", async (page) => {
  const points = await page.$$eval("#lanes .point", (nodes) => nodes.map((node) => ({place: Number(node.textContent), x: parseFloat(node.style.left)})));
  points.sort((a, b) => a.place - b.place);
  for (let i = 1; i < points.length; ++i) assert.ok(points[i - 1].x < points[i].x);
  assert.equal(await count(page, ".tail"), 0);
}));

test("a violation: what is wrong, the core, and what cannot be placed", () => onPage("violation", async (page) => {
  assert.match(await text(page, "#sentence"), /deq\(\) returned 3 while 1 was still in the queue/);
  assert.equal(await count(page, ".bar.culprit"), 1);
  assert.equal(await count(page, ".bar.core"), 2);
  assert.match(await text(page, ".step.blocked"), /it returned 3; here it would return 1/);
  assert.match(await text(page, "#operation-facts"), /after 3, before 0, concurrent with 1/);
}));

test("hovering and arrow keys show precedence", () => onPage("violation", async (page) => {
  await page.hover("#operation-1");
  assert.equal(await count(page, ".bar.before"), 1);
  assert.equal(await count(page, ".bar.after"), 2);
  await page.mouse.move(5, 5);
  await page.focus("#lanes");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await frame(page);
  assert.match(await text(page, "#operation-facts"), /enq\(3\)/);
  assert.equal(await page.getAttribute("#lanes", "aria-activedescendant"), "operation-2");
}));

test("an explicit order is shown as it was given", () => onPage("after", async (page) => {
  await page.click("#operation-2");
  await frame(page);
  assert.equal(await count(page, ".bar.before"), 2);
}));

test("crashes are lines, and what they cut off ends there", async () => {
  await onPage("crash_violation", async (page) => {
    assert.equal(await count(page, ".crash"), 1);
    assert.equal(await count(page, ".bar.crashed"), 1);
  });
  await onPage("crash_pass", async (page) => assert.equal(await count(page, ".tail"), 1));  // it takes effect after the crash
});

test("weak consistency shows what the selected operation sees", () => onPage("weak_pass", async (page) => {
  assert.match(await text(page, "#order"), /sees/);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await frame(page);
  const seen = await count(page, ".bar.seen");
  assert.equal(await count(page, ".visibility .sees"), seen);
  const row = await text(page, "#order-1 .sees");
  assert.equal(seen, row.includes("nothing") ? 0 : row.split(",").length);
}));

test("quasi-linearizability shows how far operations are from their places", async () => {
  await onPage("quasi_pass", async (page) => {
    assert.match(await text(page, "#order"), /2 places later/);
    assert.ok(await count(page, ".plot-row") >= 2);
  });
  await onPage("quasi_violation", async (page) => assert.match(await text(page, "#orders"), /closest legal order/));
});

test("an execution: folding, following a location, selecting here and there", () => onPage("run", async (page) => {
  assert.ok(await count(page, "#steps .switch") >= 2);
  const rows = await count(page, "#steps .row");
  await page.click("text=fold >> nth=0");
  await frame(page);
  assert.ok(await count(page, "#steps .row") < rows);
  await page.click("text=unfold");
  await frame(page);
  assert.equal(await count(page, "#steps .row"), rows);
  await page.click("#operation-1");
  await frame(page);
  assert.ok(await count(page, "#steps .head-row.of-selected") >= 1);
  await page.click("#steps .row:not(.head-row) >> nth=-4");
  await frame(page);
  assert.match(await text(page, "#stack"), /queue_test\.cpp:\d+/);
  assert.doesNotMatch(await text(page, "#operation-facts"), /enq/);
  const location = await page.$eval("#location option:nth-child(2)", (option) => option.value);
  await page.selectOption("#location", location);
  await frame(page);
  assert.ok(await count(page, "#values tbody tr") > 0);
  await page.selectOption("#location", "");
  await page.click("#steps .head-row >> nth=0");
  await page.keyboard.press("Enter");
  await frame(page);
  assert.ok(await count(page, "#steps .row") < rows);
}));

test("steps belong to the operations they are of", () => onPage("run", async (page) => {
  const heads = await page.$$eval("#steps .head-row .run", (nodes) => nodes.map((node) => node.textContent));
  assert.equal(heads.filter((head) => /deq\(\) → 1/.test(head) && !/goes on/.test(head)).length, 2);
}));

test("annotations of a history are shown with the operation, and found", () => onPage("annotated", async (page) => {
  await page.fill("#search", "tries");
  await page.press("#search", "Enter");
  await frame(page);
  assert.deepEqual(await page.locator(".annotation").allTextContents(), ["host: n1", "time: 10", "time at return: 12", 'note: {"tries":2}']);
}));

test("links to the source open in the editor that the reader chooses", () => onPage("run", async (page) => {
  await page.keyboard.press("j");
  await frame(page);
  const link = "#moment .source figcaption a";
  await page.selectOption(".editor", {label: "CLion"});
  assert.match(await page.getAttribute(link, "href"), /^clion:\/\/open\?file=\/.*\.cpp&line=\d+$/);
  page.once("dialog", (dialog) => dialog.accept("emacs://{file}?{line}"));
  await page.selectOption(".editor", "another");
  assert.match(await page.getAttribute(link, "href"), /^emacs:\/\/\/.*\.cpp\?\d+$/);
  await page.reload();
  await page.keyboard.press("j");
  await frame(page);
  assert.match(await page.getAttribute(link, "href"), /^emacs:/);
  await page.selectOption(".editor", {label: "no editor"});
  assert.equal(await count(page, link), 0);
}));

test("a step: its source, its calls, memory after it, and where what it read was written", () => onPage("run", async (page) => {
  await page.keyboard.press("j");
  await frame(page);
  assert.match(await text(page, "#moment strong"), /^1\. thread/);
  assert.match(await text(page, "#moment .source .line.this"), /^\d+ *\S/);
  assert.match(await page.getAttribute("#moment .source a", "href"), /^vscode:\/\/file\/.*objects\.cpp:\d+$|queue_test\.cpp:\d+$/);
  const before = await count(page, "#memory tr");
  for (let i = 0; i < 6; ++i) await page.keyboard.press("j");
  await frame(page);
  assert.match(await text(page, "#moment strong"), /^7\. thread/);
  assert.ok(await count(page, "#memory tr") >= before);
  await page.keyboard.press("k");
  await frame(page);
  assert.match(await text(page, "#moment strong"), /^6\. thread/);
  assert.ok(await count(page, "#steps .reads-from") > 0);
  assert.ok(await page.evaluate(() => {
    const read = document.querySelector("#steps .reads-from .tip").getBoundingClientRect(), list = document.getElementById("steps").getBoundingClientRect();
    return read.left >= list.left && read.right < list.left + 60;
  }));
}));

test("what is selected is in the address, and the address selects it", () => onPage("run", async (page) => {
  await page.click("#operation-1");
  for (let i = 0; i < 4; ++i) await page.keyboard.press("j");
  await frame(page);
  const step = await text(page, "#moment strong"), address = page.url();
  assert.match(address, /#.*operation=\d+&moment=\d+$/);
  await page.goto("about:blank");
  await page.goto(address);
  await frame(page);
  assert.equal(await text(page, "#moment strong"), step);
}));

test("keys are listed, and commands are copied", () => onPage("run", async (page) => {
  await page.keyboard.press("?");
  assert.match(await text(page, "#keys[open]"), /step the execution back and on/);
  await page.keyboard.press("Escape");
  assert.equal(await count(page, "#keys[open]"), 0);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#story .schedule .copy");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await text(page, "#story .schedule code"));
}));

test("a long history is shown by its core, with a map of the whole", () => onPage("long_violation", async (page) => {
  const few = await count(page, ".bar");
  assert.ok(few <= 4);
  assert.equal(await count(page, ".bar.other"), 0);
  assert.equal(await page.locator(".map canvas").isVisible(), true);
  await page.click("#core-only");
  await frame(page);
  assert.ok(await count(page, ".bar") > few);
  await page.click("#core-only");
  await frame(page);
  await page.fill("#search", "enq(17)");
  await frame(page);
  assert.match(await text(page, "#operation-facts"), /enq\(17\)/);
}));

test("a weak violation: what it would have had to see, and what the model makes it see", () => onPage("weak_violation", async (page) => {
  assert.equal(await count(page, ".visibility .sees"), 1);
  assert.ok(await count(page, ".visibility .must-see") >= 1);
}));

// The read of a slot stands behind the write of that slot, and saw what was there at first.
test("under a memory model, arrows lead to what was seen and from nowhere else", () => onPage("graph_of_memory", async (page) => {
  const {steps} = (await page.evaluate(() => JSON.parse(document.getElementById("result").textContent))).violation;
  const elsewhere = steps.filter(({saw, thread}) => typeof saw === "number" && steps[saw].thread !== thread);
  assert.ok(elsewhere.length > 0);
  assert.equal(await count(page, "#steps .reads-from"), elsewhere.length);
  const stale = steps.findIndex(({saw, accesses}) => saw === null && accesses.some(({writes, before, after}) => !writes && before !== after));
  assert.ok(stale > 0);
}));

test("a plain program has its steps and no operations", () => onPage("deadlock", async (page) => {
  assert.match(await text(page, "#story .kind"), /deadlock/);
  assert.ok(await count(page, "#steps .row") >= 2);
  assert.equal(await count(page, "#timeline"), 0);
}));

test("a memory of words: the cycle, the fork and the orphan in its graph", async () => {
  await onPage("mwcas", async (page) => {
    assert.match(await text(page, "#graph"), /wait for each other/);
    assert.equal(await count(page, ".arrow.offending"), 2);
    assert.match(await text(page, "#graph-reasons"), /found x = 1, which mwcas.* wrote/);
    assert.match(await text(page, "#graph-reasons"), /found y = 0 before/);
    await page.click("#graph .node >> nth=0");
    await frame(page);
    assert.match(await text(page, "#operation-facts"), /mwcas/);
    assert.equal(await count(page, "#graph .node.selected"), 1);
  });
  await onPage("fork", async (page) => {
    assert.match(await text(page, "#graph"), /replaced the same word/);
    assert.equal(await count(page, ".arrow.offending"), 2);
  });
  await onPage("orphan", async (page) => {
    assert.match(await text(page, "#graph-reasons"), /failed, and nothing had replaced/);
    assert.equal(await count(page, ".node.offending"), 1);
  });
});

test("a crash on purpose: what of persistent memory was there, and what was lost", () => onPage("crash_state", async (page) => {
  assert.match(await text(page, "#persistence"), /The machine crashes when thread \d/);
  const rows = await page.$$eval("#persistence tbody tr", (nodes) => nodes.map((node) => ({look: node.className, text: node.textContent})));
  assert.ok(rows.some(({look, text}) => /lost/.test(look) && /to-blame/.test(look) && /no fence|not flushed/.test(text)));
  assert.match(await text(page, "#persistence"), /its flush or fence is missing/);
}));

test("the rate of a run over time", () => onPage("progress", async (page) => {
  assert.equal(await count(page, "#progress .curve"), 2);
  assert.match(await text(page, "#progress"), /executions per second/);
}));

test("what a pass covered: the scenario and some of its histories", () => onPage("progress", async (page) => {
  assert.match(await text(page, "#coverage"), /Scenario: .*deq\(\)/);
  const shown = await count(page, "#examples .small-history");
  assert.ok(shown >= 1 && shown <= 8);
  assert.match(await text(page, "#coverage h3"), /distinct histor/);
  assert.ok(await count(page, "#examples rect") >= 2 * shown);
}));

test("a native run: how often, and how to check it again", () => onPage("stress", async (page) => {
  assert.match(await text(page, "#stress"), /this history was seen in/);
  assert.match(await text(page, "#stress"), /linnet check/);
  assert.ok(await count(page, ".bar") >= 2);
}));

test("generated tests: families, each test, and the smallest failure explained", () => onPage("generated", async (page) => {
  assert.match(await text(page, "#families"), /2 x 2 tests/);
  assert.ok(await count(page, "#tests tbody tr") > 5);
  assert.match(await text(page, "#tests tbody tr:first-child"), /violation/);
  assert.ok(await count(page, "#timeline .bar") >= 2);
  assert.ok(await count(page, "#steps .row") >= 2);
}));

test("inferred strengths: each method, and all of them together", () => onPage("infer", async (page) => {
  assert.equal(await count(page, "#alone-table tbody tr"), 3);
  assert.equal(await count(page, "#alone-table .kept"), 2);
  assert.equal(await count(page, "#maximal-table tbody tr"), 2);
}));

test("several results: a table, and a way there and back", async () => {
  await onPage("several", async (page) => {
    assert.equal(await count(page, "#results tbody tr"), 3);
    await page.click("#results tbody tr:nth-child(2) a");
    await page.waitForSelector("#timeline");
    assert.match(await text(page, "h1"), /queue_overtaken/);
    await page.click("#back");
    assert.equal(await count(page, "#results tbody tr"), 3);
  });
  await onPage("run_all", async (page) => assert.equal(await count(page, "#results tbody tr"), 4));
});

test("an unknown says why", () => onPage("unknown", async (page) => {
  assert.match(await text(page, "#sentence"), /time limit/);
}));

test("hostile strings stay text", () => onPage("hostile", async (page) => {
  assert.equal(await page.evaluate(() => window.stolen), undefined);
  assert.equal(await count(page, "main img, main script"), 0);
  assert.match(await text(page, "#lanes"), /<\/script>/);
  await page.fill("#search", "</script>");
  assert.match(await text(page, "#found"), /of/);
  assert.match(await text(page, "#operation-facts"), /<\/script>/);
}));

// How long it takes until the page is drawn, scrolled, searched and stepped.
async function timeOf(name) {
  const start = performance.now();
  await onPage(name, async (page) => {
    assert.ok(await count(page, ".bar") < 200);
    for (const at of [0.2, 0.9, 0.5]) {
      await page.evaluate((share) => { const lanes = document.getElementById("lanes"); lanes.scrollLeft = share * lanes.scrollWidth; }, at);
      await frame(page);
      assert.ok(await count(page, ".bar") > 0);
    }
    await page.fill("#search", "enq(9876)");
    await frame(page);
    assert.equal(await page.locator("#operation-9876").isVisible(), true);
    await page.evaluate(() => { const list = document.getElementById("order"); list.scrollTop = list.scrollHeight; });
    await frame(page);
    assert.ok(await count(page, "#order .row") < 60);
  });
  return performance.now() - start;
}

test("ten times the operations take at most about ten times as long", async () => {
  const small = await timeOf("large_10000"), large = await timeOf("large_100000");
  assert.ok(large < 15 * small, `${large.toFixed(0)} ms for 100 000 operations, ${small.toFixed(0)} ms for 10 000`);
});

test("printed, all rows of a list are there", () => onPage("violation", async (page) => {
  await page.emulateMedia({media: "print"});
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await count(page, "#order .row"), 3);
}));

test("a data race: what it leads to is a failure of its own, with its own command", async () => {
  await onPage("race", async (page) => {
    assert.match(await text(page, "#consequence"), /this leads to: Assertion/);
    assert.equal(await count(page, "#failures tbody tr"), 2);
    const race = await text(page, "#story .schedule");
    await page.click("#failures tbody tr:nth-child(2) button");
    await frame(page);
    assert.match(await text(page, "#sentence"), /Assertion/);
    assert.match(await text(page, "#story .schedule"), /linnet replay linnet1:/);
    assert.notEqual(await text(page, "#story .schedule"), race);
  });
  await onPage("race_alone", async (page) => {
    assert.match(await text(page, "#consequence"), /no further failure in all \d+ executions/);
    assert.equal(await count(page, "#failures"), 0);
  });
});
