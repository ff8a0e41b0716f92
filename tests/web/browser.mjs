// A server of its own and a browser for each test; the sessions lie in a temporary folder.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/// Milliseconds that a page may take on a busy machine; the computer sets up first.
const kPatience = 120000;

export const program = process.env.NIEMEN ?? "build/release/niemen";

/// Milliseconds that a server may take to print its address, or to end when it is told to.
const kServerPatience = 60000;

/// What `promise` gives, or an error that tells what was waited for in vain.
async function within(milliseconds, promise, awaited) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${awaited}: nothing for ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/// The address that a server prints, or an error when it ends before.
function printed_address(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = text.match(/http:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("error", reject);
    child.on("exit", (status, signal) => reject(new Error(`niemen serve ended with ${status ?? signal}`)));
  });
}

/// Starts `niemen serve`, or another server; resolves when it has printed its address. A server that was not stopped
/// ends with this process and does not keep it alive. `stop` may be called again. `room`: bytes that
/// a file may grow to, which stands for a full disk.
export async function serve(folder, options = [], room = 0, subcommand = "serve") {
  const command = [program, subcommand, "--port", "0", ...options];
  if (room > 0) command.unshift("prlimit", `--fsize=${room}`);
  const child = spawn(command[0], command.slice(1), {
    env: { ...process.env, XDG_DATA_HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.unref();
  child.stdout.unref();
  process.on("exit", () => child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async (signal = "SIGINT") => {
    child.kill(signal);
    await within(kServerPatience, ended, `the end of niemen serve after ${signal}`);
  };
  const address = await within(kServerPatience, printed_address(child), "the address of niemen serve");
  return { address, origin: new URL(address).origin, stop };
}

export async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), "niemen-page-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function open_browser() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}

/// A tab that remembers what the console complained of.
/// `how`: what else the browser is to be, as Playwright names it.
export async function tab(browser, address, size = { width: 1280, height: 800 }, how = {}) {
  const context = await browser.newContext({ viewport: size, ...how });
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, complaints, context };
}
