import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SECRETS_FILE } from '../files/secrets-file.ts';
import type { StoreFile } from '../schema.ts';
import { type StoreReport, verifyRows } from '../verify-rows.ts';
import { FILE_NAMES, isUpToDate } from './database.ts';
import { rowsOf } from './rows.ts';
import { sqliteSnapshot } from './sql-statements.ts';

const PAGES = `
  SELECT ': ' || integrity_check AS finding FROM pragma_integrity_check WHERE integrity_check <> 'ok'
  UNION ALL
  SELECT ': a row of ' || "table" || ' refers to a ' || parent || ' that is not there' FROM pragma_foreign_key_check`;

/**
 * Checks the whole store of a data folder, each file from one snapshot, and changes nothing: pages, indexes, references between
 * rows, every item. `onProgress` gets the name of what is checked next.
 */
export async function verifyFolder(
  dataDir: string,
  onProgress: (step: string) => void,
): Promise<StoreReport> {
  const problems: string[] = [];
  const notes: string[] = [];
  const found = { items: 0, orderLines: 0, editions: 0, accounts: 0, isTallied: 0 };
  const look = async (file: StoreFile, isExpected: boolean) => {
    const name = FILE_NAMES[file];
    if (!existsSync(join(dataDir, name))) {
      if (isExpected) problems.push(`${name} is missing`);
      return;
    }
    using db = new DatabaseSync(join(dataDir, name), { readOnly: true });
    const list = (sql: string) => rowsOf<{ finding: string }>(db.prepare(sql)).map(({ finding }) => finding);
    try {
      onProgress(`pages and indexes of ${name}`);
      db.exec('BEGIN');
      problems.push(...list(PAGES).map((finding) => name + finding));
      if (!isUpToDate(db, file)) {
        notes.push(
          `note: ${name} is in the format of an earlier release: its rows are checked once a server has opened it`,
        );
        return;
      }
      onProgress(`rows of ${name}`);
      const rows = await verifyRows(sqliteSnapshot(db), file);
      problems.push(...rows.problems);
      notes.push(...rows.notes);
      Object.assign(found, rows.counts);
    } catch (error) {
      problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await look('catalog', true);
  await look('lists', found.isTallied === 1);
  // The first start creates accounts together with secrets; a catalogue may be older.
  await look('accounts', existsSync(join(dataDir, SECRETS_FILE)));
  const { isTallied: _, ...counts } = found;
  return { ...counts, problems, notes };
}
