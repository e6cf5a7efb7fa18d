import { createRandom } from '../demo/random.ts';
import { systemClock } from '../src/clock.ts';
import { composeHangul, hangulStrokes } from '../src/search/correction/keyboard.ts';
import { buildSuggestions } from '../src/search/suggest/suggest-arrays.ts';
import { suggestKey } from '../src/search/suggest/suggest-key.ts';
import { createSuggester } from '../src/search/suggest/suggester.ts';
import { inventTitles } from './search/correction-catalogue.ts';

/**
 * Time of one suggestion of 10 texts, by kind of query, on titles of an invented catalogue and 0.44 contributors a
 * title. The reference in the same run is a bare loop over the same arrays, which reads the texts in the order of sales
 * until 10 begin with the query; it knows no later words, no initials and no other layout.
 *
 * Usage: node bench/suggest.ts [items]
 */
const items = Number(process.argv[2] ?? 1_000_000);
const COUNT = 4000;
const LIMIT = 10;
const LOOP_COUNT = 200;
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const random = createRandom(3);

const titles = inventTitles(items, 7);
const names = Array.from({ length: Math.floor(items * 0.44) }, () => inventedName());
const startMs = systemClock.monotonicMs();
const arrays = buildSuggestions(salePoints());
const buildMs = systemClock.monotonicMs() - startMs;
const { suggest } = createSuggester(arrays);
const bytes = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
console.log(
  `${items} items; ${arrays.textStarts.length - 1} texts, ${arrays.words.length} word starts;`,
  `built in ${(buildMs / 1000).toFixed(1)} s; ${(bytes / 1e6).toFixed(0)} MB`,
);
console.log(
  'queries                                    p50 us   p99 us   max us  empty %  loop us (mean)  loop / own',
);
const kinds: Record<string, () => string> = {
  'one letter or syllable': () => cut(title(), 1),
  'one jamo': () => INITIALS.charAt(random.below(INITIALS.length)),
  two: () => cut(title(), 2),
  'three to eight': () => cut(title(), random.between(3, 8)),
  'a later word': () => cut(title().split(' ').at(-1) ?? '', random.between(1, 4)),
  'with a key missing at the end': () => unfinished(cut(title(), random.between(2, 5))),
  'initial consonants': () => initials(cut(title(), random.between(2, 6))),
  'syllables and initial consonants': () => mixed(cut(title(), random.between(3, 6))),
  'two syllables, the first by its initial': () => mixed(cut(title(), 2)),
  'wrong layout': () => inWrongLayout(cut(title(), random.between(2, 6))),
  'nothing fits': () => `${cut(title(), 2)}zzq`,
};
for (const [name, make] of Object.entries(kinds)) measure(name, Array.from({ length: COUNT }, make));
measure(
  'all of them',
  Array.from({ length: COUNT * 4 }, () => oneOfAll()),
);

/** The least of three runs of each query, since other work on the machine interrupts some. */
function measure(name: string, queries: readonly string[]): void {
  const least = queries.map(() => Infinity);
  let empty = 0;
  for (let round = 0; round < 3; round++) {
    queries.forEach((query, i) => {
      const before = systemClock.monotonicMs();
      const found = suggest(query, LIMIT);
      least[i] = Math.min(least[i] ?? Infinity, 1000 * (systemClock.monotonicMs() - before));
      if (round === 0 && found.length === 0) empty++;
    });
  }
  const [ownUs, loopUs] = compareWithLoop(queries.slice(0, LOOP_COUNT));
  least.sort((a, b) => a - b);
  const at = (share: number) => (least[Math.floor(share * (least.length - 1))] ?? 0).toFixed(0).padStart(8);
  console.log(
    name.padEnd(40),
    at(0.5),
    at(0.99),
    at(1),
    ((100 * empty) / queries.length).toFixed(1).padStart(8),
    loopUs.toFixed(0).padStart(15),
    (loopUs / ownUs).toFixed(0).padStart(11),
  );
}

/** Mean microseconds of a suggestion and of the bare loop, one after the other for each query. */
function compareWithLoop(queries: readonly string[]): [ownUs: number, loopUs: number] {
  let [ownMs, loopMs] = [0, 0];
  for (const query of queries) {
    const prefix = Buffer.from(suggestKey(query).bytes, 'latin1');
    const startMs = systemClock.monotonicMs();
    suggest(query, LIMIT);
    const middleMs = systemClock.monotonicMs();
    readUntilFound(prefix);
    ownMs += middleMs - startMs;
    loopMs += systemClock.monotonicMs() - middleMs;
  }
  return [(1000 * ownMs) / queries.length, (1000 * loopMs) / queries.length];
}

function readUntilFound(prefix: Uint8Array): number {
  let found = 0;
  for (let text = 0; text + 1 < arrays.keyStarts.length && found < LIMIT; text++) {
    const start = arrays.keyStarts[text] ?? 0;
    let at = 0;
    while (at < prefix.length && arrays.keys[start + at] === prefix[at]) at++;
    if (at === prefix.length) found++;
  }
  return found;
}

function oneOfAll(): string {
  const makes = Object.values(kinds);
  return makes[random.below(makes.length)]?.() ?? '';
}

function* salePoints(): Generator<[string, number]> {
  for (const text of titles) yield [text, Math.floor(1 / (random.next() + 1e-6))];
  for (const text of names) yield [text, Math.floor(1 / (random.next() + 1e-6))];
}

function inventedName(): string {
  const syllable = () =>
    String.fromCharCode(0xac_00 + random.below(19 * 21) * 28 + (random.chance(0.4) ? 4 : 0));
  return random.chance(0.6) ? syllable() + syllable() + syllable() : title().split(' ').slice(0, 2).join(' ');
}

function title(): string {
  return (titles[random.below(titles.length)] ?? '').trim();
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}

function unfinished(text: string): string {
  const strokes = hangulStrokes(text);
  return strokes === null ? text : composeHangul(strokes.slice(0, -1));
}

function initials(text: string): string {
  return text.replace(/[가-힣]/g, initialOf);
}

function mixed(text: string): string {
  return text.replace(/[가-힣]/g, (syllable, at: number) => (at % 2 === 0 ? initialOf(syllable) : syllable));
}

function initialOf(syllable: string): string {
  return INITIALS.charAt(Math.floor((syllable.charCodeAt(0) - 0xac_00) / 588));
}

function inWrongLayout(text: string): string {
  return text.replace(/[가-힣]+|[a-z]+/g, (word) => hangulStrokes(word) ?? composeHangul(word));
}
