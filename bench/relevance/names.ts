import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { createRandom } from '../../demo/random.ts';
import { COUNT, type JudgedQuery, type JudgedSet } from './sets.ts';
import type { JudgedCatalogue, JudgedItem } from './shop.ts';

/** Authors, series, and titles in another script. Sets of a script need a program or package that may be missing. */
export function nameSets({ held }: JudgedCatalogue): JudgedSet[] {
  const han = held.filter(({ texts }) => /^[\p{Script=Han}\s]{2,}/u.test(texts.title));
  const korean = held.filter(({ texts }) => /^[가-힣]{2,}(?: [가-힣]+)*$/.test(texts.title));
  return [
    { name: "authors: the best seller's place", sort: 'DEFAULT', queries: bestSellers(held) },
    { name: 'series: volumes in their order', queries: series(held) },
    { name: 'simplified Han for traditional', queries: pairs(han, simplified(han)) },
    { name: 'Han titles typed in Hangul', queries: pairs(han, hangulReadings(han)) },
    { name: 'Korean titles in Latin letters', queries: pairs(korean, romanised(korean)) },
  ];
}

/** One query for each author of three or more items, spread over all of them. The wanted item sells best. */
function bestSellers(items: readonly JudgedItem[]): JudgedQuery[] {
  const byName = Map.groupBy(
    items.filter(({ texts }) => texts.contributors.length > 0),
    ({ texts }) => texts.contributors[0] ?? '',
  );
  const all = [...byName].flatMap(([query, own]) => {
    const [wanted] = own.toSorted((a, b) => b.salePoint - a.salePoint);
    return own.length >= 3 && wanted !== undefined ? [{ query, wanted }] : [];
  });
  return spread(all, COUNT);
}

/** Series with three or more volumes of their own numbers, by what their titles say. */
function series(items: readonly JudgedItem[]): JudgedQuery[] {
  const volumes = items.flatMap((item) => {
    const [, query, number] =
      /\(([^()]+?),? #(\d+)\)$/.exec(item.texts.title) ??
      /^([가-힣 ]{2,}) (\d{1,2})(?:,|$)/.exec(item.texts.title) ??
      [];
    return query === undefined ? [] : [{ query, number: Number(number), item }];
  });
  const all = [...Map.groupBy(volumes, ({ query }) => query)].flatMap(([query, own]) => {
    const ordered = own.toSorted((a, b) => a.number - b.number);
    const isClear = new Set(ordered.map(({ number }) => number)).size === ordered.length;
    const wanted = ordered[0]?.item;
    if (!isClear || ordered.length < 3 || wanted === undefined) return [];
    return [{ query, wanted, volumes: ordered.map(({ item }) => item) }];
  });
  return spread(all, COUNT);
}

function pairs(items: readonly JudgedItem[], queries: readonly (string | null)[]): JudgedQuery[] {
  const all = items.flatMap((wanted, at) => {
    const query = queries[at] ?? null;
    return query === null || query === wanted.texts.title ? [] : [{ query, wanted }];
  });
  return spread(all, COUNT);
}

/** By ICU's own tables; none where its command uconv is missing. */
function simplified(items: readonly JudgedItem[]): (string | null)[] {
  try {
    const input = items.map(({ texts }) => texts.title.replaceAll('\n', ' ')).join('\n');
    return execFileSync('uconv', ['-x', 'Traditional-Simplified'], { input }).toString().split('\n');
  } catch {
    console.log('uconv is missing (Debian: icu-devtools): simplified Han was not measured');
    return [];
  }
}

/**
 * By the words of libhangul's dictionary, the longest first; none where it is missing. SEOGA_HANJA names its file
 * hanja.txt.
 */
function hangulReadings(items: readonly JudgedItem[]): (string | null)[] {
  const readings = readDictionary();
  const read = (run: string) => {
    let text = '';
    for (let at = 0; at < run.length; ) {
      const length = [8, 7, 6, 5, 4, 3, 2, 1].find((size) => readings.has(run.slice(at, at + size)));
      if (length === undefined) return null;
      text += readings.get(run.slice(at, at + length));
      at += length;
    }
    return text;
  };
  return items.map(({ texts }) => {
    const words = texts.title
      .split(/\s+/u)
      .map((word) => (/^\p{Script=Han}+$/u.test(word) ? read(word) : word));
    return words.includes(null) ? null : words.join(' ');
  });
}

function readDictionary(): Map<string, string> {
  const file = process.env.SEOGA_HANJA ?? '/usr/share/libhangul/hanja/hanja.txt';
  try {
    const text = execFileSync('cat', [file], {
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
    // Of several readings the dictionary has the usual one first for words; for single characters any may be meant.
    const words = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      words
        .map((line) => line.split(':'))
        .map(([hangul = '', han = '']) => [han, hangul] as const)
        .toReversed(),
    );
  } catch {
    console.log('hanja.txt is missing (Debian: libhangul-data): Hangul readings were not measured');
    return new Map();
  }
}

/** By the rules of pronunciation as the npm package es-hangul has them; none where it isn't installed. */
function romanised(items: readonly JudgedItem[]): (string | null)[] {
  try {
    const { romanize } = createRequire(import.meta.url)('es-hangul') as { romanize(text: string): string };
    return items.map(({ texts }) => romanize(texts.title));
  } catch {
    console.log('es-hangul is missing (npm install --no-save es-hangul): romanised Korean was not measured');
    return [];
  }
}

/** So many of all, at random and the same at every call. */
function spread<T>(all: readonly T[], count: number): T[] {
  const random = createRandom(41);
  return all
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ one }) => one);
}
