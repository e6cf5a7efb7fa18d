import { textKey } from '../tokenise.ts';
import { hangulBytes, isHangulByte, isInitial, suggestKey } from './suggest-key.ts';

/** Text typed with initial consonants for syllables: ㅎㄹㅍㅌ, 해ㄹ포ㅌ. */
export interface InitialPattern {
  /** One after the other. */
  readonly units: readonly PatternUnit[];
  /** Of all syllables; the order of initial consonants is searched with it. */
  readonly initials: string;
}

interface PatternUnit {
  /** A whole syllable or anything else as it is in a key; of the last one, how it begins. */
  readonly bytes: string;
  /** Whether any syllable will do that begins with it. */
  readonly isInitial: boolean;
}

/** The most ways of reading the syllables of one query that are tried. */
const PATTERNS_MAX = 8;

/**
 * The ways to read a query in which a consonant stands for a syllable before its end; none if there is no such
 * consonant. A final consonant before a lone one may be meant as an initial, too, since keyboards add it to the
 * syllable: 햂ㅌ is also 해ㄹㅍㅌ.
 */
export function initialPatterns(query: string): InitialPattern[] {
  const characters = [...query.split(/\s+/u).map(textKey).join('')];
  if (!characters.some((character) => LONE_CONSONANT.test(character))) return [];
  let readings: PatternUnit[][] = [[]];
  characters.forEach((character, i) => {
    const ways = waysToRead(character, LONE_CONSONANT.test(characters[i + 1] ?? ''));
    const [only = [], ...others] = ways;
    // Copying the whole reading for each character would take quadratic time.
    if (others.length === 0) for (const units of readings) units.push(...only);
    else readings = readings.flatMap((units) => ways.map((way) => [...units, ...way])).slice(0, PATTERNS_MAX);
  });
  return readings
    .filter((units) => units.slice(0, -1).some((unit) => unit.isInitial))
    .map((units) => ({ units, initials: units.map(initialOf).join('') }));
}

/** Whether the key that starts at a place begins as the pattern says. */
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
  const finals = hangulBytes(character.normalize('NFD').slice(2).replace(/./u, finalJamo));
  for (let count = 1; count <= finals.length; count++) {
    const rest = { bytes: bytes.slice(0, bytes.length - count), isInitial: false };
    ways.push([rest, ...loneConsonants(bytes.slice(bytes.length - count))]);
  }
  return ways;
}

const FINALS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

function finalJamo(conjoining: string): string {
  return FINALS.charAt(conjoining.charCodeAt(0) - 0x11_a8);
}

function loneConsonants(bytes: string): PatternUnit[] {
  return Array.from(bytes, (byte) => ({ bytes: byte, isInitial: true }));
}

/** What of a unit stands in the order by initials: of Hangul the first key. */
function initialOf({ bytes }: PatternUnit): string {
  return isHangulByte(bytes.charCodeAt(0)) ? bytes.charAt(0) : bytes;
}
