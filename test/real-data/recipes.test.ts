import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { runCommand } from '../ingest/import-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { parseCsvRecords } from './csv.ts';
import { readData, readDataText, SKIP_REAL_DATA } from './data-folder.ts';
import { GOODBOOKS_FILE } from './goodbooks.ts';
import { isIsbn10 } from './isbn.ts';
import { parseSeoulTitles, SEOUL_TITLES_FILE } from './seoul-titles.ts';

const recipes = resolve(import.meta.dirname, '../../docs/recipes');

describe('recipes', { skip: SKIP_REAL_DATA }, () => {
  it('Seoul library: every title with its publisher, and every loan counted', async (t) => {
    const dataDir = tempDir(t);
    const source = join(tempDir(t), 'popular-loans.csv');
    writeFileSync(source, readData(SEOUL_TITLES_FILE));
    await succeed(dataDir, ['import', join(recipes, 'kdc-categories.csv')]);
    await succeed(dataDir, ['import', '--map', join(recipes, 'seoul-library-items.json'), source]);
    await succeed(dataDir, ['import', '--map', join(recipes, 'seoul-library-loans.json'), source]);

    const titles = parseSeoulTitles(readData(SEOUL_TITLES_FILE));
    const db = new DatabaseSync(join(dataDir, 'catalog.db'), { readOnly: true });
    t.after(() => db.close());
    assert.equal(db.prepare('SELECT count(*) AS n FROM item').get()?.n, titles.length);
    const { lines, copies } =
      db.prepare('SELECT count(*) AS lines, sum(quantity) AS copies FROM sale').get() ?? {};
    assert.equal(lines, titles.length);
    assert.equal(
      copies,
      titles.reduce((sum, { loans }) => sum + loans, 0),
    );
  });

  it('goodbooks: every book, with an ISBN wherever its check digit proves one', async (t) => {
    const dataDir = tempDir(t);
    const source = join(tempDir(t), 'books.csv');
    const text = readDataText(GOODBOOKS_FILE);
    writeFileSync(source, text);
    await succeed(dataDir, ['import', '--map', join(recipes, 'goodbooks-items.json'), source]);
    const rows = parseCsvRecords(text);
    const proven = rows.filter(
      ({ isbn = '' }) => isbn !== '' && isIsbn10(isbn.toUpperCase().padStart(10, '0')),
    );
    const db = new DatabaseSync(join(dataDir, 'catalog.db'), { readOnly: true });
    t.after(() => db.close());
    const count = (where: string) => db.prepare(`SELECT count(*) AS n FROM item WHERE ${where}`).get()?.n;
    assert.equal(count('true'), rows.length);
    assert.ok(Number(count("isbn13 <> ''")) >= proven.length);
  });
});

async function succeed(dataDir: string, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(dataDir, words);
  assert.equal(code, 0, `${words.join(' ')}\n${stdout}\n${stderr.slice(-2000)}`);
}
