// What browsers and hands do around the page: Back and Forward, lines that break, storage that is
// forbidden, keys that are held, links on other sites.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import http from "node:http";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open_browser, program, serve, tab, temporary } from "./browser.mjs";
import { begin, luck, play, settled } from "./play.mjs";

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

/// A tab that is closed when its test ends, with a script that runs before the page's.
async function visit(t, script = () => undefined, address = server.address) {
  const seen = await tab(browser, "about:blank");
  t.after(() => seen.context.close(), { timeout: 60000 });
  await seen.page.addInitScript(script);
  await seen.page.goto(address);
  return seen;
}

/// Keeps what is said on the line: window.line, window.sent, window.heard.
function listen() {
  window.sent = [];
  window.heard = [];
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(address) {
      super(address);
      window.line = this;
      this.addEventListener("message", (event) => window.heard.push(JSON.parse(event.data)));
    }
    send(text) {
      const message = JSON.parse(text);
      window.sent.push(message);
      if (message.kind === window.drops) return this.close(); // the line breaks with it
      super.send(text);
    }
  };
}

const told = (page) => page.textContent(".notice");
const sent = (page, kind) => page.evaluate((wanted) => window.sent.filter((message) => message.kind === wanted).length, kind);
const steps = (page) => page.evaluate(() => window.heard.filter((message) => message.kind === "position").at(-1).steps);

/// Waits for a position that comes after `count` of them.
const position_after = (page, count) => page.waitForFunction((before_it) => window.heard.filter((message) => message.kind === "position").length > before_it, count);
const positions = (page) => page.evaluate(() => window.heard.filter((message) => message.kind === "position").length);

/// A campaign of lorn-valley in which a decision is asked for.
async function asked(page) {
  await begin(page, { game: "lorn-valley", level: "recruit" });
  await page.waitForSelector(".order");
  await settled(page);
}

// --- Back and Forward ------------------------------------------------------------------------------

test("Back leads from a campaign to the first screen, and Forward into it again", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await asked(page);
  const seen = await page.textContent(".sheet");
  await page.goBack();
  await page.waitForSelector("#begin");
  await page.goForward();
  await page.waitForSelector(".order");
  assert.equal(await page.textContent(".sheet"), seen);
  assert.deepEqual(complaints, []);
});

test("Back closes what lies over the map before it leaves the campaign", { timeout: 180000 }, async (t) => {
  const { page, complaints } = await visit(t);
  await asked(page);
  await play(page, luck(3), 8);
  for (let again = 0; again < 2; ++again) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("[");
    await page.waitForSelector("body.past");
    await page.goBack();
    await page.waitForSelector("body:not(.past) .map");
    assert.equal(await page.locator("#begin").count(), 0);
  }
  await page.goBack();
  await page.waitForSelector("#begin");
  assert.deepEqual(complaints, []);
});

test("Back after the button for it leads into the campaign again", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t);
  await asked(page);
  await page.click("#home");
  await page.waitForSelector("#begin");
  await page.goBack();
  await page.waitForSelector(".order");
});

test("Back leads from a campaign of a run to its table, and from the first screen too", { timeout: 180000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "own-"));
  const plan = join(folder, "plan.toml");
  await writeFile(plan, ['question = "balance"', 'name = "door"', "campaigns = 3", "seed = 3", "[game]", 'title = "lorn-valley"', "[agents]", 'a = "random"', 'b = "random"', ""].join("\n"));
  assert.equal(spawnSync(program, ["lab", "run", plan, "--out", join(folder, "run"), "--no-picture"], { stdio: "ignore", timeout: 60000 }).status, 0);
  const mine = await serve(folder, ["--run", join(folder, "run")]);
  t.after(() => mine.stop());
  const { page } = await visit(t, undefined, mine.address);
  await page.click("[data-campaign='1']");
  await page.waitForSelector(".map");
  await page.goBack();
  await page.waitForSelector("[data-campaign='1']");
  await page.click("#set-up");
  await page.waitForSelector("#begin");
  await page.reload();
  await page.waitForSelector("#begin");
  await page.goBack();
  await page.waitForSelector("[data-campaign='1']");
});

// --- Lines that break ------------------------------------------------------------------------------

test("what is decided while the line is away is carried out when it is back", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await asked(page);
  const before_it = await steps(page);
  await page.evaluate(() => window.line.close());
  await page.waitForFunction(() => !document.querySelector(".notice").hidden);
  await page.locator(".order").first().click();
  await page.waitForFunction((least) => window.heard.filter((message) => message.kind === "position").at(-1).steps > least, before_it);
  await page.waitForFunction(() => document.querySelector(".notice").hidden);
});

test("a decision that the line swallows is given again, and once", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await asked(page);
  const before_it = await steps(page);
  await page.evaluate(() => (window.drops = "act"));
  await page.locator(".order").first().click();
  await page.evaluate(() => (window.drops = ""));
  await page.waitForFunction((least) => window.heard.filter((message) => message.kind === "position").at(-1).steps > least, before_it);
  await settled(page);
  assert.equal(await sent(page, "act"), 2);
});

