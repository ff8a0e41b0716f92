// What the address of the tab says: the campaign that is open here, and the token of this start of
// the server. The browser's Back and Forward go from one such address to another.
//
// A browser may refuse to keep anything, or to note another address: it is asked, never trusted.

const kToken = "token";

let held = ""; // of this page, until it is loaded again

function part(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
}

function stored(): string {
  try {
    return sessionStorage.getItem(kToken) ?? "";
  } catch {
    return "";
  }
}

/// The token of this start: handed over in the address, kept for reloads of the tab.
export function token(): string {
  held = part("t") || held || stored();
  try {
    sessionStorage.setItem(kToken, held);
  } catch {
    // It stays in the address instead.
  }
  return held;
}

/// The campaign that the address names; empty: none.
export function campaign_here(): string {
  return part("c");
}

/// What is noted with an address of the browser's history. `over`: something lay over the map.
interface Entry {
  over?: boolean;
  set_up?: boolean;
}

export function entry(): Entry {
  return (history.state as Entry | null) ?? {};
}

function address_of(campaign: string): string {
  const parts = [...(campaign ? [`c=${encodeURIComponent(campaign)}`] : []), ...(stored() === held ? [] : [`t=${held}`])];
  return location.pathname + (parts.length ? `#${parts.join("&")}` : "");
}

/// Goes to a campaign, or to the first screen where it is empty, so that Back leads to where one was.
export function go_to(campaign: string, what: Entry = {}): void {
  try {
    history.pushState(what, "", address_of(campaign));
  } catch {
    // Browsers allow so many in a while; Back then leads farther.
  }
}
