import { hangulStrokes, isVowelStroke } from '../correction/keyboard.ts';
import { textKey } from '../tokenise.ts';

/**
 * A text as suggestions compare it: without spaces, signs, case and width, Hangul as the keys that type it, so that
 * 핼 and 해ㄹ both begin 해리. One character a byte: keys of Hangul have codes of their own below the digits,
 * everything else is UTF-8.
 */
export interface SuggestKey {
  readonly bytes: string;
  /** Where words begin. */
  readonly wordStarts: readonly number[];
}

/** Of longer texts only the beginning counts. */
export const KEY_LENGTH_MAX = 255;

export function suggestKey(text: string): SuggestKey {
  let bytes = '';
  const wordStarts: number[] = [];
  for (const word of text.split(/\s+/u)) {
    const key = wordBytes(word);
    if (key === '') continue;
    if (bytes.length >= KEY_LENGTH_MAX) break;
    wordStarts.push(bytes.length);
    bytes += key;
  }
  return { bytes: bytes.slice(0, KEY_LENGTH_MAX), wordStarts };
}

/** Bytes of the keys of Hangul syllables or jamo. */
export function hangulBytes(text: string): string {
  return Array.from(hangulStrokes(text) ?? '', (stroke) => BYTES.get(stroke) ?? '').join('');
}

export function isHangulByte(byte: number): boolean {
  return byte > 0 && byte <= KEYS.length;
}

function isVowelByte(byte: number): boolean {
  return IS_VOWEL[byte] === 1;
}

/** Whether a byte of a key counts in the order of initial consonants: those before a vowel, and everything but Hangul. */
export function isInitial(keys: Uint8Array, at: number): boolean {
  const byte = keys[at] ?? 0;
  return !isHangulByte(byte) || (!isVowelByte(byte) && isVowelByte(keys[at + 1] ?? 0));
}

const KEYS = 'abcdefghijklmnopqrstuvwxyzQWERTOP';
const BYTES = new Map(Array.from(KEYS, (key, i) => [key, String.fromCharCode(i + 1)]));
const IS_VOWEL = Uint8Array.from({ length: 256 }, (_, byte) =>
  isHangulByte(byte) && isVowelStroke(KEYS.charAt(byte - 1)) ? 1 : 0,
);

function wordBytes(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  const key = /^[가-힣]+$/.test(word) ? word : textKey(word);
  return key.replace(/[\u3131-\u3163가-힣]+|[^\p{ASCII}\u3131-\u3163가-힣]+/gu, (run) =>
    hangulStrokes(run) === null ? Buffer.from(run).toString('latin1') : hangulBytes(run),
  );
}
