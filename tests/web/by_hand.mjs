// What is measured by hand, on a machine with nothing else to do; needs what page_test.mjs needs.
//   node tests/web/by_hand.mjs gestures   clicks, drags and keys that turns of russia-1812 take
//   node tests/web/by_hand.mjs three      those of a turn of russia-1812 in which three stacks march and one attacks
//   node tests/web/by_hand.mjs corps      those of turns of borodino-1812, led by headquarters
//   node tests/web/by_hand.mjs keyboard   a whole campaign of lorn-valley by keys alone
//   node tests/web/by_hand.mjs views      how long a tab waits for a view while the lab uses every core
//   node tests/web/by_hand.mjs frames [GAME]   frames a second while the map is dragged and zoomed
import assert from "node:assert/strict";
import { open_browser, serve, tab, temporary } from "./browser.mjs";
import { begin, luck, play, settled } from "./play.mjs";

const kGestures = 40; // at most, a turn
const kTurns = 3;
const kDecisions = 5000; // of a campaign, at most

const prompt_of = (page) => page.textContent(".prompt");
const turn_of = (page) => page.evaluate(() => Number(/turn (\d+)/i.exec(document.querySelector(".turn-name")?.textContent ?? "")?.[1] ?? 0));

/// Waits for a decision of one's own, or the end.
async function asked(page) {
  await page.waitForFunction(() => document.querySelector("#review") || (document.querySelector(".order") && !document.body.classList.contains("waits")), null, { polling: 5 });
}

/// A person who counts what he does.
class Hand {
  count = 0;
  tried = new Set(); // stacks that were sent somewhere this turn

  constructor(page) {
    this.page = page;
  }

  async press(key) {
    ++this.count;
    await this.page.keyboard.press(key);
  }

  async click(selector) {
    ++this.count;
    await this.page.click(selector);
  }

  /// One line in words: to the field, the line, and off it goes.
  async say(words) {
    await this.press("/");
    ++this.count;
    await this.page.keyboard.type(words);
    await this.press("Enter");
    await this.page.keyboard.press("Escape"); // a person looks elsewhere
  }

  async drag(from, to) {
    ++this.count;
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await this.page.mouse.move(to.x, to.y, { steps: 3 });
    await this.page.mouse.up();
  }

  /// Trains for the first towns that are listed, and no more of them.
  async supply() {
    const places = await this.page.$$eval(".order", (all) => all.map((one) => /^Supply Train to (\d{4})/.exec(one.textContent)?.[1]).filter(Boolean));
    if (places.length > 1 && !this.tried.has("trains")) {
      this.tried.add("trains");
      return this.say(`train ${places.slice(0, 4).join(" ")}`);
    }
    return this.say("end all");
  }

  /// The next stack that was not sent anywhere yet, two hexes to the east.
  async march() {
    const stacks = await this.page.$$eval(".order", (all) => all.map((one) => /^March from (\d{4})/.exec(one.textContent)?.[1]).filter(Boolean));
    const next = stacks.find((stack) => !this.tried.has(stack));
    if (!next) return this.finish();
    this.tried.add(next);
    const from = await this.hex(next, 0);
    await this.drag(from, await this.hex(next, 2));
    await this.page.waitForFunction(() => document.querySelector("#order-it") || !document.querySelector(".notice").hidden);
    if (await this.page.$("#order-it")) return this.press("Enter");
    return this.press("Escape");
  }

  /// Where a hex lies in the window, or the one so many to its right.
  hex(id, right) {
    return this.page.evaluate(([wanted, steps]) => {
      const hex = [...document.querySelectorAll(".space")].find((space) => space.querySelector("title").textContent.includes(wanted));
      const box = hex.getBoundingClientRect();
      return { x: box.x + box.width * (0.5 + steps), y: box.y + box.height / 2 };
    }, [id, right]);
  }

  async finish() {
    if (await this.page.$("#order-it")) return this.press("Enter"); // it asked first
    const end = await this.page.$(".commands .end");
    return end ? this.click(".commands .end") : this.click(".order");
  }
}

async function decide(hand) {
  const prompt = await prompt_of(hand.page);
  if (/Supply Train or a dummy/.test(prompt)) return hand.supply();
  if (/Choose a stack to move/.test(prompt)) return hand.march();
  const attack = ".order >> text=/^Attack/";
  return (await hand.page.$(attack)) ? hand.click(attack) : hand.finish();
}

