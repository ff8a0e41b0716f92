// A server of its own and a browser for each test; the sessions lie in a temporary folder.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/// Milliseconds that a page may take on a busy machine; the computer sets up first.
const kPatience = 180000;

export const program = process.env.NIEMEN ?? "build/release/niemen";

/// Starts `niemen serve`; resolves when it has printed its address.
export async function serve(folder, options = []) {
  const child = spawn(program, ["serve", "--port", "0", ...options], {
    env: { ...process.env, XDG_DATA_HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = text.match(/http:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", (status) => reject(new Error(`niemen serve ended with ${status}`)));
  });
  return {
    address,
    origin: new URL(address).origin,
    child,
    stop: (signal = "SIGINT") =>
      new Promise((resolve) => {
        child.on("exit", resolve);
        child.kill(signal);
      }),
  };
}

export async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), "niemen-page-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function open_browser() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}

/// A tab that remembers what the console complained of.
export async function tab(browser, address, size = { width: 1280, height: 800 }) {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints, context };
}
