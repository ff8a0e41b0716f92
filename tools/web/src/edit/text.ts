// What differs between two texts, in bytes of UTF-8.

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const is_half = (code: number): boolean => code >= 0xd800 && code <= 0xdfff; // of a letter of two units

/// The bytes of `before` that `after` has otherwise; null: none.
export function text_change(before: string, after: string): { from: number; to: number; text: string } | null {
  if (before === after) return null;
  const both = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < both && before[begin] === after[begin]) ++begin;
  if (begin > 0 && is_half(before.charCodeAt(begin - 1))) --begin;
  let end = 0;
  while (end < both - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) ++end;
  if (end > 0 && is_half(before.charCodeAt(before.length - end))) --end;
  const from = bytes(before.slice(0, begin));
  return { from, to: from + bytes(before.slice(begin, before.length - end)), text: after.slice(begin, after.length - end) };
}
