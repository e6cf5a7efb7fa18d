/**
 * The width of a text, in digits: Chinese, Japanese and Korean characters and pictures take two, combining marks
 * none. Counts up to `max` and no further.
 */
export function displayWidth(text: string, max: number): number {
  let width = 0;
  for (let i = 0; i < text.length && width < max; i++) width += unitWidth(text.charCodeAt(i));
  return Math.min(width, max);
}

/** The width of one UTF-16 unit. A surrogate pair is a picture or a rare Chinese character: one for each half. */
function unitWidth(unit: number): number {
  if (unit < 0x0300) return 1;
  if (unit >= 0xac00 && unit <= 0xd7a3) return 2;
  if (unit <= 0x036f) return 0;
  if (unit < 0x1100) return 1;
  return WIDE.some(([first, last]) => first <= unit && unit <= last) ? 2 : 1;
}

/** Ranges of wide characters besides the Hangul syllables. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
];
