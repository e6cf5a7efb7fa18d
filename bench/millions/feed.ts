/**
 * The feed of bench/millions.ts, line by line, so that a catalogue of any size is made without holding it: categories,
 * items with the texts of the search benchmark and the other fields of a shop's nightly dump, then order lines.
 */

import { createRandom } from '../../demo/random.ts';
import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import { type BenchItem, benchItems, makeVocabulary } from '../search/catalogue.ts';

/** Second-level categories and the leaves below each. */
const BRANCHES = 40;
const LEAVES = 25;
/** One order line for so many items: enough for lists of every category. */
const ITEMS_A_SALE = 5;
/** A write of this size costs less than its lines one by one. */
const CHUNK_CHARACTERS = 256 * 1024;

/**
 * The feed of so many items as files of `partItems` each, in pieces of about CHUNK_CHARACTERS. Read the pieces of a file
 * to their end before you ask for the next file.
 */
export function* feedParts(items: number, partItems: number): Generator<Generator<string>> {
  const made = benchItems(items, makeVocabulary());
  for (let from = 0; from < items; from += partItems) {
    yield chunksOf(records(made, { from, until: Math.min(from + partItems, items) }));
  }
}

function* chunksOf(records: Iterable<unknown>): Generator<string> {
  let chunk = '';
  for (const record of records) {
    chunk += `${JSON.stringify(record)}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

export function leafCategories(): string[] {
  return Array.from({ length: BRANCHES * LEAVES }, (_, at) => leafCategory(at));
}

function leafCategory(at: number): string {
  return `${branchCategory(Math.floor(at / LEAVES) % BRANCHES)}${threeDigits(at % LEAVES)}`;
}

function branchCategory(branch: number): string {
  return `001${threeDigits(branch)}`;
}

function threeDigits(at: number): string {
  return String(at + 1).padStart(3, '0');
}

/** Items numbered from + 1 to until, and orders of items up to there. The first file also has the categories. */
function* records(
  made: Iterator<BenchItem>,
  { from, until }: { readonly from: number; readonly until: number },
): Generator<unknown> {
  if (from === 0) yield* categoryRecords();
  const { next } = createRandom(until);
  for (let at = from; at < until; at++) {
    const { value, done } = made.next();
    if (done !== true) yield itemRecord(value, next);
  }
  const yesterday = kstDayOf(systemClock.nowMs()) - 1;
  for (let line = from; line < until; line += ITEMS_A_SALE) {
    yield {
      kind: 'sale',
      orderId: `A-${line}`,
      lineNo: 1,
      itemId: 1 + Math.floor(until * next() ** 2),
      quantity: 1,
      soldAt: `${formatKstDay(yesterday - (line % 2))}T10:00:00+09:00`,
    };
  }
}

function* categoryRecords(): Generator<unknown> {
  yield { kind: 'category', categoryId: '001', categoryName: '책' };
  for (let branch = 0; branch < BRANCHES; branch++) {
    const categoryId = branchCategory(branch);
    yield { kind: 'category', categoryId, categoryName: `갈래 ${branch}`, parentId: '001' };
  }
  for (const categoryId of leafCategories()) {
    yield {
      kind: 'category',
      categoryId,
      categoryName: `분류 ${categoryId}`,
      parentId: categoryId.slice(0, 6),
    };
  }
}

function itemRecord({ itemId, texts, figures }: BenchItem, random: () => number): unknown {
  const day = `${2000 + (itemId % 26)}-${twoDigits(itemId % 12)}-${twoDigits(itemId % 28)}`;
  const price = 8_000 + (itemId % 40) * 500;
  return {
    kind: 'item',
    itemId,
    isbn13: withCheckDigit(978_800_000_000 + itemId),
    title: texts.title,
    subTitle: texts.subTitle,
    originalTitle: texts.originalTitle,
    authors: texts.contributors.map((author) => ({ author, authorType: '지음' })),
    publisher: texts.publisher,
    series: texts.series.map((seriesName, at) => ({ seriesId: at + 1, seriesName })),
    publishDate: day,
    catalog: figures.catalog,
    categoryIds: [leafCategory(Math.floor(random() * BRANCHES * LEAVES))],
    shopPrice: price,
    salePrice: price * 0.9,
    pages: 100 + (itemId % 500),
    weight: 300 + (itemId % 300),
    width: 130,
    length: 190,
    height: 20,
    servicePoint: price * 0.05,
    starScore: (itemId % 50) / 5,
    cover: `https://img.example.com/${itemId}.jpg`,
    registeredAt: `${day}T10:00:00+09:00`,
  };
}

function twoDigits(at: number): string {
  return String(at + 1).padStart(2, '0');
}

/** Twelve digits of an ISBN with the thirteenth. */
export function withCheckDigit(body: number): string {
  const sum = [...String(body)].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
}
