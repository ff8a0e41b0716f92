// Plays by what a person sees: the prompt, and what is lit or listed as possible.

/// Numbers that look random and are the same each time.
export function luck(seed) {
  let state = seed >>> 0 || 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % most;
  };
}

/// Begins a campaign from the first screen.
export async function begin(page, { game, side = 0, level = "recruit" }) {
  await page.waitForSelector("#begin");
  await page.click(`#game-${game}`);
  await page.click(`#side-${side}`);
  await page.click(`#level-${level}`);
  await page.click("#begin");
  await page.waitForSelector(".map");
}

/// Waits until what was decided last has been acknowledged and shown.
export async function settled(page) {
  await page.waitForFunction(() => !document.body.classList.contains("waits"));
}

/// Takes decisions until the campaign is over or `most` were taken. Returns how many, and whether
/// it is over.
export async function play(page, next, most = Infinity) {
  let taken = 0;
  while (taken < most) {
    await page.waitForFunction(() => document.querySelector("#review") || (document.querySelector(".order") && !document.body.classList.contains("waits")), null, { timeout: 120000, polling: 5 });
    if (await page.$("#review")) return { taken, over: true };
    const did = await page.evaluate((draw) => {
      const orders = [...document.querySelectorAll(".order, .commands .end")];
      if (orders.length === 0) return false;
      orders[draw % orders.length].click();
      return true;
    }, next(1000003));
    if (did) ++taken;
  }
  await settled(page);
  return { taken, over: false };
}

/// Closes what lies over the map, and skips what is told.
export async function clear_table(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector(".veil", { state: "hidden" });
}
