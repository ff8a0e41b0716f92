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
  const named = await page.$(`#level-${level}`);
  await (named ? named.click() : page.click("[id^='level-']"));
  await page.click("#begin");
  await page.waitForSelector(".map");
}

/// Waits until what was decided last has been acknowledged and shown.
export async function settled(page) {
  await page.waitForFunction(() => !document.body.classList.contains("waits"));
}

/// Milliseconds until a decision is asked for, on a busy machine and with the computer's in between.
const kDecisionPatience = 120000;

/// In the page: takes a decision as soon as one is asked for. What happened, or nothing yet.
function decide_if_asked(draw) {
  if (document.querySelector("#review")) return "over";
  const orders = [...document.querySelectorAll(".order, .commands .end, #order-it")];
  if (!document.querySelector(".order") || document.body.classList.contains("waits")) return "";
  orders[draw % orders.length].click();
  return "decided";
}

/// Takes decisions until the campaign is over or `most` were taken. Returns how many, and whether
/// it is over; throws when no decision is asked for in time.
export async function play(page, next, most = Infinity) {
  for (let taken = 0; taken < most; ++taken) {
    const happened = await page.waitForFunction(decide_if_asked, next(1000003), { timeout: kDecisionPatience, polling: 5 });
    if ((await happened.jsonValue()) === "over") return { taken, over: true };
  }
  await settled(page);
  return { taken: most, over: false };
}

/// Closes what lies over the map, and skips what is told.
export async function clear_table(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector(".veil", { state: "hidden" });
}
