import { hangulStrokes, isVowelStroke } from '../correction/keyboard.ts';
import { textKey } from '../tokenise.ts';

/**
 * Key of a text for suggestions: without spaces, punctuation, case and width, Hangul as keystrokes, so that 핼 and 해ㄹ both begin
 * 해리. Each character is a byte: keystrokes of Hangul are the codes from 1 on, the rest is UTF-8.
 */
interface SuggestKey {
  readonly bytes: string;
  /** Offsets of words. */
  readonly wordStarts: readonly number[];
  /** The initial consonants of its syllables, and all other bytes; empty without Hangul. */
  readonly initials: string;
}

/** Longer texts are truncated. */
const KEY_LENGTH_MAX = 255;

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
  bytes = bytes.slice(0, KEY_LENGTH_MAX);
  const codes = Buffer.from(bytes, 'latin1');
  const initials = codes.some(isHangulByte)
    ? Array.from(bytes, (byte, at) => (isInitial(codes, at) ? byte : '')).join('')
    : '';
  return { bytes, wordStarts, initials };
}

/** Bytes of the keys of Hangul syllables or jamo. */
function hangulBytes(text: string): string {
  return Array.from(hangulStrokes(text) ?? '', (stroke) => BYTES.get(stroke) ?? '').join('');
}

function isHangulByte(byte: number): boolean {
  return byte > 0 && byte <= KEYS.length;
}

function isVowelByte(byte: number): boolean {
  return IS_VOWEL[byte] === 1;
}

/** Whether a byte of a key is an initial consonant, that is, followed by a vowel, or isn't Hangul. */
function isInitial(keys: Uint8Array, at: number): boolean {
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

/** Text typed with initial consonants for syllables: ㅎㄹㅍㅌ, 해ㄹ포ㅌ. */
export interface InitialPattern {
  readonly units: readonly PatternUnit[];
  /** The initials of all units, for looking up. */
  readonly initials: string;
}

interface PatternUnit {
  /** The bytes of a syllable or another character; of the last one, perhaps only the first ones. */
  readonly bytes: string;
  /** Whether it matches any syllable that begins with it. */
  readonly isInitial: boolean;
}

/** Maximum number of readings tried per query. */
const PATTERNS_MAX = 8;

/**
 * The readings of a query in which a consonant means a syllable before its end; none if there is no such consonant. A final
 * consonant before a lone one may be an initial, too, because keyboards attach it to the syllable: 햂ㅌ is also 해ㄹㅍㅌ.
 */
export function initialPatterns(query: string): InitialPattern[] {
  const characters = [...query.split(/\s+/u).map(textKey).join('')];
  if (!characters.some((character) => LONE_CONSONANT.test(character))) return [];
  let readings: PatternUnit[][] = [[]];
  characters.forEach((character, i) => {
    const ways = waysToRead(character, LONE_CONSONANT.test(characters[i + 1] ?? ''));
    const [only = [], ...others] = ways;
    // Copying every reading for each character would take quadratic time.
    if (others.length === 0) for (const units of readings) units.push(...only);
    else readings = readings.flatMap((units) => ways.map((way) => [...units, ...way])).slice(0, PATTERNS_MAX);
  });
  return readings
    .filter((units) => units.slice(0, -1).some((unit) => unit.isInitial))
    .map((units) => ({ units, initials: units.map(initialOf).join('') }));
}

/** Whether the key at an offset begins with the pattern. */
export function startsWithPattern(keys: Uint8Array, start: number, { units }: InitialPattern): boolean {
  let at = start;
  return units.every((unit, i) => {
    for (let byte = 0; byte < unit.bytes.length; byte++)
      if (keys[at + byte] !== unit.bytes.charCodeAt(byte)) return false;
    if (unit.isInitial && !isInitial(keys, at)) return false;
    at += unit.bytes.length;
    if (unit.isInitial) while (!isInitial(keys, at)) at++;
    return i === units.length - 1 || isInitial(keys, at);
  });
}

const LONE_CONSONANT = /^[\u3131-\u314E]$/;

function waysToRead(character: string, isBeforeLone: boolean): PatternUnit[][] {
  const bytes = hangulBytes(character);
  if (bytes === '') return [[{ bytes: suggestKey(character).bytes, isInitial: false }]];
  if (LONE_CONSONANT.test(character)) return [loneConsonants(bytes)];
  const ways = [[{ bytes, isInitial: false }]];
  if (!isBeforeLone) return ways;
  for (let count = 1; count < bytes.length && !isVowelByte(bytes.charCodeAt(bytes.length - count)); count++) {
    const rest = { bytes: bytes.slice(0, bytes.length - count), isInitial: false };
    ways.push([rest, ...loneConsonants(bytes.slice(bytes.length - count))]);
  }
  return ways;
}

function loneConsonants(bytes: string): PatternUnit[] {
  return Array.from(bytes, (byte) => ({ bytes: byte, isInitial: true }));
}

/** The initial of a unit: the first key of Hangul, all bytes of anything else. */
function initialOf({ bytes }: PatternUnit): string {
  return isHangulByte(bytes.charCodeAt(0)) ? bytes.charAt(0) : bytes;
}
