import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { readDataText, SKIP_REAL_DATA } from '../../real-data/data-folder.ts';
import { KDC_CLASSES, SEOUL_ROOT } from '../../real-data/seoul-titles.ts';
import { type KstMonth, parseKstDay } from '../../src/clock.ts';
import { countCopies } from '../../src/rankings/counted-copies.ts';
import { EDITIONS_FOLDER } from '../../src/store/files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createLedgerReader } from '../../src/store/sqlite/rankings/ledger-reader.ts';
import { readRankCatalog } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { createSqliteRankingStore } from '../../src/store/sqlite/rankings/ranking-store.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import {
  cellKey,
  expectedList,
  expectedMonthlyLists,
  koreanBookCells,
  type MonthlyLists,
  publishedSegments,
} from './expected-lists.ts';
import { itemsByIsbn13, openRealShop, type RealShop } from './real-shop.ts';

it('the real data lie beside the project', { skip: SKIP_REAL_DATA }, () => {
  // Suites that are left out are not counted; this test stands for them in the tally of skipped tests.
  assert.match(readDataText('README.md'), /ko-seoul-library/);
});

describe('the service on real data', { skip: SKIP_REAL_DATA }, () => {
  let shop: RealShop;
  let expected: MonthlyLists;
  const t = suiteCleanup();
  before(async () => {
    shop = await openRealShop(t);
    expected = expectedMonthlyLists(shop.feeds);
  });

  /** The items of an answer that must succeed. */
  const itemsOf = async (url: string) => {
    const answer = await shop.app.get(url);
    assert.equal(answer.status, 200, `${url}: ${answer.text.slice(0, 200)}`);
    return answer.json.data;
  };
  /** The only item of an itemDetail answer. */
  const detailOf = async (searchType: 'ISBN13' | 'ItemId', query: string | number) => {
    const { items } = await itemsOf(`/v1/goods/itemDetail?searchType=${searchType}&query=${query}&detail=Y`);
    assert.equal(items.length, 1);
    return items[0] ?? {};
  };

  it('every line of every source is accepted', () => {
    for (const { problems, problemCount, committed } of shop.reports) {
      assert.deepEqual(problems.slice(0, 3), []);
      assert.equal(problemCount, 0);
      assert.equal(committed, true);
    }
    const added = (kind: 'item' | 'sale' | 'author') =>
      shop.reports.reduce((total, { summary }) => total + summary[kind].added, 0);
    assert.equal(added('item'), shop.feeds.items.length);
    assert.equal(added('sale'), 357_507);
  });

  it('itemDetail: every Seoul title is found by its product number, with title, publisher and class of the source row', async () => {
    for (const row of shop.feeds.seoulTitles) {
      const item = await detailOf('ItemId', row.itemId);
      assert.deepEqual(sortedWords(`${item.title} ${item.subTitle}`), sortedWords(row.title));
      assert.equal(item.publisher, row.publisher.normalize('NFC').trim());
      assert.equal(item.goodsSortNm, `국내도서-${KDC_CLASSES[row.kdcClass]}`);
      assert.equal(item.cover, `https://books.example/images/substitute/cover/${row.itemId}.svg`);
      assert.equal(item.publishDate, '');
    }
  });

  it('itemDetail: every ISBN13 of the Seoul list finds its title; a shared number finds the lowest product number', async () => {
    const sharers = itemsByIsbn13(shop.feeds.items);
    let shared = 0;
    let found = 0;
    for (const row of shop.feeds.seoulTitles) {
      const itemIds = sharers.get(row.isbn) ?? [];
      if (itemIds.length === 0) continue;
      found++;
      const item = await detailOf('ISBN13', row.isbn);
      assert.equal(item.itemId, itemIds[0]);
      assert.equal(item.isbn13, row.isbn);
      if (itemIds.length > 1) shared++;
    }
    // The list holds a number twice in four cases, and some English titles are in goodbooks, too.
    assert.ok(found > 2300 && shared >= 8, `${found} found, ${shared} shared`);
  });

  it('itemDetail: goodbooks, National Library and Standard Ebooks answer as their feeds say', async () => {
    const others = shop.feeds.items.filter(({ itemId }) => itemId < 10_000_000 || itemId >= 20_000_000);
    const sample = others.filter(({ catalog }, at) => catalog !== 'FOREIGN' || at % 8 === 0);
    assert.ok(sample.length > 1000);
    for (const line of sample) {
      const item = await detailOf('ItemId', line.itemId);
      assert.equal(item.title, line.title.normalize('NFC'));
      assert.equal(item.isbn13, line.isbn13 ?? '');
      assert.equal(item.isbn10, line.isbn10 ?? '');
      assert.equal(item.author, line.authors.map(({ author }) => author.normalize('NFC')).join(', '));
      assert.equal(item.starScore, line.starScore ?? 0);
      assert.equal(item.pages, line.pages ?? null);
      const series = (line.series ?? []).map((one) => ({
        ...one,
        seriesName: one.seriesName.normalize('NFC'),
      }));
      assert.deepEqual(item.series, series);
      const substitute = `https://books.example/images/substitute/cover/${line.itemId}.svg`;
      assert.equal(item.cover, line.cover ?? substitute);
    }
  });

  it('descriptions that come as HTML are shown as plain text with every word', async () => {
    const html = shop.feeds.items.filter((item) => item.contentDetail?.bookIntroduction?.includes('<p>'));
    // The source has 11 long descriptions, or more since its newer files.
    assert.ok(html.length >= 11);
    for (const { itemId, contentDetail } of html) {
      const { contentDetail: shown } = await detailOf('ItemId', itemId);
      const text = (shown as { bookIntroduction: string }).bookIntroduction;
      assert.doesNotMatch(text, /<\/?\w|&\w+;/);
      const words = contentDetail?.bookIntroduction?.replace(/<\/?p>/g, ' ').replace(/<[^>]+>/g, '');
      assert.deepEqual(sortedWords(text), sortedWords(words ?? ''));
    }
  });

  it('content: tables of contents come back line by line with their levels; others are 404 GOODS_001', async () => {
    const withContents = shop.feeds.items.filter((item) => item.contentDetail?.tableOfContents);
    assert.equal(withContents.length, 18 + 22);
    for (const { itemId, contentDetail } of withContents) {
      const answer = await shop.app.get(`/v1/goods/content?searchType=ItemId&query=${itemId}`);
      const contents = contentDetail?.tableOfContents?.normalize('NFC');
      assert.deepEqual(answer.json.data.data, { itemId, contents });
    }
    for (const { itemId } of shop.feeds.seoulTitles.slice(0, 50)) {
      const answer = await shop.app.get(`/v1/goods/content?searchType=ItemId&query=${itemId}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [404, 'GOODS_001']);
    }
  });

  it('author: records of the National Library and Standard Ebooks are found through their works', async () => {
    const lines = [...shop.feeds.catalogue.nlkPersons, ...shop.feeds.catalogue.ebooks];
    const records = new Map(
      lines.filter((line) => line.kind === 'author').map((line) => [line.authorId, line]),
    );
    const asked = new Set<number>();
    for (const line of lines) {
      if (line.kind !== 'item') continue;
      const known = line.authors.find(({ authorId }) => authorId !== null);
      const record = records.get(known?.authorId ?? 0);
      const answer = await shop.app.get(`/v1/goods/author?searchType=ItemId&query=${line.itemId}`);
      if (record === undefined) {
        assert.deepEqual([answer.status, answer.json.errorCode], [404, 'AUTHOR_404'], line.title);
        continue;
      }
      asked.add(record.authorId);
      const { link, ...author } = answer.json.data.data as Record<string, unknown>;
      assert.match(String(link), /^https:\/\/books\.example\//);
      const { kind, ...fields } = record;
      assert.deepEqual(author, {
        ...fields,
        author: record.author.normalize('NFC'),
        authorType: known?.authorType,
        debutTitle: '',
        details: record.details.normalize('NFC'),
      });
    }
    assert.ok(asked.size > 100);
  });

  it('category list: the trees of all sources, every full path as the source has it', async () => {
    const { data } = (await shop.app.get('/v1/category/list')).json.data;
    const listed = data as { categoryId: string; categoryName: string; categoryFullPath: string }[];
    const lines = Object.values(shop.feeds.catalogue).flat();
    const nodes = new Map(
      lines.filter((line) => line.kind === 'category').map((line) => [line.categoryId, line]),
    );
    assert.equal(listed.length, nodes.size);
    const names = (categoryId: string | null | undefined): string[] => {
      const node = nodes.get(categoryId ?? '');
      return node === undefined ? [] : [...names(node.parentId), node.categoryName.normalize('NFC')];
    };
    for (const { categoryId, categoryName, categoryFullPath } of listed) {
      assert.equal(categoryName, names(categoryId).at(-1));
      assert.equal(categoryFullPath, names(categoryId).join(' > '));
    }
    // Most of the classification's nodes list their whole path; for those the source itself tells what to expect.
    const paths = new Map(listed.map((category) => [category.categoryId, category.categoryFullPath]));
    const agreeing = shop.feeds.lccNodes.filter(
      ({ id, parents }) => paths.get(id) === [...parents, id].map((one) => names(one).at(-1)).join(' > '),
    );
    assert.equal(agreeing.length, 8212 - 325);
  });

  it('itemList: a title typed in full finds its item', async () => {
    for (const row of shop.feeds.seoulTitles.filter((_, at) => at % 5 === 0)) {
      const title = row.title.replace(/\s+/g, ' ').trim();
      const url = `/v1/goods/itemList?query=${encodeURIComponent(title)}&pageSize=100`;
      const { items, totalCount } = await itemsOf(url);
      assert.ok(totalCount <= 100, `${title}: ${totalCount} hits`);
      assert.ok(
        items.some(({ itemId }) => itemId === row.itemId),
        title,
      );
    }
  });

  it('rankings: counted copies by sex, age and class are exactly the cells of the loan matrix', () => {
    const db = openDatabase(join(shop.app.config.dataDir, CATALOG_FILE), {
      busyTimeoutMs: 0,
      readOnly: true,
    });
    try {
      const catalog = readRankCatalog(db);
      const reader = createLedgerReader(db, catalog);
      const { lines, unknownCount, isOrderBefore } = reader.readLines(
        parseKstDay('2024-01-01') ?? 0,
        parseKstDay('2024-12-31') ?? 0,
      );
      assert.equal(unknownCount, 0);
      const classOf = new Map(shop.feeds.seoulTitles.map(({ itemId, kdcClass }) => [itemId, kdcClass]));
      const counted = new Map<string, number>();
      for (const [line, copies] of countCopies(lines, 1, isOrderBefore).entries()) {
        const kdcClass = classOf.get(catalog.itemIds[lines.item[line] ?? 0] ?? 0);
        const cell = `${lines.segment[line]} ${kdcClass}`;
        counted.set(cell, (counted.get(cell) ?? 0) + copies);
      }
      assert.deepEqual(counted, publishedSegments(shop.feeds));
    } finally {
      db.close();
    }
  });

  it('rankings: all monthly lists of 2024 by class, sex and age equal an independent count, with rank changes', async () => {
    const { dataDir } = shop.app.config;
    const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
    const rankings = createSqliteRankingStore({ db, directory: join(dataDir, EDITIONS_FOLDER) });
    let entries = 0;
    try {
      for (let month = JANUARY_2024; month < JANUARY_2024 + 12; month++) {
        const edition = await rankings.findEdition('monthly', month);
        assert.ok(edition !== null);
        for (const cell of koreanBookCells()) {
          const { itemIds, upDowns } = await rankings.readList(edition, cell);
          assert.deepEqual(
            [[...itemIds], [...upDowns]],
            expectedList(expected, month, cell),
            cellKey(month, cell),
          );
          entries += itemIds.length;
        }
      }
    } finally {
      rankings.close();
      db.close();
    }
    assert.ok(entries > 100_000, `${entries} entries compared`);
    // Far more than a thousand titles were lent in every month, so that the depth of lists was met, too.
    assert.equal(expected.get(`2024-12 ${SEOUL_ROOT} A 255`)?.length, 1000);
  });
});

const JANUARY_2024: KstMonth = 2024 * 12;

/** The runs of letters and digits in a text, sorted: equal for two texts that differ in punctuation and order. */
function sortedWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort();
}
