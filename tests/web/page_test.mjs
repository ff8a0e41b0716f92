// The page in a real browser: whole campaigns, reloads, kills, keys, sizes, access, abuse.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import http from "node:http";
import net from "node:net";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { open_browser, program, serve, tab, temporary } from "./browser.mjs";
import { begin, clear_table, luck, play, settled } from "./play.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kSizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

let place, server, browser;
before(async () => {
  place = await temporary();
  server = await serve(place.folder);
  browser = await open_browser();
}, { timeout: 120000 });
after(async () => {
  await browser?.close();
  await server?.stop();
  await place?.remove();
}, { timeout: 120000 });

/// A tab that is closed when its test ends, however it ends.
async function visit(t, address = server.address, size = kSizes[0], how = {}) {
  const seen = await tab(browser, address, size, how);
  t.after(() => seen.context.close(), { timeout: 60000 });
  return seen;
}

/// A server that is stopped when its test ends.
async function own_server(t, folder, options = [], room = 0) {
  const mine = await serve(folder, options, room);
  t.after(() => mine.stop());
  return mine;
}

async function violations(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run());
  return result.violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target).join(" ")}`);
}

async function scrolls_sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

for (const game of ["russia-1812", "strategic-1812"]) {
  test(`a whole campaign is played by what the page shows: ${game}`, { timeout: 300000 }, async (t) => {
    const { page, complaints } = await visit(t);
    await begin(page, { game });
    const { taken, over } = await play(page, luck(7));
    assert.ok(over, `not over after ${taken} decisions`);
    assert.match(await page.textContent(".prompt"), /won|draw/);
    await clear_table(page);
    await page.click("#picture");
    await page.waitForSelector(".campaign-picture text");
    await page.keyboard.press("Enter");
    assert.deepEqual(complaints, []);
  });
}

test("a reload, a second tab and a killed server lose nothing that was decided", { timeout: 300000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "own-"));
  let mine = await own_server(t, folder);
  const first = await visit(t, mine.address);
  await begin(first.page, { game: "russia-1812" });
  await play(first.page, luck(3), 40);
  await clear_table(first.page);  // an order in hand is nothing decided
  const seen = await first.page.textContent(".sheet");
  await first.page.reload();
  await first.page.waitForSelector(".order");
  assert.equal(await first.page.textContent(".sheet"), seen);
  await mine.stop("SIGKILL");
  mine = await own_server(t, folder);
  const again = await visit(t, mine.address);
  await again.page.waitForSelector("#campaigns");
  await again.page.click(".open button");
  await again.page.waitForSelector(".order");
  assert.equal(await again.page.textContent(".sheet"), seen);
});

test("a full disk is told, and what was acknowledged is there again", { timeout: 300000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "own-"));
  const full = await own_server(t, folder, [], 24576);
  const { page } = await visit(t, full.address);
  await begin(page, { game: "lorn-valley" });
  const next = luck(3);
  const told = () => page.locator(".notice").isVisible();
  for (let taken = 0; !(await told()); ++taken) {
    assert.ok(taken < 1000, "the disk was not found full");
    await page.waitForFunction(() => !document.querySelector(".notice").hidden || (document.querySelector(".order") && !document.body.classList.contains("waits")));
    if (!(await told())) await play(page, next, 1);
  }
  assert.match(await page.textContent(".notice"), /too large|no space/i);
  const stops = Number(await page.getAttribute("#scrub", "max"));
  await full.stop("SIGKILL");
  const mine = await own_server(t, folder);
  const again = await visit(t, mine.address);
  await again.page.click(".open button");
  await play(again.page, next, 3);
  assert.ok(Number(await again.page.getAttribute("#scrub", "max")) >= stops);
});

test("one line ends what is asked until another question comes", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "russia-1812" });
  const next = luck(11);
  const trains = /Supply Train or a dummy/;
  const prompt = () => page.textContent(".prompt");
  const asked = () => page.waitForFunction(() => document.querySelector(".order") && !document.body.classList.contains("waits"));
  for (let taken = 0; !trains.test(await prompt()); ++taken) {
    assert.ok(taken < 1000, "no trains were asked for");
    await play(page, next, 1);
    await asked();
  }
  const before_it = await page.textContent(".sheet");
  await page.keyboard.press("/");
  await page.keyboard.type("end all");
  await page.keyboard.press("Enter");
  await page.waitForFunction((words) => document.querySelector(".sheet").textContent !== words, before_it);
  await page.waitForFunction(() => document.querySelector(".order") && !document.body.classList.contains("waits") && !document.body.classList.contains("theirs"));
  assert.doesNotMatch(await prompt(), trains);
  assert.deepEqual(complaints, []);
});

test("the other side's turn is one list of steps, opened by itself", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "strategic-1812", side: 0 });
  const next = luck(5);
  const told = () => page.$$eval(".steps li", (all) => all.length);
  for (let taken = 0; (await told()) <= 5; ++taken) {
    assert.ok(taken < 200, "no turn of five steps was told");
    await play(page, next, 1);
    await page.waitForFunction(() => document.querySelector(".order") && !document.body.classList.contains("theirs"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
  }
  const steps = await told();
  assert.equal(await page.textContent(".steps .count"), `1 of ${steps}`);
  // Each has a sentence, and every march its arrow.
  let arrows = 0;
  for (let at = 1; at <= steps; ++at) {
    assert.match(await page.textContent(".steps [aria-current]"), /\w/);
    const moves = /stack moves from/.test(await page.textContent(".steps [aria-current] .event"));
    const arrow = await page.locator("path.route").count();
    if (moves) assert.equal(arrow, 1);
    arrows += arrow;
    await page.keyboard.press(".");
  }
  assert.ok(arrows > 3, `${arrows} arrows`);
  assert.equal(await page.locator(".steps").count(), 0);
  // The same list again, and after the page was loaded anew.
  await page.keyboard.press("r");
  assert.equal(await page.textContent(".steps .count"), `1 of ${steps}`);
  await page.reload();
  await page.waitForSelector(".steps li");
  assert.equal(await page.textContent(".steps .count"), `1 of ${steps}`);
  assert.deepEqual(complaints, []);
});

test("pieces stand as history had it, or the staff sets up the rest", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "russia-1812" });
  await page.waitForSelector(".order");
  assert.doesNotMatch(await page.textContent(".prompt"), /sets up/);
  const second = await visit(t);
  await second.page.waitForSelector("#begin");
  await second.page.click("#game-russia-1812");
  await second.page.selectOption("#opening-0", "");
  await second.page.click("#level-recruit");
  await second.page.click("#begin");
  await second.page.waitForSelector(".order");
  assert.match(await second.page.textContent(".prompt"), /sets up/);
  await second.page.click("#staff");
  await second.page.waitForFunction(() => document.querySelector(".order") && !/sets up|set-up/i.test(document.querySelector(".prompt").textContent));
  assert.deepEqual([...complaints, ...second.complaints], []);
});

test("in a set-up the rest stands historically at any moment", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await page.waitForSelector("#begin");
  await page.click("#game-russia-1812");
  await page.selectOption("#opening-0", "");
  await page.click("#level-recruit");
  await page.click("#begin");
  await page.waitForSelector("#history");
  await page.click(".order >> nth=3"); // one stands elsewhere
  await settled(page);
  await page.click("#history");
  await page.waitForFunction(() => document.querySelector(".order") && !/sets up|set-up/i.test(document.querySelector(".prompt").textContent));
  assert.equal(await page.locator("#history").count(), 0);
  assert.deepEqual(complaints, []);
});

test("what is always left to the staff is not asked again until it is taken back", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "russia-1812" });
  const asked = () => page.waitForFunction(() => document.querySelector(".order") && !document.body.classList.contains("waits"));
  const prompt = () => page.textContent(".prompt");
  for (await asked(); !/Supply Train or a dummy/.test(await prompt()); await asked()) {
    await page.click(".commands .end");
    await settled(page);
  }
  await page.click("#staff-always");
  // Over all that the other side decides in between.
  await page.waitForFunction(() => document.querySelector(".order") && !/Supply Train or a dummy/.test(document.querySelector(".prompt").textContent));
  await page.click("#staff-off");
  await page.waitForSelector("#staff-off", { state: "detached" });
  assert.deepEqual(complaints, []);
});

test("headquarters are activated together, and a corps goes where it is sent", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "borodino-1812" });
  await page.waitForSelector(".command input");
  const click = (selector) => page.click(selector);
  const rows = await page.locator(".command li").count();
  assert.ok(rows > 4, `${rows} headquarters`);
  const lit = await page.locator(".lit").count();
  for (let i = 0; i < 4; ++i) await click(`.command li >> nth=${i} >> input`);
  assert.ok((await page.locator(".lit").count()) > lit, "their reach is lit");
  assert.deepEqual(await violations(page), []);
  await click("#activate");
  const prompt = (words) => page.waitForFunction((wanted) => document.querySelector(".prompt").textContent.includes(wanted) && document.querySelector(".order") && !document.body.classList.contains("waits"), words);
  await prompt("o"); // of bombardments, or of the moves
  if (/bombard/.test(await page.textContent(".prompt"))) await click(".commands .end");
  await prompt("block to move");
  // Whoever stands with an active headquarters goes with all whom it commands.
  const places = await page.$$eval(".counter", (all) => all.length);
  assert.ok(places > 0);
  const where = await page.evaluate(() => [...document.querySelectorAll(".space.lit, .lit")].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 20).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })));
  let sent = false;
  for (const { x, y } of where) {
    await page.keyboard.press("Escape");
    await page.mouse.click(x, y);
    await page.waitForTimeout(300);
    if ((await page.locator(".command li").count()) < 2) continue;
    await page.waitForSelector(".reach-tag");
    const steps = Number(await page.getAttribute("#scrub", "max"));
    const goal = await page.evaluate(() => {
      const box = document.querySelector(".reach-tag").getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y - 4 };
    });
    await page.mouse.click(goal.x, goal.y);
    await page.waitForFunction((was) => Number(document.querySelector("#scrub").max) > was, steps);
    sent = true;
    break;
  }
  assert.ok(sent, "no corps could be sent");
  assert.deepEqual(complaints, []);
});

test("what may come is told turn by turn, and laid over the map", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "lorn-valley" });
  await page.waitForSelector(".order");
  await page.click("#tab-ahead");
  await page.getByText(/200 campaigns, rules of thumb on both sides/).waitFor({ timeout: 120000 });
  assert.ok((await page.locator("path.ahead").count()) > 3, "nothing is laid over the map");
  const told = await page.textContent("#tab-panel");
  assert.match(told, /When the next turn begins/);
  assert.match(told, /Yours \S+.* \d+ %/);
  await page.focus("#ahead-turn");
  await page.keyboard.press("End");
  await page.getByText("At the end").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.click("#tab-diary");
  assert.equal(await page.locator("path.ahead").count(), 0);
  assert.deepEqual(complaints, []);
});

test("the keyboard alone sets up and decides", { timeout: 120000 }, async (t) => {
  const { page } = await visit(t);
  await page.waitForSelector("#begin");
  await page.focus("#level-recruit");
  await page.keyboard.press("Enter");
  await page.focus("#begin");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".order");
  const before_it = await page.textContent(".sheet");
  await page.keyboard.press("1");
  await page.waitForFunction((words) => document.querySelector(".sheet")?.textContent !== words, before_it);
  await page.keyboard.press("/");
  await page.keyboard.type("nobody to Moscow"); // it stays there, also while the other side decides
  await page.waitForSelector("body:not(.theirs):not(.waits) .order");
  await page.keyboard.press("Enter");
  await page.getByText("no place and no counter").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.ok((await page.getAttribute(".map", "aria-label")).length > 3);
});

/// Plays campaigns of a game until something is seen.
async function play_until(page, game, seen) {
  const kCampaigns = 8;
  const next = luck(5);
  for (let campaign = 0; campaign < kCampaigns; ++campaign) {
    await begin(page, { game });
    for (let over = false; !over; ({ over } = await play(page, next, 1))) if (await seen()) return;
    await clear_table(page);
    await page.click("#home");
  }
  assert.fail(`not seen in ${kCampaigns} campaigns`);
}

/// In the page, at once, so that nothing that comes in lies between: the first order that strains is
/// asked for, then given; what was seen of it, or null.
function order_what_strains() {
  const order = [...document.querySelectorAll(".order")].find((one) => one.querySelector(".caution"));
  const waits = () => document.body.classList.contains("waits");
  if (!order || waits()) return null;
  const caution = order.querySelector(".caution").textContent;
  order.click();
  const asked = { warning: document.querySelector(".course .warning")?.textContent, sent: waits() };
  document.querySelector("#order-it")?.click();
  return { caution, asked, given: waits() };
}

test("a march that strains those who march is asked about first", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  let seen = null;
  await play_until(page, "russia-1812", async () => (seen = await page.evaluate(order_what_strains)));
  assert.deepEqual(seen, { caution: seen.caution, asked: { warning: `Mind: ${seen.caution}.`, sent: false }, given: true });
  assert.deepEqual(complaints, []);
});

for (const [reducedMotion, moves] of [["reduce", false], ["no-preference", true]]) {
  test(`dice ${moves ? "roll" : "lie still"} where a person's motion is ${reducedMotion}`, { timeout: 240000 }, async (t) => {
    const { page } = await visit(t, server.address, kSizes[0], { reducedMotion });
    // Dice lie still before anybody could look: what is shown is noted as it appears.
    await page.addInitScript(() => {
      window.rolled = [];
      new MutationObserver(() => {
        const die = document.querySelector(".dialog .battle .dice .die");
        if (die) window.rolled.push([die.classList.contains("rolling"), getComputedStyle(die).animationName !== "none"]);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await play_until(page, "lorn-valley", () => page.evaluate(() => window.rolled.length > 0));
    const [first] = await page.evaluate(() => window.rolled);
    assert.deepEqual(first, [moves, moves]);
  });
}

/// The French of russia-1812 stand historically, and may march. The stacks that are lit, in pixels of the window.
async function marching(page) {
  await begin(page, { game: "russia-1812" });
  for (let asked = 0; asked < 20; ++asked) {
    await page.waitForFunction(() => document.querySelector(".order") && !document.body.classList.contains("waits"));
    await page.keyboard.press("Escape"); // what the other side did is read another time
    if (/stack to move/.test(await page.textContent(".prompt"))) break;
    await page.click((await page.$("#staff")) ? "#staff" : ".order"); // of two answers the staff takes none
    await settled(page);
  }
  assert.match(await page.textContent(".prompt"), /stack to move/);
  return page.evaluate(() => [...document.querySelectorAll(".layer-overlay .lit")].map((lit) => {
    const box = lit.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }));
}

test("a chosen stack lights what it can reach, with the risk, before anything is ordered", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  const stacks = await marching(page);
  const steps = await page.getAttribute("#scrub", "max");
  await page.mouse.click(stacks[2].x, stacks[2].y);
  await page.waitForSelector(".reach-tag");
  const tags = await page.locator(".reach-tag .reach-risk").allTextContents();
  assert.ok(tags.length > 5, `${tags.length} places`);
  assert.ok(tags.every((tag) => /^(safe|battle|\?|\d+ %)$/.test(tag)), tags.join());
  assert.ok(tags.includes("safe") && tags.some((tag) => /%/.test(tag)), tags.join());
  // A place that is looked at shows the way there and what it costs.
  const { x, y } = await page.evaluate(() => {
    const box = document.querySelector(".reach-tag").getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y - 4 };
  });
  await page.mouse.move(x, y, { steps: 3 });
  await page.waitForSelector(".callout:not([hidden])");
  assert.match(await page.textContent(".callout"), /\d+ hex(es)?.*(supply|safe|%)/);
  assert.ok((await page.locator(".layer-route .route").count()) > 0);
  assert.equal(await page.getAttribute("#scrub", "max"), steps);
  // Then it is weighed, and given by Enter.
  await page.mouse.click(x, y);
  await page.waitForSelector("#order-it");
  assert.equal(await page.getAttribute("#scrub", "max"), steps);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelector("#scrub").max !== was, steps);
  assert.deepEqual(complaints, []);
});

