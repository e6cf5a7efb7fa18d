import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readDataText, SKIP_REAL_DATA } from '../../real-data/data-folder.ts';
import type { ItemLine } from '../../real-data/feed-line.ts';
import {
  convertToulouse,
  monthOfYear,
  parseToulouse,
  repairAccents,
  shelfCategory,
  TOULOUSE_FILMS_FILE,
  TOULOUSE_PRINT_FILE,
  type ToulouseRow,
  toulouseKey,
  toulouseOrders,
  toulouseRoot,
} from '../../real-data/toulouse.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const YEARS = Array.from({ length: 12 }, (_, at) => 2011 + at);

describe('twelve years of loans in Toulouse as twelve months', { skip: SKIP_REAL_DATA }, () => {
  let rows: ToulouseRow[];
  let items: ItemLine[];
  let app: TestApp;
  const cleanUps: (() => void | Promise<void>)[] = [];
  before(async () => {
    rows = [
      ...parseToulouse('print', readDataText(TOULOUSE_PRINT_FILE)),
      ...parseToulouse('films', readDataText(TOULOUSE_FILMS_FILE)),
    ];
    const catalogue = convertToulouse(rows);
    items = catalogue.filter((line) => line.kind === 'item');
    app = await createTestApp(
      { after: (cleanUp) => cleanUps.push(cleanUp) },
      { now: '2024-01-15T12:00:00+09:00', environment: { SEOGA_LOG_LEVEL: 'silent' } },
    );
    for (const lines of [catalogue, [...toulouseOrders(rows, itemNumbers(rows, items))]]) {
      const { problems, committed } = await app.feed(lines);
      assert.deepEqual([problems, committed], [[], true]);
    }
    await app.rank();
  });
  after(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  it('the source: every row with a year is read, with its loans, and the accents of broken rows are put back', () => {
    const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
    // 6,016 and 6,033 rows by the source's description, one of them without a year.
    assert.deepEqual([ofKind('print').length, ofKind('films').length], [6015, 6033]);
    for (const { year, loans, title } of rows) {
      assert.ok(YEARS.includes(year) && Number.isInteger(loans) && loans > 0 && title !== '', title);
    }
    assert.deepEqual(rows[2], {
      kind: 'print',
      year: 2019,
      loans: 457,
      title: 'Picoti : pour les bébés poussins : à partir de 9 mois',
      author: '',
      shelf: '',
    });
    assert.equal(
      repairAccents('Charnay-Láes-Mãacon (Saãone-et-Loire), Aèie, garðcon'),
      'Charnay-Lès-Mâcon (Saône-et-Loire), Aïe, garçon',
    );
    assert.equal(
      repairAccents('Lâchez-moi, le père est à la pâtisserie'),
      'Lâchez-moi, le père est à la pâtisserie',
    );
    assert.equal(
      rows.find(({ title }) => title.startsWith('Attention tornade'))?.title.split(' ; ')[1],
      'dessins & couleurs William',
    );
  });

  it('every list of every month has the order of the source counts, and the rank change year on year', async () => {
    const lists = expectedLists(rows, itemNumbers(rows, items));
    let entries = 0;
    let moved = 0;
    let fresh = 0;
    for (const [categoryId, byYear] of lists) {
      for (const year of YEARS) {
        const expected = byYear.get(year) ?? [];
        const ranksBefore = new Map(byYear.get(year - 1)?.map(([itemId], at) => [itemId, at + 1]));
        const shown = await monthlyList(app, categoryId, monthOfYear(year));
        assert.deepEqual(
          shown,
          expected.map(([itemId], at) => {
            const before = ranksBefore.get(itemId);
            return [at + 1, itemId, before === undefined ? null : before - (at + 1)];
          }),
          `${categoryId} ${year}`,
        );
        entries += shown.length;
        for (const [, , upDown] of shown) {
          if (upDown === null) fresh++;
          else if (upDown !== 0) moved++;
        }
      }
    }
    // So that an empty comparison cannot pass: each title of each year is at least in the list of its kind.
    assert.ok(entries >= 12_000 && moved > 5_000 && fresh > 5_000, `${entries}, ${moved}, ${fresh}`);
  });

  it('titles known by heart: ranks and changes as a reader of the source finds them', async () => {
    const ranksOf = async (title: string, years: readonly number[]) => {
      const itemId = items.find((item) => item.catalog === 'DVD' && item.title === title)?.itemId;
      const found: (readonly (number | null)[] | undefined)[] = [];
      for (const year of years) {
        const list = await monthlyList(app, toulouseRoot('films'), monthOfYear(year));
        const entry = list.find(([, listed]) => listed === itemId);
        found.push(entry && [entry[0], entry[2]]);
      }
      return found;
    };
    // 323, 384 and 348 loans, each number met once in its year.
    assert.deepEqual(await ranksOf('Kirikou et la sorcière', [2011, 2012, 2013]), [
      [1, null],
      [7, -6],
      [13, -6],
    ]);
    // 405 and 302 loans; third with 391 the year before.
    assert.deepEqual(await ranksOf('Mon voisin Totoro', [2016, 2017]), [
      [1, 2],
      [14, -13],
    ]);
    // 379 and 328 loans; fiftieth with 278 the year before.
    assert.deepEqual(await ranksOf('La princesse et la grenouille', [2016, 2017]), [
      [6, 44],
      [6, 0],
    ]);
  });
});

type Entry = readonly [sortOrder: number, itemId: number, upDown: number | null];

/** A whole monthly list as answered, page by page; empty where there is none. */
async function monthlyList(app: TestApp, categoryId: string, month: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1; ; page++) {
    const answer = await app.get(
      `/v1/category/bestsellerMonthly?categoryId=${categoryId}&date=${month}-15&pageSize=100&page=${page}`,
    );
    if (answer.json.errorCode === 'BEST_001' && page === 1) return [];
    assert.equal(answer.status, 200, answer.text.slice(0, 200));
    const { items, totalCount } = answer.json.data;
    for (const { sortOrder, itemId, upDown } of items) {
      entries.push([Number(sortOrder), Number(itemId), upDown === null ? null : Number(upDown)]);
    }
    if (entries.length >= totalCount) return entries;
  }
}

