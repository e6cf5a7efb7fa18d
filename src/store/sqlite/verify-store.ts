import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agreesWithColumns } from '../../catalog/item-row.ts';
import { SECRETS_FILE } from '../files/secrets-file.ts';
import { findDamagedChanges } from '../kept-changes.ts';
import { FILE_NAMES, isUpToDate, type StoreFile } from './database.ts';
import { rowOf, rowsOf } from './rows.ts';
import { sqliteSnapshot } from './sql-statements.ts';

/** What was looked at, what is wrong with it, and what an import has warned of, a line each. */
export interface StoreReport {
  readonly items: number;
  readonly orderLines: number;
  readonly editions: number;
  readonly accounts: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** What can be wrong with a file's pages: each row is a finding. */
const PAGES = `
  SELECT ': ' || integrity_check AS finding FROM pragma_integrity_check WHERE integrity_check <> 'ok'
  UNION ALL
  SELECT ': a row of ' || "table" || ' refers to a ' || parent || ' that is not there' FROM pragma_foreign_key_check`;

/** The same of the rows of a catalogue; of what an import only warns, notes. */
const CATALOG_ROWS = `
  SELECT 'note: category ' || category.value || ' of item ' || min(item.item_id) || ' is not in the catalogue' AS finding
  FROM item, json_each(item.category_ids) AS category
  WHERE category.value NOT IN (SELECT category_id FROM category)
  GROUP BY category.value
  UNION ALL
  SELECT count(*) || ' order lines or cancellations belong to no order'
  FROM (SELECT order_no FROM sale UNION ALL SELECT order_no FROM sale_return)
  WHERE order_no NOT IN (SELECT order_no FROM sale_order)
  HAVING count(*) > 0`;

const COUNTS: Readonly<Record<StoreFile, string>> = {
  catalog: `
    SELECT (SELECT count(*) FROM item) AS items, (SELECT count(*) FROM sale) AS "orderLines",
      (SELECT tallied_at_ms IS NOT NULL FROM catalog_state) AS "isTallied"`,
  lists: 'SELECT count(*) AS editions FROM edition',
  accounts: 'SELECT count(*) AS accounts FROM account',
};

/**
 * Reads the whole store of a data folder, as of one moment for each of its files, and changes nothing: pages and indexes of the
 * databases, references between rows, every stored item. A server may be running. `onProgress` gets what is checked next.
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
      const findings =
        file === 'catalog' ? [...brokenItems(db), ...(await brokenUndo(db)), ...list(CATALOG_ROWS)] : [];
      for (const finding of findings) (finding.startsWith('note') ? notes : problems).push(finding);
      Object.assign(found, rowOf(db.prepare(COUNTS[file])));
    } catch (error) {
      problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await look('catalog', true);
  await look('lists', found.isTallied === 1);
  // The accounts file comes with the secrets, at the first start; a catalogue may be imported before.
  await look('accounts', existsSync(join(dataDir, SECRETS_FILE)));
  const { isTallied: _, ...counts } = found;
  return { ...counts, problems, notes };
}

/** Items whose document can't be read, or isn't that of their row. */
function* brokenItems(db: DatabaseSync): Generator<string> {
  for (const row of db.prepare('SELECT * FROM item').iterate()) {
    try {
      if (agreesWithColumns(JSON.parse(String(row.data)), row)) continue;
    } catch {
      // No JSON, or no item.
    }
    yield `item ${row.item_id}: its stored data are damaged`;
  }
}

async function brokenUndo(db: DatabaseSync): Promise<readonly string[]> {
  const damaged = await findDamagedChanges(sqliteSnapshot(db));
  return damaged.map(
    ([cause, number]) => `${cause} ${number} cannot be undone: what was kept of it is damaged`,
  );
}
