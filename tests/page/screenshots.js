// node screenshots.js PAGES PICTURES: takes the pictures of the documents.
"use strict";

const {chromium} = require("playwright-core");

const [, , pages, pictures] = process.argv;
const PICTURES = [
  {name: "queue", height: 1180, look: "light", keys: ["]", "]"]},
  {name: "run", height: 1180, look: "light", keys: ["]", "]"]},
  {name: "violation", height: 680, look: "dark", keys: ["]", "]"]},
  {name: "quasi", height: 700, look: "light", keys: ["]", "]", "]"]},
  {name: "mwcas", part: "#graph", look: "light", keys: []},
  {name: "crash", part: "#persistence", look: "dark", keys: []},
];

(async () => {
  const browser = await chromium.launch({executablePath: process.env.LINNET_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"]});
  for (const {name, height = 900, part, look, keys} of PICTURES) {
    const page = await browser.newPage({viewport: {width: 1180, height}, colorScheme: look});
    await page.goto(`file://${pages}/${name}.html`);
    for (const key of keys) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await (part ? page.locator(part) : page).screenshot({path: `${pictures}/${name}.png`});
  }
  await browser.close();
})();