test("a place that cannot be reached says why, with its rule once, and what can be ordered", { timeout: 240000 }, async (t) => {
  const { page } = await visit(t);
  const stacks = await marching(page);
  const far = await page.evaluate(() => {
    const town = [...document.querySelectorAll(".layer-names text")].find((text) => text.textContent === "MOSCOW");
    const box = town.getBoundingClientRect();
    return { x: box.x - 8, y: box.y + box.height / 2 };
  });
  // Nobody is chosen: the place itself answers.
  await page.mouse.click(far.x, far.y);
  await page.waitForSelector(".notice:not([hidden])");
  const nothing = await page.textContent(".notice");
  assert.match(nothing, /\(\d[^()]*\)/);
  assert.match(nothing, /nearest/);
  assert.doesNotMatch(nothing, /\(([^()]+)\) \(\1\)/);
  const beside = await page.locator(".notice").boundingBox();
  assert.ok(Math.abs(beside.x + beside.width / 2 - far.x) < beside.width && Math.abs(beside.y - far.y) < 2 * beside.height + 80, "it stands beside the place");
  // Somebody is: how far he can go, and nothing that looks like the order that was meant.
  await page.mouse.click(stacks[2].x, stacks[2].y);
  await page.waitForSelector(".reach-tag");
  await page.mouse.click(far.x, far.y);
  await page.waitForSelector(".course .refusal");
  const refusal = await page.textContent(".course .refusal");
  assert.match(refusal, /\(\d[^()]*\)/);
  assert.match(await page.textContent("#order-it"), /^Go as far as /);
  assert.equal(await page.locator("#order-it.main").count(), 0);
});

