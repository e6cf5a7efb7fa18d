import { eastAsianWidth } from 'get-east-asian-width';

/**
 * The width of a text, in digits: Chinese, Japanese and Korean characters and pictures count as two, combining marks as
 * none. Stops counting at `max`.
 */
export function displayWidth(text: string, max: number): number {
  let width = 0;
  for (const character of text) {
    if (width >= max) return max;
    width += characterWidth(character.codePointAt(0) ?? 0);
  }
  return Math.min(width, max);
}

function characterWidth(codePoint: number): number {
  if (codePoint < 0x0300) return 1;
  if (codePoint <= 0x036f) return 0;
  return eastAsianWidth(codePoint);
}
