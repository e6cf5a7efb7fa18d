import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseCsvRecords } from '../../real-data/csv.ts';
import { dataPath, readData, readDataText, SKIP_REAL_DATA } from '../../real-data/data-folder.ts';
import { GOODBOOKS_FILE } from '../../real-data/goodbooks.ts';
import { parseSeoulTitles, SEOUL_TITLES_FILE } from '../../real-data/seoul-titles.ts';
import { parseToulouse, TOULOUSE_FILMS_FILE, TOULOUSE_PRINT_FILE } from '../../real-data/toulouse.ts';
import { hasValidIsbn10Check } from '../../src/catalog/isbn.ts';
import { runSeoga } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { piped, recipePath, recipeShop } from './recipe-shop.ts';

/** Why tests that need a program are left out; the continuous build must have it. */
function missing(program: string): string | false {
  const isThere = spawnSync('which', [program]).status === 0;
  return isThere || process.env.CI === 'true' ? false : `SKIPPED: ${program} is not installed`;
}

describe('recipes', { skip: SKIP_REAL_DATA }, () => {
  it('Seoul library, by the commands as they are printed: every title and every loan', async (t) => {
    const dataDir = tempDir(t);
    const source = join(tempDir(t), 'popular-loans.csv');
    writeFileSync(source, readData(SEOUL_TITLES_FILE));
    const added = `${parseSeoulTitles(readData(SEOUL_TITLES_FILE)).length.toLocaleString('en-US')} added`;
    const map = (name: string) => ['import', '--map', recipePath(name), source];
    assert.match(await succeed(dataDir, ['import', recipePath('kdc-categories.csv')]), /category 10 added/);
    assert.match(await succeed(dataDir, map('seoul-library-items.json')), new RegExp(`item     ${added}`));
    assert.match(await succeed(dataDir, map('seoul-library-loans.json')), new RegExp(`sale     ${added}`));
  });

  it('Seoul library: copies are the loans of the list', async (t) => {
    const shop = recipeShop(t);
    await shop.take(readData(SEOUL_TITLES_FILE), 'seoul-library-items.json');
    await shop.take(readData(SEOUL_TITLES_FILE), 'seoul-library-loans.json');
    const loans = parseSeoulTitles(readData(SEOUL_TITLES_FILE)).reduce((sum, title) => sum + title.loans, 0);
    assert.equal(shop.count('SELECT sum(quantity) FROM sale'), loans);
  });

  it('goodbooks: every book, with an ISBN wherever its check digit proves one, and readers as buyers', async (t) => {
    const shop = recipeShop(t);
    const text = readDataText(GOODBOOKS_FILE);
    const books = await shop.take(gzipSync(text), 'goodbooks-items.json');
    const ratings = await shop.take(gzipSync(text), 'goodbooks-ratings.json');
    const rows = parseCsvRecords(text);
    const proven = rows.filter(
      ({ isbn = '' }) => isbn !== '' && hasValidIsbn10Check(isbn.toUpperCase().padStart(10, '0')),
    );
    assert.deepEqual([books.summary.item.added, books.problemCount], [rows.length, 0]);
    assert.deepEqual([ratings.summary.sale.added, ratings.problemCount], [rows.length, 0]);
    assert.ok(shop.count("SELECT count(*) FROM item WHERE isbn13 <> ''") >= proven.length);
    for (const file of ['ratings.csv', 'to_read.csv']) {
      const bytes = readData(`en-goodbooks/samples/${file}`);
      const { committed, problemCount, summary } = await recipeShop(t).take(bytes, 'goodbooks-readers.json');
      const readers = new Set(
        parseCsvRecords(bytes.toString()).map((row) => `${row.user_id} ${row.book_id}`),
      );
      assert.deepEqual([committed, problemCount, summary.sale.added], [true, 0, readers.size]);
    }
  });

  it('book30: a file without a header, by the numbers of its columns; damaged rows are refused alone', async (t) => {
    const shop = recipeShop(t);
    const bytes = gzipSync(readData('en-book30/book30-listing-test.sample-80pct.csv.gz'));
    const categories = await shop.take(bytes, 'book30-categories.json');
    assert.equal(categories.summary.category.added, 30);
    const items = await shop.take(bytes, 'book30-items.json');
    assert.ok(items.problems.every(({ reason }) => reason.en.startsWith('has bytes that are not cp949')));
    assert.equal(items.summary.item.added + items.problemCount, items.lines);
    assert.ok(shop.count("SELECT count(*) FROM item WHERE isbn13 <> ''") > 0.95 * items.lines);
  });

  it('Toulouse: titles name items, every loan finds its title and counts', async (t) => {
    // The source's README counts 3,439 and 2,320 pairs of title and author; one row holds an author alone.
    for (const [kind, file, mapping, distinct] of [
      ['print', TOULOUSE_PRINT_FILE, 'toulouse-print.json', 3438],
      ['films', TOULOUSE_FILMS_FILE, 'toulouse-films.json', 2320],
    ] as const) {
      const shop = recipeShop(t);
      await shop.takeRecipe('toulouse-categories.csv');
      const rows = parseToulouse(kind, readDataText(file));
      const bytes = gzipSync(readData(file));
      const items = await shop.take(bytes, mapping);
      const loans = await shop.take(bytes, 'toulouse-loans.json');
      const incomplete = items.lines - 1 - rows.length;
      assert.deepEqual([items.problemCount, loans.problemCount], [incomplete, incomplete]);
      assert.equal(items.summary.item.added, distinct);
      assert.equal(loans.summary.sale.added, rows.length);
      const lent = rows.reduce((sum, row) => sum + row.loans, 0);
      assert.equal(shop.count('SELECT sum(quantity) FROM sale'), lent);
      assert.equal(
        shop.count('SELECT count(*) FROM sale WHERE goods NOT IN (SELECT item_id FROM item)'),
        0,
        'every loan has its title',
      );
    }
  });

  it('ISBN categories: each ISBN once, in a category of our own', async (t) => {
    const shop = recipeShop(t);
    await shop.takeRecipe('isbn-categories.csv');
    const file = 'en-isbn-category/google_books_api_isbn_category.sample-80pct.csv.gz';
    const { problemCount, summary, lines } = await shop.take(
      gzipSync(readData(file)),
      'isbn-category-items.json',
    );
    assert.equal(problemCount, 0);
    const { added, changed, unchanged } = summary.item;
    assert.equal(added + changed + unchanged, lines - 1);
    assert.equal(shop.count("SELECT count(*) FROM item WHERE isbn13 = ''"), invalidIsbns(readDataText(file)));
  });

  it('LibrariesWest: kinds of media as items, issues by month, no line lost', async (t) => {
    const shop = recipeShop(t);
    const bytes = readData('en-librarieswest-issues/issues_summary.csv');
    const rows = parseCsvRecords(bytes.toString());
    const lent = rows.filter(({ issues }) => Number(issues) > 0);
    const items = await shop.take(bytes, 'librarieswest-items.json');
    assert.equal(items.summary.item.added, new Set(rows.map((row) => row.item_type)).size);
    const { summary, problemCount } = await shop.take(bytes, 'librarieswest-issues.json');
    assert.deepEqual([summary.sale.added, problemCount], [lent.length, rows.length - lent.length]);
    assert.equal(
      shop.count('SELECT sum(quantity) FROM sale'),
      lent.reduce((sum, row) => sum + Number(row.issues), 0),
    );
  });

  it('Library of Congress Classification: 8,212 categories, each below its narrowest parent', {
    skip: missing('jq'),
  }, async (t) => {
    const shop = recipeShop(t);
    const lines = piped(
      'jq',
      ['-c', '-f', recipePath('lcc-categories.jq')],
      readData('category-lcc/results.json.gz'),
    );
    const { problemCount, summary } = await shop.take(gzipSync(lines));
    assert.deepEqual([problemCount, summary.category.added], [0, 8212]);
  });

  it('National Library of Korea, linked data: 500 records', { skip: missing('jq') }, async (t) => {
    const shop = recipeShop(t);
    await shop.takeRecipe('kdc-categories.csv');
    const lines = piped(
      'jq',
      ['-c', '-f', recipePath('nlk-lod.jq')],
      readData('ko-nlk-lod/book_sample.json.gz'),
    );
    const { problemCount, summary } = await shop.take(lines);
    assert.deepEqual([problemCount, summary.item.added], [0, 500]);
    assert.ok(shop.count("SELECT count(*) FROM item WHERE isbn13 <> ''") >= 90);
  });

  it('Standard Ebooks: every package becomes an ONIX product with its table of contents', {
    skip: missing('xsltproc'),
  }, async (t) => {
    const shop = recipeShop(t);
    const folder = dataPath('toc-standardebooks');
    const books = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of books) {
      const args = [recipePath('standardebooks.xsl'), join(folder, name, 'content.opf')];
      const { format, problems } = await shop.take(
        piped('xsltproc', args, Buffer.alloc(0)),
        'standardebooks.json',
      );
      assert.deepEqual([format, problems], ['onix', []], name);
    }
    assert.equal(shop.count('SELECT count(*) FROM item'), books.length);
  });
});

/** ISBN-10s that no lost zero explains: they stay names of their items and give no ISBN. */
function invalidIsbns(csv: string): number {
  const isbns = new Set(parseCsvRecords(csv).map(({ ISBN = '' }) => ISBN));
  return [...isbns].filter((isbn) => !hasValidIsbn10Check(isbn.toUpperCase().padStart(10, '0'))).length;
}

async function succeed(dataDir: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runSeoga(dataDir, words);
  assert.equal(code, 0, `${words.join(' ')}\n${stdout}\n${stderr.slice(-2000)}`);
  return stdout;
}
