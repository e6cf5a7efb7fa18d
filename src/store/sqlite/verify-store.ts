import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agreesWithColumns } from '../../catalog/item-writer.ts';
import { SECRETS_FILE } from '../files/secrets-file.ts';
import { FILE_NAMES, isUpToDate, type StoreFile } from './database.ts';

/** What was looked at, what is wrong with it, and what an import has warned of, a line each. */
export interface StoreReport {
  readonly items: number;
  readonly orderLines: number;
  readonly editions: number;
  readonly accounts: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Reads the whole store of a data folder, as of one moment for each of its files, and changes nothing: pages and
 * indexes of the databases, references between rows, every stored item. A server may be running. `onProgress` gets what
 * is checked next.
 */
export function verifyStore(dataDir: string, onProgress: (step: string) => void): StoreReport {
  const problems: string[] = [];
  const notes: string[] = [];
  const inFile = <T>(file: StoreFile, isExpected: boolean, work: (db: DatabaseSync) => T): T | null => {
    const name = FILE_NAMES[file];
    if (!existsSync(join(dataDir, name))) {
      if (isExpected) problems.push(`${name} is missing`);
      return null;
    }
    using db = new DatabaseSync(join(dataDir, name), { readOnly: true });
    try {
      onProgress(`pages and indexes of ${name}`);
      db.exec('BEGIN');
      problems.push(...brokenPages(db, name), ...brokenReferences(db, name));
      if (isUpToDate(db, file)) return work(db);
      notes.push(
        `note: ${name} is in the format of an earlier release: its rows are checked once a server has opened it`,
      );
      return null;
    } catch (error) {
      problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const catalog = inFile('catalog', true, (db) => {
    onProgress('stored items');
    problems.push(...brokenItems(db));
    notes.push(...unknownCategories(db));
    onProgress('order lines');
    problems.push(...brokenLines(db));
    return {
      items: countRows(db, 'item'),
      orderLines: countRows(db, 'sale'),
      isTallied: countRows(db, 'ranking_state') > 0,
    };
  });
  const editions = inFile('lists', catalog?.isTallied === true, (db) => countRows(db, 'edition'));
  // The accounts file comes with the secrets, at the first start; a catalogue may be imported before.
  const isUsed = existsSync(join(dataDir, SECRETS_FILE));
  const accounts = inFile('accounts', isUsed, (db) => countRows(db, 'account'));
  return {
    items: catalog?.items ?? 0,
    orderLines: catalog?.orderLines ?? 0,
    editions: editions ?? 0,
    accounts: accounts ?? 0,
    problems,
    notes,
  };
}

function brokenPages(db: DatabaseSync, name: string): string[] {
  const findings = db
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  return findings.filter((finding) => finding !== 'ok').map((finding) => `${name}: ${finding}`);
}

function brokenReferences(db: DatabaseSync, name: string): string[] {
  return db
    .prepare('PRAGMA foreign_key_check')
    .all()
    .map(
      (row) => `${name}: a row of ${String(row.table)} refers to a ${String(row.parent)} that is not there`,
    );
}

/** Items whose document can't be read, or isn't that of their row. */
function brokenItems(db: DatabaseSync): string[] {
  const problems: string[] = [];
  for (const row of db.prepare('SELECT * FROM item').iterate()) {
    if (!isWhole(row)) problems.push(`item ${row.item_id}: its stored data are damaged`);
  }
  return problems;
}

/** Categories that items name and no feed described. An import warns of them. */
function unknownCategories(db: DatabaseSync): string[] {
  return db
    .prepare(`
      SELECT category.value AS category_id, min(item.item_id) AS item_id
      FROM item, json_each(item.category_ids) AS category
      WHERE category.value NOT IN (SELECT category_id FROM category)
      GROUP BY category.value`)
    .all()
    .map(
      ({ category_id, item_id }) =>
        `note: category ${category_id} of item ${item_id} is not in the catalogue`,
    );
}

function isWhole(row: Readonly<Record<string, unknown>>): boolean {
  try {
    return agreesWithColumns(JSON.parse(String(row.data)), row);
  } catch {
    return false;
  }
}

/** Lines and cancellations of orders that are not there. */
function brokenLines(db: DatabaseSync): string[] {
  const orphans = db
    .prepare(`
      SELECT count(*) AS rows
      FROM (SELECT order_no FROM sale UNION ALL SELECT order_no FROM sale_return)
      WHERE order_no NOT IN (SELECT order_no FROM sale_order)`)
    .get();
  return orphans?.rows === 0 ? [] : [`${orphans?.rows} order lines or cancellations belong to no order`];
}

function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
}