test("the first screen shows what is fought over; Enter begins what was played last, and campaigns that go on stand first", { timeout: 240000 }, async (t) => {
  const mine = await own_server(t, await mkdtemp(join(place.folder, "own-")));
  const { page, complaints } = await visit(t, mine.address);
  await page.waitForSelector(".start-map img");
  assert.match(await page.textContent(".about"), /Niemen.*16 turns/s);
  assert.match(await page.textContent("#group-you-command"), /the French win \d+ of 100 campaigns \(\d+ to \d+\)/);
  assert.equal(await page.locator("#level-random, #level-tree, #level-lab, #campaigns").count(), 0);
  assert.ok((await page.locator("#level-captain .elo-bar").count()) > 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "begin");
  assert.deepEqual(await violations(page), []);
  await page.click("#game-lorn-valley");
  await page.click("#side-1");
  await page.click("#level-recruit");
  await page.click("#begin");
  await page.waitForSelector(".order");
  await page.click("#home");
  await page.waitForSelector("#campaigns .saved");
  assert.match(await page.textContent("#campaigns .saved"), /The Lorn Valley.*the Coastland against recruit/);
  for (const id of ["game-lorn-valley", "side-1", "level-recruit"]) assert.equal(await page.getAttribute(`#${id}`, "aria-checked"), "true");
  await page.waitForFunction(() => document.activeElement.id === "begin");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".order");
  assert.match(await page.textContent(".title"), /Lorn Valley/);
  assert.deepEqual(complaints, []);
});

