// Makes the pictures of the README anew, into tools/web/pictures; needs what page_test.mjs needs.
//   NIEMEN=build/release/niemen node tests/web/pictures.mjs [NAME...]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { open_browser, program, serve, tab, temporary } from "./browser.mjs";
import { begin, settled } from "./play.mjs";

const kFolder = "tools/web/pictures";
const kDecisions = 400; // until something is seen, at most

/// Waits for a decision of one's own, or the end.
const asked = (page) => page.waitForFunction(() => document.querySelector("#review") || (document.querySelector(".order") && !document.body.classList.contains("waits") && !document.body.classList.contains("theirs")));

const prompt_of = (page) => page.textContent(".prompt");

/// The staff decides until something is seen. What is told lies open when `seen` looks.
async function until(page, seen) {
  for (let taken = 0; taken < kDecisions; ++taken) {
    await asked(page);
    if (await seen()) return;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    if (await page.$("#order-it")) await page.click("#order-it");
    else if (await page.$("#staff")) await page.click("#staff");
    else await page.click(".commands .end, .order");
    await settled(page);
  }
  throw new Error(`not seen after ${kDecisions} decisions`);
}

/// Where the lit places lie in the window.
const lit = (page, selector = ".lit") => page.evaluate((which) => [...document.querySelectorAll(`.layer-overlay ${which}`)].map((one) => {
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}), selector);

/// The first lit stack that reaches more than `least` places is chosen. False: none does.
async function choose_one(page, least) {
  for (const stack of (await lit(page)).slice(0, 12)) {
    await page.mouse.click(stack.x, stack.y);
    const reaches = await page.waitForFunction(() => document.querySelectorAll(".reach-tag").length, null, { timeout: 3000 }).catch(() => null);
    if (reaches && (await reaches.jsonValue()) > least) return true;
    await page.keyboard.press("Escape");
  }
  return false;
}

const pictures = {
  async start(page) {
    await page.waitForSelector(".start-map img");
    await page.waitForFunction(() => document.querySelector(".start-map img").complete);
  },

  async campaign(page) {
    await begin(page, { game: "russia-1812" });
    await until(page, async () => /stack to move/.test(await prompt_of(page)));
    await page.keyboard.press("Escape");
    if (!(await choose_one(page, 20))) throw new Error("nobody reaches so much");
    const places = await lit(page);
    const far = places.reduce((best, one) => (one.x > best.x && one.x < 900 && one.y > 150 && one.y < 600 ? one : best), places[0]);
    await page.mouse.move(far.x, far.y, { steps: 4 });
    await page.waitForSelector(".callout:not([hidden])");
  },

  async supply(page) {
    await begin(page, { game: "russia-1812" });
    await until(page, async () => /turn [3-9]/i.test(await page.textContent(".turn-name")));
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
  },

  async following(page) {
    await begin(page, { game: "russia-1812" });
    await until(page, async () => (await page.locator(".steps li").count()) > 6 && (await page.isHidden(".veil")));
    for (let step = 0; step < 40 && !(await page.$("path.route")); ++step) await page.keyboard.press(".");
  },

  async attack(page) {
    await begin(page, { game: "russia-1812" });
    await until(page, async () => (await page.locator(".order", { hasText: /attack/i }).count()) > 0);
    await page.keyboard.press("Escape");
    await page.locator(".odds").first().click();
    await page.waitForSelector(".outlook");
  },

  async battle(page) {
    await begin(page, { game: "russia-1812" });
    await until(page, async () => (await page.isVisible(".veil")) && (await page.locator(".veil .die").count()) > 0);
    await page.keyboard.press(" "); // the dice lie
  },

  async areas(page) {
    await begin(page, { game: "strategic-1812" });
    await until(page, async () => /turn [2-9]/i.test(await page.textContent(".turn-name")));
    await page.keyboard.press("Escape");
    await page.click("#tab-belief");
    await page.waitForSelector(".believed");
  },
};

/// The review of a campaign that a weak player lost, with a better order, on a server of its own.
async function review(browser, folder) {
  const log = join(folder, "recorded.jsonl");
  spawnSync(program, ["record", "--game", "lorn-valley", "--agent-a", "random", "--agent-b", "doctrine", "--key", "1812", "--out", log], { stdio: "inherit" });
  const server = await serve(folder, ["--replay", log]);
  const { page, context } = await tab(browser, server.address);
  if (await page.waitForSelector("#review, #campaigns .saved").then((one) => one.getAttribute("id")) !== "review") await page.click("#campaigns .saved");
  await page.click("#review");
  await page.waitForFunction(() => document.querySelectorAll(".turning tbody tr").length > 0 && !/looked at again/.test(document.querySelector(".prompt").textContent), null, { timeout: 600000 });
  await page.waitForSelector(".ask-better", { timeout: 600000 });
  for (let asked = 0; asked < 4 && !(await page.$(".play-both")) && (await page.$(".ask-better")); ++asked) {
    await page.click(".ask-better >> nth=0");
    await page.waitForFunction((rows) => document.querySelectorAll(".better").length > rows && ![...document.querySelectorAll(".better")].some((one) => one.textContent.includes("is looked for")), asked, { timeout: 300000 });
  }
  await page.evaluate(() => document.querySelector(".better")?.scrollIntoView({ block: "end" }));
  await page.screenshot({ path: join(kFolder, "review.png") });
  await context.close();
  await server.stop();
}

const wanted = process.argv.slice(2);
const meant = (name) => wanted.length === 0 || wanted.includes(name);
const place = await temporary();
const browser = await open_browser();
try {
  for (const [name, make] of Object.entries(pictures)) {
    if (!meant(name)) continue;
    const server = await serve(join(place.folder, name));
    const { page, context } = await tab(browser, server.address, { width: 1280, height: 800 }, { reducedMotion: "reduce" });
    await make(page);
    await page.screenshot({ path: join(kFolder, `${name}.png`) });
    console.log(name);
    await context.close();
    await server.stop();
  }
  if (meant("review")) await review(browser, place.folder);
} finally {
  await browser.close();
  await place.remove();
}
