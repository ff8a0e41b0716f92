// A picture that the server drew, made again element by element: nothing of it is taken as markup.

import { svg } from "./dom";

const kElements = new Set(["svg", "g", "path", "rect", "circle", "text", "defs", "pattern", "clipPath", "title"]);
const kAttributes = new Set(["viewBox", "d", "x", "y", "cx", "cy", "r", "width", "height", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray",
  "transform", "font-size", "font-family", "font-weight", "font-style", "text-anchor", "paint-order", "id", "patternUnits", "clip-path"]);

function copy(from: Element): SVGElement | null {
  if (!kElements.has(from.nodeName)) return null;
  const made = svg(from.nodeName as "g");
  for (const { name, value } of from.attributes) if (kAttributes.has(name)) made.setAttribute(name, value);
  for (const child of from.childNodes) {
    const twin = child instanceof Element ? copy(child) : document.createTextNode(child.textContent ?? "");
    if (twin) made.append(twin);
  }
  return made;
}

/// Null where the text is no picture.
export function picture(text: string, label: string): SVGElement | null {
  const made = copy(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  if (!made) return null;
  made.removeAttribute("width");
  made.removeAttribute("height");
  made.setAttribute("class", "campaign-picture");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  return made;
}
