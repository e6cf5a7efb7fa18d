import { agreesWithColumns } from '../catalog/item-writer.ts';
import type { Snapshot } from '../sql-database.ts';
import type { StoreFile } from './schema.ts';
import { findDamagedUndoData } from './undo-log.ts';

/** What a check of the store has counted and found. Problems and notes are lines. */
export interface StoreReport {
  readonly items: number;
  readonly orderLines: number;
  readonly editions: number;
  readonly accounts: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** The findings of one file. `counts` has the report's names. */
export type Findings = Pick<StoreReport, 'problems' | 'notes'> & {
  readonly counts: Readonly<Record<string, number>>;
};

/** Checks the tables of one file, on either engine, including every item. */
export async function verifyRows(snapshot: Snapshot, file: StoreFile): Promise<Findings> {
  if (file === 'catalog') return verifyCatalog(snapshot);
  const [name, table] = file === 'lists' ? ['editions', 'edition'] : ['accounts', 'account'];
  const [counted] = await snapshot.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
  return { problems: [], notes: [], counts: { [name]: counted?.rows ?? 0 } };
}

async function verifyCatalog(catalog: Snapshot): Promise<Findings> {
  const items = await verifyItems(catalog);
  const undo = (await findDamagedUndoData(catalog)).map(
    ([cause, number]) => `${cause} ${number} cannot be undone: its undo data are damaged`,
  );
  const [counts] = await catalog.query<Record<'items' | 'orderLines' | 'isTallied' | 'strayLines', number>>(`
    SELECT (SELECT count(*) FROM item) AS items, (SELECT count(*) FROM sale) AS "orderLines",
      (SELECT CASE WHEN tallied_at_ms IS NULL THEN 0 ELSE 1 END FROM catalog_state) AS "isTallied",
      (SELECT count(*)
       FROM (SELECT order_no FROM sale UNION ALL SELECT order_no FROM sale_return) AS line
       WHERE NOT EXISTS (SELECT 1 FROM sale_order AS o WHERE o.order_no = line.order_no)) AS "strayLines"`);
  const { strayLines = 0, ...shown } = counts ?? {};
  const lines = strayLines === 0 ? [] : [`${strayLines} order lines or cancellations belong to no order`];
  return { problems: [...items.problems, ...undo, ...lines], notes: items.notes, counts: shown };
}

/** Finds damaged items, items that disagree with their columns, and missing categories. */
async function verifyItems(catalog: Snapshot): Promise<Pick<StoreReport, 'problems' | 'notes'>> {
  const problems: string[] = [];
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
  const notes = [...unknown].map(
    ([category, itemId]) => `note: category ${category} of item ${itemId} is not in the catalogue`,
  );
  return { problems, notes: notes.sort() };
}

function itemIn(row: Readonly<Record<string, unknown>>) {
  try {
    const item = JSON.parse(String(row.data));
    return agreesWithColumns(item, row) ? item : null;
  } catch {
    return null;
  }
}