test("the guide says what is to be done now, and ends when a battle has been seen", { timeout: 540000 }, async (t) => {
  const { page, complaints } = await visit(t);
  const next = luck(5);
  const seen = () => page.evaluate(() => /You have seen a battle/.test(document.querySelector(".guide")?.textContent ?? ""));
  let fought = false;
  for (let campaign = 0; campaign < 8 && !fought; ++campaign) {
    await page.waitForSelector("#begin-guided");
    await page.click("#game-lorn-valley");
    await page.click("#level-recruit");
    await page.click("#begin-guided");
    await page.waitForSelector(".order");
    assert.match(await page.textContent(".guide"), /all that is asked of you now|in hand|what the enemy did/);
    for (let over = false; !over && !fought; ({ over } = await play(page, next, 1))) {
      await page.keyboard.press("Escape");
      fought = await seen();
    }
    await clear_table(page);
    if (!fought) await page.click("#home");
  }
  assert.ok(fought, "no battle was seen");
  assert.match(await page.textContent(".guide-deeds .done"), /✓/);
  await page.click("#guide-leave");
  assert.equal(await page.locator(".guide").count(), 0);
  assert.deepEqual(complaints, []);
});

test("a rule's number opens the rule beside what it was applied to", { timeout: 300000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await marching(page);
  await page.click(".prompt [data-rule]");
  await page.waitForSelector(".rule-card:not([hidden])");
  const card = await page.textContent(".rule-card");
  assert.match(card, /Rule 8\.\d/);
  assert.match(card, /Here: Choose a stack to move/);
  assert.match(card, /R-\d+ /);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".rule-card"), false);
  await page.click("#tab-account");
  assert.match(await page.textContent(".commitment"), /[0-9a-f]{64}/);
  assert.deepEqual(complaints, []);
});

