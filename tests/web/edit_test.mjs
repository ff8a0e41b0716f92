// The workshop in a browser: a unit is dragged, a number changed, and both are saved as the files have
// them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open_browser, program, serve, tab, temporary } from "./browser.mjs";

let browser;
before(async () => (browser = await open_browser()));
after(() => browser?.close());

/// A blank game of a mechanism in the workshop.
async function workshop(t, mechanism, size) {
  const { folder, remove } = await temporary();
  t.after(remove);
  const game = join(folder, "mine");
  execFileSync(program, ["new", game, "--blank", mechanism]);
  const server = await serve(folder, [game], 0, "edit");
  t.after(() => server.stop());
  const opened = await tab(browser, server.address, size);
  t.after(() => opened.context.close());
  await opened.page.waitForSelector(".place-stack");
  await opened.page.waitForSelector(".faults h2.good");
  return { ...opened, game };
}

/// Where the middle of a place of the map is seen.
async function middle_of(page, words) {
  return page.evaluate((wanted) => {
    const space = [...document.querySelectorAll(".space")].find((one) => one.textContent.startsWith(wanted));
    const box = space.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, words);
}

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

const is_saved = (page) => page.waitForFunction(() => document.querySelector(".state").textContent === "all is saved");

test("a stack is dragged to another area, and its row says so when it is saved", async (t) => {
  const { page, complaints, game } = await workshop(t, "area_campaign");
  const file = join(game, "scenarios/start.toml");
  const before = await readFile(file, "utf8");
  await drag(page, await middle_of(page, "West March"), await middle_of(page, "Westgate"));
  await page.waitForFunction(() => /not saved/.test(document.querySelector(".state").textContent));
  assert.equal(await readFile(file, "utf8"), before);
  await page.keyboard.press("Control+s");
  await is_saved(page);
  assert.equal(await readFile(file, "utf8"), before.replace('area = "W2"', 'area = "W1"'));
  assert.deepEqual(complaints, []);
});

test("a cell is changed from the keyboard, its fault is told beside it, and undone", async (t) => {
  const { page, complaints, game } = await workshop(t, "hex_campaign");
  const before = await readFile(join(game, "units.csv"), "utf8");
  await page.click(".files button:text-is('units.csv')");
  const cell = page.locator('[aria-label="arm of West-3"]');
  await cell.fill("cavlary");
  await cell.press("Enter");
  await page.waitForSelector(".faults h2.bad");
  await page.waitForSelector("tr.has-fault .faulty [aria-label='arm of West-3']");
  assert.match(await page.textContent(".faults button"), /units.csv, line 5.*cavalry/s);
  await page.click("button:text-is('Undo')");
  await page.waitForSelector(".faults h2.good");
  assert.equal(await readFile(join(game, "units.csv"), "utf8"), before);
  assert.deepEqual(complaints, []);
});

test("campaigns are played by themselves after a change, and told before and after", async (t) => {
  const { page } = await workshop(t, "area_campaign");
  await page.waitForFunction(() => document.querySelectorAll(".share").length === 1 && !/Stop/.test(document.querySelector(".balance").textContent));
  await page.click(".files button:text-is('scenarios/start.toml')");
  const cell = page.locator('[aria-label="placed.west.units"]');
  await cell.fill("12ic 4cc 2su A");
  await cell.press("Enter");
  await page.waitForSelector(".balance .change");
  assert.equal(await page.locator(".share").count(), 2);
});

test("a piece is put elsewhere without the mouse", async (t) => {
  const { page, game } = await workshop(t, "block_battle");
  await page.fill("[aria-label='Find a piece or a place']", "westerby");
  await page.press(".found button", "Enter");
  await page.fill("[aria-label='Set up at']", "North Hill");
  await page.press("[aria-label='Set up at']", "Enter");
  await page.waitForFunction(() => /not saved/.test(document.querySelector(".state").textContent));
  await page.keyboard.press("Control+s");
  await is_saved(page);
  assert.match(await readFile(join(game, "scenarios/start.toml"), "utf8"), /^westerby = "north-hill"$/m);
});

test("a corner of outlines is dragged", async (t) => {
  const { page, game } = await workshop(t, "block_battle", { width: 1920, height: 1080 });
  const before = await readFile(join(game, "shapes.csv"), "utf8");
  await page.click("[role=radio]:text-is('Outlines')");
  await page.waitForSelector(".handle.corner");
  const box = await page.locator(".handle.corner").nth(2).boundingBox();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag(page, at, { x: at.x - 15, y: at.y + 12 });
  await page.waitForFunction(() => /not saved/.test(document.querySelector(".state").textContent));
  await page.keyboard.press("Control+s");
  await is_saved(page);
  assert.notEqual(await readFile(join(game, "shapes.csv"), "utf8"), before);
});
