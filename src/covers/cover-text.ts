/** Text in lines that fit a width. */
export interface SetText {
  readonly lines: readonly string[];
  /** Pixels. */
  readonly size: number;
}

/** One step of a type scale: a size in pixels and the maximum number of lines. */
export interface ScaleStep {
  readonly size: number;
  readonly linesMax: number;
}

/** Longer texts are cut before they are measured: no cover can show more, and hostile ones have megabytes. */
const GRAPHEMES_MAX = 240;

/** The usable part of a width; the rest allows for fonts wider than estimated. */
const USED_WIDTH = 0.97;

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/**
 * A text as a picture can show it: one line, no control or direction characters (they could reverse the text, or XML
 * forbids them), no lone surrogates, and at most three combining marks per letter.
 */
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

/** What readers see as single characters. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * Sets a text in the largest size of a scale at which no word is cut and no character is alone on the last line; in the
 * smallest size, words are cut and an ellipsis replaces what doesn't fit. The scale goes from large to small.
 */
export function setText(text: string, widthPx: number, scale: readonly ScaleStep[]): SetText {
  let smallest: SetText = { lines: [], size: 0 };
  for (const { size, linesMax } of scale) {
    const widthEm = (widthPx * USED_WIDTH) / size;
    const { lines, cutWord } = wrap(text, widthEm);
    if (lines.length <= linesMax && !cutWord && !endsInLoneCharacter(lines)) return { lines, size };
    smallest = { lines: shorten(lines, linesMax, widthEm), size };
  }
  return smallest;
}

function endsInLoneCharacter(lines: readonly string[]): boolean {
  return lines.length > 1 && splitGraphemes(lines.at(-1) ?? '').length === 1;
}

interface Wrapped {
  readonly lines: string[];
  /** Whether a word of a script that separates words was broken. */
  readonly cutWord: boolean;
}

function wrap(text: string, widthEm: number): Wrapped {
  const lines: string[] = [];
  let line = '';
  let cutWord = false;
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= widthEm) {
      line = joined;
      continue;
    }
    if (displayWidth(word) <= widthEm) {
      lines.push(line);
      line = word;
      continue;
    }
    // Chinese and Japanese have no spaces and can break anywhere.
    cutWord ||= !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
    const pieces = cut(line === '' ? word : joined, widthEm);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  if (line !== '') lines.push(line);
  return { lines, cutWord };
}

/** Breaks between any two characters. */
function cut(text: string, widthEm: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const grapheme of splitGraphemes(text)) {
    if (piece !== '' && displayWidth(piece + grapheme) > widthEm) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += grapheme;
  }
  pieces.push(piece.trim());
  return pieces;
}

const ELLIPSIS = '…';

function shorten(lines: readonly string[], linesMax: number, widthEm: number): string[] {
  if (lines.length <= linesMax) return [...lines];
  const kept = lines.slice(0, linesMax);
  const last = splitGraphemes(kept.pop() ?? '');
  while (last.length > 0 && displayWidth(last.join('') + ELLIPSIS) > widthEm) last.pop();
  return [...kept, last.join('').replace(/[\s.,:;·\-–—]+$/u, '') + ELLIPSIS];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/;
const NARROW = /[ iljtfrI.,:;!'"’‘“”|()[\]·-]/;
const BROAD = /[A-HJ-Z&%@mwŒœÆæ—…]/;

/**
 * Estimated width in em: a Hangul syllable or Han character is one, a Latin letter about half of that. Letters are
 * graded in three classes because the system's font is unknown and capitals must not overflow.
 */
export function displayWidth(text: string): number {
  let width = 0;
  // Emoji joined into one picture are as wide as the first.
  for (const character of text.replace(/\u200d\p{Extended_Pictographic}/gu, '')) {
    if (WIDE.test(character) || character > '\uffff') width += character > '\uffff' ? 1.3 : 1;
    else if (/[\p{M}\u200b-\u200f]/u.test(character)) width += 0;
    else if (NARROW.test(character)) width += 0.36;
    else if (BROAD.test(character)) width += /[MW@%m—…w]/.test(character) ? 0.95 : 0.72;
    else width += 0.59;
  }
  return width;
}

/** Whether text looks right when set vertically, as on Korean spines. */
export function stacksUpright(text: string): boolean {
  return [...text].every((character) => WIDE.test(character) || /[\d ·!?]/.test(character));
}
