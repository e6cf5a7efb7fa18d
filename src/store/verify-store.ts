import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agreesWithColumns } from '../catalog/item-writer.ts';
import type { Snapshot, SqlDatabase } from '../sql-database.ts';
import { SECRETS_FILE } from './private-files.ts';
import type { StoreFile } from './schema.ts';
import { FILE_NAMES, isUpToDate } from './sqlite/database.ts';
import { sqliteSnapshot } from './sqlite/sql-statements.ts';
import { findDamagedUndoData } from './undo-log.ts';

interface StoreReport {
  items: number;
  orderLines: number;
  editions: number;
  accounts: number;
  /** 1 if lists were published. */
  isTallied: number;
  readonly problems: string[];
  readonly notes: string[];
}

function emptyReport(): StoreReport {
  return { items: 0, orderLines: 0, editions: 0, accounts: 0, isTallied: 0, problems: [], notes: [] };
}

const SQLITE_FINDINGS = `
  SELECT ': ' || integrity_check AS finding FROM pragma_integrity_check WHERE integrity_check <> 'ok'
  UNION ALL
  SELECT ': a row of ' || "table" || ' refers to a ' || parent || ' that is not there' FROM pragma_foreign_key_check`;

/**
 * Checks the whole store of a data folder, each file from one snapshot, and changes nothing. `onProgress` gets the name of what is
 * checked next.
 */
export async function verifyFolder(
  dataDir: string,
  onProgress: (step: string) => void,
): Promise<StoreReport> {
  const report = emptyReport();
  const { problems, notes } = report;
  const look = async (file: StoreFile, isExpected: boolean) => {
    const name = FILE_NAMES[file];
    if (!existsSync(join(dataDir, name))) {
      if (isExpected) problems.push(`${name} is missing`);
      return;
    }
    using db = new DatabaseSync(join(dataDir, name), { readOnly: true });
    try {
      onProgress(`pages and indexes of ${name}`);
      db.exec('BEGIN');
      for (const { finding } of db.prepare(SQLITE_FINDINGS).all()) problems.push(`${name}${finding}`);
      if (!isUpToDate(db, file)) {
        notes.push(
          `note: ${name} is in the format of an earlier release: its rows are checked once a server has opened it`,
        );
        return;
      }
      onProgress(`rows of ${name}`);
      await verifyRows(sqliteSnapshot(db), file, report);
    } catch (error) {
      problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await look('catalog', true);
  await look('lists', report.isTallied === 1);
  // The first start creates accounts with the secrets. A catalogue may exist before.
  await look('accounts', existsSync(join(dataDir, SECRETS_FILE)));
  return report;
}

const POSTGRES_FINDINGS = `
  SELECT count(*) || ' accounts have no meter: their calls fail' AS finding
  FROM account
  WHERE account_id NOT IN (SELECT account_id FROM meter)
  HAVING count(*) > 0
  UNION ALL
  SELECT 'PostgreSQL has met ' || checksum_failures || ' damaged pages'
  FROM pg_stat_database
  WHERE datname = current_database() AND checksum_failures > 0`;

/** Checks all data in PostgreSQL in one snapshot. Finds damaged pages only if checksums are on. */
export function verifyDatabase(
  database: Pick<SqlDatabase, 'snapshot'>,
  onProgress: (step: string) => void,
): Promise<StoreReport> {
  return database.snapshot(async (snapshot) => {
    const report = emptyReport();
    const found = await snapshot.query<{ finding: string }>(POSTGRES_FINDINGS);
    report.problems.push(...found.map(({ finding }) => finding));
    for (const file of ['catalog', 'lists', 'accounts'] as const) {
      onProgress(`rows of ${file}`);
      await verifyRows(snapshot, file, report);
    }
    return report;
  });
}

async function verifyRows(snapshot: Snapshot, file: StoreFile, report: StoreReport): Promise<void> {
  if (file === 'catalog') return verifyCatalog(snapshot, report);
  const [name, table] =
    file === 'lists' ? (['editions', 'edition'] as const) : (['accounts', 'account'] as const);
  const [counted] = await snapshot.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
  report[name] = counted?.rows ?? 0;
}

async function verifyCatalog(catalog: Snapshot, report: StoreReport): Promise<void> {
  await verifyItems(catalog, report);
  for (const [cause, number] of await findDamagedUndoData(catalog))
    report.problems.push(`${cause} ${number} cannot be undone: its undo data are damaged`);
  const [counts] = await catalog.query<Record<'items' | 'orderLines' | 'isTallied' | 'strayLines', number>>(`
    SELECT (SELECT count(*) FROM item) AS items, (SELECT count(*) FROM sale) AS "orderLines",
      (SELECT CASE WHEN tallied_at_ms IS NULL THEN 0 ELSE 1 END FROM catalog_state) AS "isTallied",
      (SELECT count(*)
       FROM (SELECT order_no FROM sale UNION ALL SELECT order_no FROM sale_return) AS line
       WHERE NOT EXISTS (SELECT 1 FROM sale_order AS o WHERE o.order_no = line.order_no)) AS "strayLines"`);
  const { strayLines = 0, ...shown } = counts ?? {};
  if (strayLines > 0) report.problems.push(`${strayLines} order lines or cancellations belong to no order`);
  Object.assign(report, shown);
}

async function verifyItems(catalog: Snapshot, { problems, notes }: StoreReport): Promise<void> {
  const known = await catalog.query<{ category_id: string }>('SELECT category_id FROM category');
  const categories = new Set(known.map(({ category_id }) => category_id));
  const unknown = new Map<string, number>();
  for await (const rows of catalog.rows<Record<string, unknown>>('SELECT * FROM item ORDER BY item_id'))
    for (const row of rows) {
      const item = itemIn(row);
      if (item === null) problems.push(`item ${row.item_id}: its stored data are damaged`);
      for (const category of item?.categoryIds ?? [])
        if (!categories.has(category) && !unknown.has(category)) unknown.set(category, Number(row.item_id));
    }
  for (const [category, itemId] of [...unknown].sort())
    notes.push(`note: category ${category} of item ${itemId} is not in the catalogue`);
}

function itemIn(row: Readonly<Record<string, unknown>>) {
  try {
    const item = JSON.parse(String(row.data));
    return agreesWithColumns(item, row) ? item : null;
  } catch {
    return null;
  }
}