test("a decision that comes too late is dropped with a word that stays, and questions are not asked later", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await asked(page);
  const campaign = decodeURIComponent(new URL(page.url()).hash.slice(3));
  const other = await visit(t, listen);
  await page.evaluate(() => {
    // The line stays away until the other tab has decided.
    const Real = window.WebSocket;
    window.back = () => (window.WebSocket = Real);
    window.WebSocket = class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
      }
    };
    window.line.close();
  });
  await page.waitForFunction(() => !document.querySelector(".notice").hidden);
  await page.locator(".order").first().click();
  await page.keyboard.press("c");
  await other.page.goto(`${server.origin}/#c=${encodeURIComponent(campaign)}`);
  await other.page.waitForSelector(".order");
  await play(other.page, luck(3), 1);
  await other.context.close();
  const before_it = await positions(page);
  await page.evaluate(() => window.back());
  await position_after(page, before_it);
  await page.waitForFunction(() => /too late/.test(document.querySelector(".notice").textContent));
  await page.waitForTimeout(1500);
  assert.match(await told(page), /too late/);
  assert.equal(await sent(page, "chance"), 0);
});

test("a tab of another start of the server is told so, and stops asking", { timeout: 180000 }, async (t) => {
  const folder = await mkdtemp(join(place.folder, "own-"));
  const first = await serve(folder);
  t.after(() => first.stop());
  const { page } = await visit(t, () => {
    window.lines = 0;
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(address) {
        super(address);
        ++window.lines;
      }
    };
  }, first.address);
  await page.waitForSelector("#begin");
  await first.stop();
  const second = await serve(folder, ["--port", new URL(first.address).port]);
  t.after(() => second.stop());
  await page.getByText("Open the address that niemen serve has printed last").waitFor();
  const asked_so_far = await page.evaluate(() => window.lines);
  await page.waitForTimeout(2500);
  assert.equal(await page.evaluate(() => window.lines), asked_so_far);
  // The new address, pasted into the same tab, is let in.
  await page.goto(second.address);
  await page.waitForSelector("#begin");
});

// --- What a browser may refuse ---------------------------------------------------------------------

test("where nothing may be stored the address is enough, and stays enough", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, () => Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } }));
  await asked(page);
  await page.reload();
  await page.waitForSelector(".order");
  await page.click("#home");
  await page.waitForSelector("#begin");
});

test("the address works as a link on another site, and parts of the page do not", { timeout: 120000 }, async (t) => {
  const site = http.createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end(`<a id="go" href="${server.address}">go</a><img id="part" src="${server.origin}/index.html"><iframe src="${server.address}"></iframe>`));
  await new Promise((done) => site.listen(0, "127.0.0.1", done));
  t.after(() => site.close());
  const { page } = await visit(t, undefined, "about:blank");
  const refused = [];
  page.on("response", (answer) => answer.url().startsWith(server.origin) && answer.status() !== 200 && refused.push(answer.status()));
  await page.goto(`http://localhost:${site.address().port}/`);
  assert.ok(refused.length > 0 && refused.every((status) => status === 403), refused.join());
  await page.click("#go");
  await page.waitForSelector("#begin");
});

// --- Hands -----------------------------------------------------------------------------------------

test("a key that is held decides once", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await asked(page);
  for (let press = 0; press < 12; ++press) {
    await page.keyboard.down("1");
    await settled(page);
    await page.waitForTimeout(40);
  }
  await page.keyboard.up("1");
  assert.equal(await sent(page, "act"), 1);
  await page.waitForSelector(".order");
  await settled(page);
  await page.keyboard.press("1");
  await page.waitForFunction(() => window.sent.filter((message) => message.kind === "act").length === 2);
});

test("Enter that is held on a button presses it once", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await page.waitForSelector("#begin");
  await page.click("#game-lorn-valley");
  await page.focus("#begin");
  for (let press = 0; press < 5; ++press) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.waitForSelector(".map");
  assert.equal(await sent(page, "begin"), 1);
});

test("a double click on an order is one decision, and clicks one after another are each one", { timeout: 180000 }, async (t) => {
  const { page } = await visit(t, listen);
  await asked(page);
  const at = async () => {
    const box = await page.locator(".order").first().boundingBox();
    return [box.x + 20, box.y + 8];
  };
  // The second comes 200 ms after the first by the clock of the events, however slow the machine is.
  await page.evaluate(([x, y]) => {
    const began = performance.now();
    const press = (detail) => {
      const target = document.elementFromPoint(x, y);
      const down = new PointerEvent("pointerdown", { clientX: x, clientY: y, bubbles: true });
      Object.defineProperty(down, "timeStamp", { value: began + 200 * (detail - 1) });
      target.dispatchEvent(down);
      target.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, detail, bubbles: true }));
    };
    press(1);
    return new Promise((resolve) => {
      const look = () => {
        if (document.body.classList.contains("waits")) return setTimeout(look, 1);
        press(2);
        resolve();
      };
      look();
    });
  }, await at());
  await settled(page);
  assert.equal(await sent(page, "act"), 1);
  await page.waitForTimeout(600);
  await page.waitForSelector(".order");
  await settled(page);
  await page.mouse.click(...(await at()));
  await page.waitForFunction(() => window.sent.filter((message) => message.kind === "act").length === 2);
});