/** Item numbers by title. */
function itemNumbers(rows: readonly ToulouseRow[], items: readonly ItemLine[]): Map<string, number> {
  const keys = [...new Set(rows.map(toulouseKey))];
  return new Map(keys.map((key, at) => [key, items[at]?.itemId ?? 0]));
}

function sumLoans(rows: readonly ToulouseRow[]): Map<string, number> {
  const loansOf = new Map<string, number>();
  for (const row of rows) {
    const key = toulouseKey(row);
    loansOf.set(key, (loansOf.get(key) ?? 0) + row.loans);
  }
  return loansOf;
}

/** Items and loans by category and year, most loans first, counted from the source rows in the plainest way. */
function expectedLists(rows: readonly ToulouseRow[], numbers: ReadonlyMap<string, number>) {
  const categoriesOf = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = toulouseKey(row);
    const categories = categoriesOf.get(key) ?? new Set([toulouseRoot(row.kind)]);
    if (row.shelf !== '') categories.add(shelfCategory(row.kind, row.shelf));
    categoriesOf.set(key, categories);
  }
  const lists = new Map<string, Map<number, (readonly [itemId: number, loans: number])[]>>();
  for (const year of YEARS) {
    const loansOf = sumLoans(rows.filter((row) => row.year === year));
    const ranked = [...loansOf]
      .map(([key, loans]) => ({ key, itemId: numbers.get(key) ?? 0, loans }))
      .sort((a, b) => b.loans - a.loans || a.itemId - b.itemId);
    for (const { key, itemId, loans } of ranked) {
      for (const categoryId of categoriesOf.get(key) ?? []) {
        const byYear = lists.get(categoryId) ?? new Map();
        byYear.set(year, [...(byYear.get(year) ?? []), [itemId, loans]]);
        lists.set(categoryId, byYear);
      }
    }
  }
  return lists;
}