/// Closes what is told of a battle or of the other side, as a person would who has read it.
async function close_dialog(hand) {
  if (await hand.page.isVisible(".veil")) await hand.press("Enter");
  if (await hand.page.isVisible(".steps")) await hand.press("Escape");
}

async function gestures(page) {
  await begin(page, { game: "russia-1812" });
  const next = luck(11);
  while ((await turn_of(page)) < 1) await play(page, next, 5);
  for (let turn = await turn_of(page), end = turn + kTurns; turn < end; ++turn) {
    const hand = new Hand(page);
    const steps = Number(await page.getAttribute("#scrub", "max"));
    while ((await turn_of(page)) === turn) {
      await asked(page);
      await close_dialog(hand);
      await decide(hand);
      await settled(page);
    }
    console.log(`turn ${turn}: ${hand.count} gestures, ${Number(await page.getAttribute("#scrub", "max")) - steps} decisions and dice of both sides`);
    assert.ok(hand.count <= kGestures);
  }
}

/// What is left to the staff for good before it is counted.
async function leave_to_staff(page, words) {
  if (words.test(await prompt_of(page)) && (await page.$("#staff-always"))) return page.click("#staff-always"), true;
  return false;
}

async function three(page) {
  await begin(page, { game: "russia-1812" });
  const always = /Supply Train or a dummy|convert into|establish a Depot/i;
  for (let turn = 0, counted = 0; counted < kTurns; ) {
    await asked(page);
    if (await leave_to_staff(page, always)) {
      await settled(page);
      continue;
    }
    const hand = new Hand(page);
    turn = await turn_of(page);
    const did = { marches: 0, attacks: 0, answers: 0 };
    while ((await turn_of(page)) === turn) {
      await asked(page);
      await close_dialog(hand);
      const prompt = await prompt_of(page);
      if (always.test(prompt) && (await page.$("#staff-always"))) {
        await page.click("#staff-always"); // the first time a question of this kind is met
      } else if (/Choose a stack to move/.test(prompt)) {
        if (did.marches < 3) {
          const before = hand.count;
          await hand.march();
          if (hand.count > before) ++did.marches;
        } else {
          await hand.click("#staff");
        }
      } else if (/Choose a stack to attack/.test(prompt) && did.attacks < 1 && (await page.$(".order >> text=/^Attack/"))) {
        await hand.click(".order >> text=/^Attack/");
        ++did.attacks;
      } else {
        ++did.answers;
        await hand.finish();
      }
      await settled(page);
    }
    ++counted;
    console.log(`turn ${turn}: ${hand.count} gestures; ${did.marches} marches, ${did.attacks} attacks, ${did.answers} other answers`);
  }
}

async function corps(page) {
  await begin(page, { game: "borodino-1812" });
  for (let counted = 0; counted < 2; ++counted) {
    await asked(page);
    const hand = new Hand(page);
    const turn = await turn_of(page);
    const did = { headquarters: 0, corps: 0, blocks: 0, battle: 0 };
    const sent = new Set();
    while ((await turn_of(page)) === turn) {
      await asked(page);
      await close_dialog(hand);
      const prompt = await prompt_of(page);
      if (/Activate a headquarters/.test(prompt)) {
        const rows = await page.locator(".command li input").count();
        for (; did.headquarters < Math.min(rows, 5); ++did.headquarters) await hand.click(`.command li >> nth=${did.headquarters} >> input`);
        if (rows > 0) await hand.press("Enter");
        else await hand.click(".commands .end");
      } else if (/block to move/.test(prompt)) {
        const places = await page.$$eval(".layer-front .lit, .lit", (all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 20).map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })));
        const next = places.find(({ x, y }) => !sent.has(`${Math.round(x)} ${Math.round(y)}`));
        if (!next || did.corps >= 5) {
          await hand.finish();
        } else {
          sent.add(`${Math.round(next.x)} ${Math.round(next.y)}`);
          await page.mouse.click(next.x, next.y);
          await page.waitForTimeout(400);
          const blocks = await page.locator(".command li").count();
          const goal = await page.evaluate(() => [...document.querySelectorAll(".reach-tag")].map((one) => one.getBoundingClientRect()).map((box) => ({ x: box.x + box.width / 2, y: box.y - 4 })).sort((a, b) => b.x - a.x)[0]);
          if (blocks >= 2 && goal) {
            hand.count += 2;
            await page.mouse.click(goal.x, goal.y);
            ++did.corps;
            did.blocks += blocks;
          } else {
            await page.keyboard.press("Escape");
          }
        }
      } else if (await page.$("#staff")) {
        ++did.battle;
        await hand.click("#staff");
      } else {
        ++did.battle;
        await hand.finish();
      }
      await settled(page);
    }
    console.log(`turn ${turn}: ${hand.count} gestures; ${did.headquarters} headquarters, ${did.corps} corps of ${did.blocks} blocks sent, ${did.battle} other answers`);
  }
}

