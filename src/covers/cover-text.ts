import { eastAsianWidth } from 'get-east-asian-width';

export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
}

export const LINE_HEIGHT = 1.25;

/** Longer texts are cut before they are measured: no cover can show more, and a hostile text may have megabytes. */
const GRAPHEMES_MAX = 240;

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** Text for a picture: one line without control or direction characters, with at most three combining marks per letter. */
export function pictureText(text: string): string {
  const clean = text
    .slice(0, GRAPHEMES_MAX * 8)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\p{Noncharacter_Code_Point}\u00ad\ufeff]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
  return splitGraphemes(clean).slice(0, GRAPHEMES_MAX).join('');
}

/** Sets a text in the largest size in which no word is cut. In the smallest, words are cut and an ellipsis may end the text. */
export function setText(text: string, widthPx: number, heightPx: number, sizes: readonly number[]): SetText {
  let smallest: SetText = { lines: [], size: 0 };
  for (const size of sizes) {
    const widthEm = widthPx / size;
    const linesMax = Math.max(1, Math.floor(heightPx / (size * LINE_HEIGHT)));
    const { lines, cutsWord } = wrap(text, widthEm);
    const endsAlone = lines.length > 1 && splitGraphemes(lines.at(-1) ?? '').length === 1;
    if (lines.length <= linesMax && !cutsWord && !endsAlone) return { lines, size };
    smallest = { lines: shorten(lines, linesMax, widthEm), size };
  }
  return smallest;
}

function wrap(text: string, widthEm: number): { lines: string[]; cutsWord: boolean } {
  const lines: string[] = [];
  let line = '';
  let cutsWord = false;
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= widthEm) line = joined;
    else if (widthOf(word) <= widthEm) {
      lines.push(line);
      line = word;
    } else {
      // Chinese and Japanese have no spaces and can break anywhere.
      cutsWord ||= !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
      const pieces = cut(joined, widthEm);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
  }
  if (line !== '') lines.push(line);
  return { lines, cutsWord };
}

function cut(text: string, widthEm: number): string[] {
  const pieces = [''];
  for (const grapheme of splitGraphemes(text)) {
    const longer = (pieces.at(-1) ?? '') + grapheme;
    if (longer === grapheme || widthOf(longer) <= widthEm) pieces[pieces.length - 1] = longer;
    else pieces.push(grapheme);
  }
  return pieces.map((piece) => piece.trim());
}

function shorten(lines: readonly string[], linesMax: number, widthEm: number): readonly string[] {
  if (lines.length <= linesMax) return lines;
  const last = splitGraphemes(lines[linesMax - 1] ?? '');
  while (last.length > 0 && widthOf(`${last.join('')}…`) > widthEm) last.pop();
  return [...lines.slice(0, linesMax - 1), `${last.join('').replace(/[\s.,:;·\-–—]+$/u, '')}…`];
}

export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const NARROW = /^[ iljtfrI.,:;!'"’‘“”|()[\]·-]/;
const BROAD = /^[A-HJ-Z&%@mwœæ—…]/;

/** Estimated width in em, a little too large because the viewer's font is unknown. */
export function widthOf(text: string): number {
  const widths = splitGraphemes(text).map((grapheme) => {
    if (eastAsianWidth(grapheme.codePointAt(0) ?? 0) === 2) return 1.03;
    return NARROW.test(grapheme) ? 0.37 : BROAD.test(grapheme) ? 0.82 : 0.6;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}
