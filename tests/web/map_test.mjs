// The map in a real browser: overlays, fan, drag, zoom, print, large text, weak colour vision.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open_browser, serve, tab, temporary } from "./browser.mjs";
import { begin, luck, play } from "./play.mjs";

/// Decisions that the set-up of both armies takes, at most.
const kSetUp = 1000;

let place, server, browser, page, context, complaints;
before(async () => {
  place = await temporary();
  server = await serve(place.folder);
  browser = await open_browser();
  ({ page, context, complaints } = await tab(browser, server.address));
  await begin(page, { game: "russia-1812" });
  // The set-up is played until the first turn begins and both armies stand.
  const next = luck(11);
  const ready = () => page.evaluate(() => /^turn [1-9]/i.test(document.querySelector(".turn-name")?.textContent ?? "") && ["a", "b"].every((side) => document.querySelector(`.stack.side-${side}`)));
  for (let taken = 0; !(await ready()); taken += 5) {
    assert.ok(taken < kSetUp, `no turn has begun after ${taken} decisions`);
    await play(page, next, 5);
  }
}, { timeout: 240000 });
after(async () => {
  await context?.close();
  await browser?.close();
  await server?.stop();
  await place?.remove();
}, { timeout: 120000 });

/// The first stack of a side, in pixels of the window.
function stack_of(side) {
  return page.evaluate((name) => {
    const box = document.querySelector(`.stack.${name} .front`).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
  }, `side-${side}`);
}

test("each overlay comes by its key, tells what it shows, and goes", { timeout: 120000 }, async () => {
  for (const key of ["s", "z", "v", "d", "n"]) {
    const button = page.locator(".overlay-button", { has: page.locator(`kbd:text-is("${key.toUpperCase()}")`) });
    await page.keyboard.press(key);
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.ok((await page.textContent(".overlay-caption")).length > 10);
    for (let clicks = 0; (await button.getAttribute("aria-pressed")) === "true"; ++clicks) {
      assert.ok(clicks < 5, `${key} does not go`);
      await button.click();
    }
    assert.equal(await page.isVisible(".overlay-caption"), false);
  }
  await page.keyboard.press("s");
  assert.ok((await page.locator(".reach").count()) > 0, "supply has an edge");
  await page.keyboard.press("s");
  await page.keyboard.press("s");
  assert.equal(await page.isVisible(".overlay-caption"), false);
});

test("a stack fans out by key, names every counter, and closes", { timeout: 120000 }, async () => {
  const at = await stack_of("a");
  await page.mouse.click(at.x, at.y, { button: "right" }); // asks, and decides nothing
  await page.keyboard.press("f");
  await page.waitForSelector(".fan-counter");
  const names = await page.locator(".fan-counter span").allTextContents();
  assert.ok(names.every((name) => name.length > 0));
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible(".fan"), false);
});

test("a drag that cannot be is told why, and moves nothing", { timeout: 120000 }, async () => {
  const from = await stack_of("a");
  const to = await page.evaluate(() => {
    const town = [...document.querySelectorAll(".layer-names text")].find((text) => text.textContent === "MOSCOW");
    const box = town.getBoundingClientRect();
    return { x: box.x - 8, y: box.y + box.height / 2 };
  });
  const before_it = await page.textContent(".sheet");
  const where = await page.evaluate(() => document.querySelector(".plane").style.transform);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  // A stack that can act now is dragged and refused; with any other the map itself is dragged.
  await page.waitForFunction(
    (was) => !document.querySelector(".notice").hidden || document.querySelector(".plane").style.transform !== was, where);
  assert.equal(await page.textContent(".sheet"), before_it);
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
});

test("the wheel goes near enough to read each counter, and 0 shows all again", { timeout: 120000 }, async () => {
  const whole = await page.getAttribute(".map", "viewBox");
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -700);
  await page.waitForSelector(".map.zoom-corps .hex-number", { state: "attached" });
  await page.waitForFunction((was) => document.querySelector(".map").getAttribute("viewBox") !== was, whole);
  assert.ok((await page.locator(".layer-counters .counter").count()) > 10);
  await page.keyboard.press("0");
  await page.waitForFunction((was) => document.querySelector(".map").getAttribute("viewBox") === was, whole);
});

test("print is one page with the map and its legend alone", { timeout: 120000 }, async () => {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible(".sheet"), false);
  assert.equal(await page.isVisible(".overlays"), false);
  assert.equal(await page.isVisible(".map"), true);
  assert.equal(await page.isVisible(".legend"), true);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, 1);
  await page.emulateMedia({ media: null });
});

test("text twice as large still has no sideways scroll", { timeout: 120000 }, async () => {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  assert.equal(await page.isVisible(".prompt"), true);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
});

/// How light what the browser shows there is on average, 0 to 1.
async function lightness(at) {
  const shot = await page.screenshot({ clip: { x: at.x - 4, y: at.y - 4, width: 8, height: 8 } });
  return page.evaluate(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const bytes = pen.getImageData(0, 0, image.width, image.height).data;
    let sum = 0;
    for (let i = 0; i < bytes.length; i += 4) sum += 0.2126 * bytes[i] + 0.7152 * bytes[i + 1] + 0.0722 * bytes[i + 2];
    return sum / (bytes.length / 4) / 255;
  }, shot.toString("base64"));
}

test("the sides stay apart for eyes that see colours otherwise, or none", { timeout: 120000 }, async () => {
  const session = await context.newCDPSession(page);
  for (const type of ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]) {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type });
    const [a, b] = [await stack_of("a"), await stack_of("b")];
    assert.ok((await lightness(b)) - (await lightness(a)) > 0.2, type);
  }
  await session.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
  await session.detach();
});

test("nothing was complained of", () => assert.deepEqual(complaints, []));
