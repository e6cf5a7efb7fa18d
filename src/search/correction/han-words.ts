import { lowerBound, sharedArray } from '../../typed-arrays.ts';
import { foldText } from '../fold/fold-text.ts';
import { hanCharsRead } from '../fold/han-readings.ts';
import type { LikelyQuery } from './likely-queries.ts';
import type { QueryPiece } from './query-pieces.ts';

/** Neighbouring Han characters of a catalogue, ascending: the first in the upper 16 bits, the second in the lower. */
export interface HanArrays {
  readonly hanPairs: Uint32Array;
}

const HAN_RUN = /[\u3400-\u9FFF]{2,}/gu;

/** Adds the pairs of a text as it writes them, so that a query made of them looks like the catalogue. */
export function collectHanPairs(text: string, pairs: Set<number>): void {
  for (const [run] of text.normalize('NFC').matchAll(HAN_RUN))
    for (let at = 1; at < run.length; at++)
      pairs.add(run.charCodeAt(at - 1) * CODE_RANGE + run.charCodeAt(at));
}

export function hanArrays(pairs: ReadonlySet<number>): HanArrays {
  const hanPairs = sharedArray(Uint32Array, pairs.size);
  hanPairs.set([...pairs]);
  return { hanPairs: hanPairs.sort() };
}

/** Queries in Han characters that a Hangul query may be the reading of, at most HAN_QUERIES_MAX. */
export const HAN_QUERIES_MAX = 24;
const CHAINS_MAX = 24;
const CODE_RANGE = 65_536;
/** Fewer syllables have too many readings to answer with one. */
const SURE_SYLLABLES_MIN = 3;

/** Volumes of a set, whose single character no pair holds. */
const VOLUMES: Readonly<Record<string, string>> = { 상: '上', 중: '中', 하: '下' };

/**
 * The Han titles that a query in Hangul reads out: 동양학 for 東洋學. Only pairs of characters that the catalogue has are
 * proposed, and only queries with hits are returned. A single one is certain from three syllables on; several never are.
 */
export function hanQueries(
  query: string,
  pieces: readonly QueryPiece[],
  { hanPairs }: HanArrays,
  { isKnown, hasHits }: { isKnown(piece: QueryPiece): boolean; hasHits(query: string): boolean },
): LikelyQuery[] {
  if (hanPairs.length === 0) return [];
  let readings = [{ text: '', end: 0, readCount: 0 }];
  for (const piece of pieces) {
    const kept = { text: query.slice(piece.start, piece.end), readCount: 0 };
    const read = piece.script === 'hangul' ? chainsOf(piece.text, hanPairs) : [];
    const options = read.length === 0 || isKnown(piece) ? [...read, kept] : read;
    readings = readings
      .flatMap(({ text, end, readCount }) =>
        options.map((option) => ({
          text: text + query.slice(end, piece.start) + option.text,
          end: piece.end,
          readCount: readCount + option.readCount,
        })),
      )
      .slice(0, HAN_QUERIES_MAX);
  }
  const asked = readings
    .filter(({ readCount }) => readCount > 0)
    .map(({ text, end, readCount }) => ({ query: text + query.slice(end), readCount }));
  // 三國志 and 三国志 are one query.
  const different = new Map(asked.map((reading) => [foldText(reading.query), reading]));
  const found = [...different.values()].filter((reading) => hasHits(reading.query));
  return found.map((reading) => ({
    query: reading.query,
    kind: 'similar',
    isSure: found.length === 1 && reading.readCount >= SURE_SYLLABLES_MIN,
  }));
}

/** The word in Han characters, followed by the rest as typed: 東洋學의. Empty if it begins with no pair. */
function chainsOf(word: string, pairs: Uint32Array): { readonly text: string; readonly readCount: number }[] {
  const volume = VOLUMES[word];
  if (volume !== undefined) return [{ text: volume, readCount: 0 }];
  let chains = [...hanCharsRead(word.charAt(0))];
  let length = 1;
  for (; length < word.length; length++) {
    const next = hanCharsRead(word.charAt(length));
    const longer = chains.flatMap((chain) => nextChars(chain, next, pairs)).slice(0, CHAINS_MAX);
    if (longer.length === 0) break;
    chains = longer;
  }
  return length < 2 ? [] : chains.map((chain) => ({ text: chain + word.slice(length), readCount: length }));
}

/** The chain, extended by each character that follows it somewhere in the catalogue. */
function nextChars(chain: string, next: ReadonlySet<string>, pairs: Uint32Array): string[] {
  const first = chain.charCodeAt(chain.length - 1) * CODE_RANGE;
  const found: string[] = [];
  for (let at = lowerBound(pairs, first); at < pairs.length; at++) {
    const pair = pairs[at] ?? 0;
    if (pair >= first + CODE_RANGE) break;
    const char = String.fromCharCode(pair - first);
    if (next.has(char)) found.push(chain + char);
  }
  return found;
}