test("who asks for it has an order weighed before it is given", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "lorn-valley" });
  await page.waitForSelector("body:not(.theirs):not(.waits) .order");
  await clear_table(page);
  await page.click("#tab-lab");
  await page.check("#warn");
  await page.evaluate(() => {
    window.sent = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (message) {
      window.sent.push(JSON.parse(message).kind);
      return send.call(this, message);
    };
  });
  await page.locator(".orders li:has(.odds):not(:has(.caution)) .order").first().click();
  // Campaigns are played on first, which is over at once on a quiet machine and takes its time on a busy one.
  await page.waitForFunction(() => window.sent.includes("act") || /weighed before it is given|Look again/.test(document.querySelector(".course")?.textContent ?? ""));
  assert.equal((await page.evaluate(() => window.sent)).filter((kind) => ["odds", "act"].includes(kind))[0], "odds");
  assert.deepEqual(complaints, []);
});

test("a campaign is saved as a file and opened from it elsewhere", { timeout: 300000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "lorn-valley" });
  await play(page, luck(3), 6);
  await clear_table(page);
  const seen = await page.textContent(".turn-name");
  await page.click("#tab-account");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  const file = join(place.folder, "copy.jsonl");
  await download.saveAs(file);
  await page.click("#home");
  await page.setInputFiles("#import", file);
  await page.waitForSelector(".map");
  await page.waitForSelector(".order");
  assert.equal(await page.textContent(".turn-name"), seen);
  // What is no campaign is refused, and leaves none.
  await page.click("#home");
  await page.waitForSelector("#campaigns");
  const listed = await page.locator(".saved, #all-saved").allTextContents();
  await page.setInputFiles("#import", { name: "no.jsonl", mimeType: "application/jsonl", buffer: Buffer.from("nothing\n") });
  await page.getByText("no file of a campaign").waitFor();
  await page.reload();
  await page.waitForSelector("#campaigns");
  assert.deepEqual(await page.locator(".saved, #all-saved").allTextContents(), listed);
  assert.deepEqual(complaints, []);
});