async function keyboard(page) {
  await page.waitForSelector("#begin");
  for (const id of ["game-lorn-valley", "level-recruit", "begin"]) {
    await page.focus(`#${id}`);
    await page.keyboard.press("Enter");
  }
  const next = luck(5);
  let taken = 0;
  for (await asked(page); !(await page.$("#review")); await asked(page)) {
    assert.ok(++taken < kDecisions);
    if (await page.isVisible(".veil")) await page.keyboard.press("Escape");
    const offered = await page.locator(".order").count();
    if (await page.$("#order-it")) await page.keyboard.press("Enter"); // it asked first
    else await page.keyboard.press(String(1 + next(Math.min(9, Math.max(1, offered)))));
    await settled(page);
  }
  await page.keyboard.press("Escape");
  await page.focus("#review");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".veil table", { timeout: 600000 });
  console.log(`${taken} decisions by keys alone; ${await prompt_of(page)}`);
}

async function frames(page) {
  await begin(page, { game: process.argv[3] ?? "russia-1812" });
  await page.waitForSelector(".order");
  const box = await page.locator(".map-room").boundingBox();
  const counted = page.evaluate((milliseconds) => new Promise((resolve) => {
    const times = [];
    const frame = (now) => (times.push(now), now - times[0] < milliseconds ? requestAnimationFrame(frame) : resolve(times));
    requestAnimationFrame(frame);
  }), 4000);
  await page.mouse.move(box.x + 500, box.y + 300);
  for (let i = 0; i < 4; ++i) await page.mouse.wheel(0, -200);
  await page.mouse.down();
  for (let i = 0; i < 150; ++i) await page.mouse.move(box.x + 500 + 150 * Math.sin(i / 8), box.y + 300 + 100 * Math.cos(i / 8));
  await page.mouse.up();
  const times = await counted;
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  console.log(`${((1000 * gaps.length) / (times.at(-1) - times[0])).toFixed(1)} frames a second, 95 of 100 within ${gaps[Math.floor(gaps.length * 0.95)].toFixed(1)} ms`);
}

/// Milliseconds that each view took which a tab of its own asked for, one after another.
function time_views([token, campaign, views]) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    const send = (message) => socket.send(JSON.stringify(message));
    const times = [];
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      send({ kind: "past", step: times.length % 10, whole: false });
    };
    socket.onopen = () => [{ kind: "hello", token }, { kind: "open", campaign }].forEach(send);
    socket.onerror = reject;
    socket.onmessage = ({ data }) => {
      const { kind, rev } = JSON.parse(data);
      if (kind === "position" && asked === 0) {
        send({ kind: "lab", rev, campaigns: 100000 });
        ask();
      }
      if (kind !== "past") return;
      times.push(performance.now() - asked);
      if (times.length < views) return ask();
      socket.close();
      resolve(times);
    };
  });
}

async function views(page, address) {
  await begin(page, { game: "russia-1812" });
  await play(page, luck(11), 20);
  const campaign = decodeURIComponent(new URL(page.url()).hash.slice(3));
  const times = await page.evaluate(time_views, [new URL(address).hash.slice(3), campaign, 500]);
  times.sort((a, b) => a - b);
  const share = (part) => times[Math.ceil(part * times.length) - 1].toFixed(1);
  console.log(`${times.length} views: half within ${share(0.5)} ms, 95 of 100 within ${share(0.95)} ms, 99 within ${share(0.99)} ms`);
}

const measures = { gestures, three, corps, keyboard, views, frames };
const wanted = process.argv[2];
if (!measures[wanted]) throw new Error(`usage: by_hand.mjs ${Object.keys(measures).join(" | ")}`);
const place = await temporary();
const server = await serve(place.folder);
const browser = await open_browser();
try {
  const { page, complaints } = await tab(browser, server.address);
  await measures[wanted](page, server.address);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
  await server.stop();
  await place.remove();
}
