import { execFileSync } from 'node:child_process';
import { createRandom } from '../../demo/random.ts';
import { COUNT, type JudgedQuery, type JudgedSet } from './sets.ts';
import type { JudgedCatalogue, JudgedItem } from './shop.ts';

/** Authors, series, and titles in simplified Han, by a program that may be missing. */
export function nameSets({ held }: JudgedCatalogue): JudgedSet[] {
  const han = held.filter(({ texts }) => /^[\p{Script=Han}\s]{2,}/u.test(texts.title));
  return [
    { name: "authors: the best seller's place", sort: 'DEFAULT', queries: bestSellers(held) },
    { name: 'series: volumes in their order', queries: series(held) },
    { name: 'simplified Han for traditional', queries: pairs(han, simplified(han)) },
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

/** So many of all, at random and the same at every call. */
function spread<T>(all: readonly T[], count: number): T[] {
  const random = createRandom(41);
  return all
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ one }) => one);
}