test("on a phone what is asked and can be ordered is in view, and what is chosen can be hit", { timeout: 300000 }, async (t) => {
  const { page } = await visit(t, server.address, kSizes[2]);
  const stacks = await marching(page);
  const seen = (selector) => page.evaluate((which) => {
    const box = document.querySelector(which).getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.height > 0;
  }, selector);
  assert.ok(await seen(".prompt"));
  assert.ok(await seen(".order"));
  await page.mouse.click(stacks[2].x, stacks[2].y);
  await page.waitForSelector(".reach-tag");
  await page.waitForFunction(() => document.querySelector("path.lit").getBoundingClientRect().width >= 30);
  assert.ok(await seen(".order"));
  assert.equal(await scrolls_sideways(page), false);
});

test("an order is weighed before it is given, and an earlier position is only shown", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await begin(page, { game: "lorn-valley" });
  await page.waitForSelector(".order");
  const next = luck(3);
  await play(page, next, 20);
  for (let i = 0; i < 40 && !(await page.$(".odds")); ++i) await play(page, next, 1);
  await clear_table(page);
  const steps = await page.getAttribute("#scrub", "max");
  await page.click(".odds");
  await page.waitForSelector(".distribution tbody tr");
  await page.waitForSelector(".outlook");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".course", { state: "detached" });
  assert.equal(await page.getAttribute("#scrub", "max"), steps);
  await page.keyboard.press("[");
  await page.waitForSelector("body.past #branch");
  assert.equal(await page.locator(".order, .commands button").count(), 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".order");
  assert.deepEqual(complaints, []);
});

test("a run of the lab lies on the page, and any of its campaigns opens with what was believed", { timeout: 180000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "own-"));
  const plan = join(folder, "plan.toml");
  const run = join(folder, "run");
  await writeFile(plan, ['question = "balance"', 'name = "door"', "campaigns = 6", "seed = 3", "[game]", 'title = "borodino-1812"', "[agents]", 'a = "random"', 'b = "random"', "[balance]", "band = [0.4, 0.6]", ""].join("\n"));
  assert.equal(spawnSync(program, ["lab", "run", plan, "--out", run], { stdio: "ignore", timeout: 60000 }).status, 0);
  const mine = await own_server(t, folder, ["--run", run]);
  const { page, complaints } = await visit(t, mine.address);
  await page.click("#sort-margin");
  assert.equal(await page.getAttribute("th:has(#sort-margin)", "aria-sort"), "ascending");
  const margins = await page.$$eval("tbody tr", (rows) => rows.map((row) => row.cells[[...document.querySelectorAll("th button")].findIndex((button) => button.id === "sort-margin")].textContent));
  assert.equal(margins.length, 6);
  assert.deepEqual(margins, [...margins].sort((a, b) => a - b));
  assert.deepEqual(await violations(page), []);
  await page.click("[data-campaign='4']");
  await page.waitForSelector(".map");
  await page.waitForFunction(() => /won|draw/.test(document.querySelector(".prompt").textContent));
  await page.keyboard.press("[");
  await page.click("#tab-belief");
  await page.waitForSelector(".believed");
  assert.deepEqual(await violations(page), []);
  await page.click("#home");
  await page.click("#set-up");
  await page.click("#game-borodino-1812");
  await page.fill("#bid", "3");
  await page.click("#level-recruit");
  await page.click("#clock-5");
  assert.deepEqual(await violations(page), []);
  await page.click("#begin");
  await page.click("#tab-account");
  await page.getByText("the bid").waitFor();
  assert.deepEqual(complaints, []);
});

for (const size of kSizes) {
  test(`no sideways scroll, no fault of access at ${size.width} x ${size.height}`, { timeout: 120000 }, async (t) => {
    const { page } = await visit(t, server.address, size);
    await page.waitForSelector("#begin");
    assert.equal(await scrolls_sideways(page), false);
    assert.deepEqual(await violations(page), []);
    await begin(page, { game: "russia-1812" });
    await page.waitForSelector(".order");
    assert.equal(await scrolls_sideways(page), false);
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.locator(".prompt").isVisible());
  });
}

/// The status of a request that a page of somebody else might make.
function status_of(path, headers, method = "GET") {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, headers, method, timeout: 20000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error(`no answer to ${method} ${path}`)));
    request.end();
  });
}

test("strangers are turned away", { timeout: 60000 }, async () => {
  const host = new URL(server.origin).host;
  assert.equal(await status_of("/", { host }), 200);
  assert.equal(await status_of("/", { host: "evil.example" }), 421);
  assert.equal(await status_of("/", { host, origin: "http://evil.example" }), 403);
  assert.equal(await status_of("/", { host, "sec-fetch-site": "cross-site" }), 403);
  assert.equal(await status_of("/", { host }, "POST"), 405);
  assert.equal(await status_of("/../README.md", { host }), 404);
  assert.equal(await status_of("/%2e%2e/README.md", { host }), 404);
  assert.equal(await status_of(`/${"x".repeat(300)}`, { host }), 414);
  assert.equal(await status_of("/", { host, range: "bytes=0-1" }), 400);
  const upgrade = { host, connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
  assert.equal(await status_of("/socket", { ...upgrade, origin: "http://evil.example" }), 403);
});

test("connections that ask nothing make room for who asks", { timeout: 120000 }, async (t) => {
  const kIdle = 300; // more than the server holds
  const { port } = new URL(server.origin);
  const ended = [];
  const idle = Array.from({ length: kIdle }, () => net.connect(Number(port), "127.0.0.1"));
  t.after(() => idle.forEach((socket) => socket.destroy()));
  for (const socket of idle) {
    let told = "";
    socket.on("data", (bytes) => (told += bytes));
    ended.push(new Promise((resolve) => socket.once("close", () => resolve(told))));
    socket.on("error", () => undefined); // it is closed then
  }
  await Promise.all(idle.map((socket) => socket.connecting && new Promise((resolve) => socket.once("connect", resolve))));
  assert.equal(await status_of("/", { host: `127.0.0.1:${port}` }), 200);
  // Each is turned away for another, or when its time for a request is over.
  for (const told of await Promise.all(ended)) assert.match(told, /^($|HTTP\/1\.1 503 .*Too many connections)/s);
});

test("a port that is taken is told with the program that holds it", { timeout: 60000 }, async () => {
  const { port } = new URL(server.origin);
  const second = spawnSync(program, ["serve", "--port", port], { env: { ...process.env, XDG_DATA_HOME: place.folder }, encoding: "utf8", timeout: 30000 });
  assert.notEqual(second.status, 0);
  assert.match(second.stderr, new RegExp(`port ${port} .*\\(${basename(program).slice(0, 15)}, process \\d+\\); try --port \\d+`));
});

/// Speaks to the server from a page of its own origin; the answers until it hangs up or has refused
/// so many messages. Who waits for more than a minute hears what came until then.
async function converse(page, messages, refusals = Infinity) {
  return page.evaluate(
    ([sent, enough]) =>
      new Promise((resolve) => {
        const heard = [];
        const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onopen = () => sent.forEach((message) => socket.send(message));
        socket.onmessage = (message) => {
          heard.push(JSON.parse(message.data).kind);
          if (heard.filter((kind) => kind === "error").length >= enough) resolve({ heard, closed: false });
        };
        socket.onclose = () => resolve({ heard, closed: true });
        setTimeout(() => resolve({ heard, closed: false }), 60000);
      }),
    [messages, refusals],
  );
}

test("a tab without the token is let go and told nothing", { timeout: 60000 }, async (t) => {
  const { page } = await visit(t);
  const greeting = JSON.stringify({ kind: "hello", token: "0".repeat(32) });
  assert.deepEqual(await converse(page, [greeting]), { heard: [], closed: true });
});

test("two people at one table hand over, and neither is shown what the other knows", { timeout: 240000 }, async (t) => {
  const { page, complaints } = await visit(t);
  const told = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => told.push(JSON.parse(payload))));
  await page.reload();
  await page.waitForSelector("#begin");
  for (const id of ["game-lorn-valley", "level-person", "begin"]) await page.click(`#${id}`);
  await page.waitForSelector("#take-seat");
  assert.ok(!told.some(({ kind }) => kind === "position"), "nothing is told before somebody sits down");
  const seats = new Set();
  for (let i = 0; i < 200 && seats.size < 2; ++i) {
    const happened = await page.waitForFunction(() => (document.querySelector("#take-seat") ? "over" : document.querySelector(".order") && !document.body.classList.contains("waits") ? "asked" : ""));
    if ((await happened.jsonValue()) === "over") {
      seats.add(/We are (.*)Enter/.exec(await page.textContent("#take-seat"))[1]);
      assert.equal(await page.locator(".map, .sheet").count(), 0);
      told.length = 0;
      await page.keyboard.press("Enter");
      await page.waitForSelector(".map");
      const { seat } = told.find(({ kind }) => kind === "campaign");
      for (const { view } of told.filter(({ kind }) => kind === "position")) assert.equal(view.viewer, seat);
    } else {
      await play(page, luck(i + 1), 1);
    }
  }
  assert.equal(seats.size, 2, "the table was handed over");
  assert.deepEqual(complaints, []);
});

test("before one of two people has sat down nothing is answered", { timeout: 120000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "two-"));
  const session = join(folder, "niemen", "sessions", "two.jsonl");
  const env = { ...process.env, XDG_DATA_HOME: folder };
  assert.equal(spawnSync(program, ["play", "--game", "lorn-valley", "--defaults", "--side", "both", "--session", session], { env, input: "", timeout: 60000 }).status, 0);
  const mine = await own_server(t, folder);
  const { page } = await visit(t, mine.address);
  const token = new URL(mine.address).hash.slice(3);
  const asked = [{ kind: "belief", step: 0 }, { kind: "past", step: 0, whole: false }, { kind: "branch", step: 0, fresh: true }, { kind: "export" }, { kind: "opening", title: "x" }];
  const messages = [{ kind: "hello", token }, { kind: "open", campaign: "two" }, ...asked].map((message) => JSON.stringify(message));
  const { heard } = await converse(page, messages, asked.length);
  assert.deepEqual(heard, ["welcome", "handover", ...asked.map(() => "error")]);
});

test("forged and stale requests change nothing", { timeout: 120000 }, async (t) => {
  const { page } = await visit(t);
  await begin(page, { game: "russia-1812" });
  await page.waitForSelector(".order");
  await settled(page);
  const token = new URL(server.address).hash.slice(3);
  const seen = await page.textContent(".sheet");
  const campaign = decodeURIComponent(new URL(page.url()).hash.slice(3));
  const next = luck(5);
  const messages = [{ kind: "hello", token }, { kind: "open", campaign }].map((message) => JSON.stringify(message));
  for (let i = 0; i < 500; ++i) messages.push(JSON.stringify({ kind: "act", rev: 900000 + next(1000), action: next(4294967295) }));
  messages.push('{"kind":"past","step":0,"whole":true}', '{"kind":"branch","step":99999,"fresh":false}', '{"kind":"lab","rev":0,"campaigns":99999999}');
  messages.push("", "[]", "{}", '{"kind":7}', '{"kind":"act"}', '{"kind":"open","campaign":"../../etc/passwd"}', '{"kind":"begin"}');
  const refusals = 510;
  const { heard } = await converse(page, messages, refusals);
  assert.equal(heard.filter((kind) => kind === "error").length, refusals, `${heard.length} answers`);
  assert.equal(await page.textContent(".sheet"), seen);
});
