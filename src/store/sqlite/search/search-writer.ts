import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import { encodeTexts, textsOf } from '../../../search/search-texts.ts';
import { ROWS_A_STATEMENT } from '../rankings/ledger-statements.ts';

/** The words of an item, encoded by `encodeTexts`. */
export interface ItemTexts {
  readonly itemId: number;
  readonly texts: string;
}

/** Passes the words of items to search, inside the transaction of whoever writes the items. */
export function createSearchWriter(db: DatabaseSync) {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const [putManyTexts, putText] = [ROWS_A_STATEMENT, 1].map((count) => db.prepare(putTexts(count)));
  const [recordMany, recordOne] = [ROWS_A_STATEMENT, 1].map((count) => db.prepare(recordChanges(count)));
  const restoreAll = (all: readonly ItemTexts[]) => {
    if (all.length === 0) return;
    const changedIds = inRows(all).flatMap((some) => {
      const statement = some.length === 1 ? putText : putManyTexts;
      const values = some.flatMap(({ itemId, texts }) => [itemId, texts]);
      return statement?.all(...values).map((row) => Number(row.item_id)) ?? [];
    });
    let changeNo = Number(highest.get()?.change_no ?? 0);
    for (const some of inRows(changedIds)) {
      const statement = some.length === 1 ? recordOne : recordMany;
      statement?.run(...some.flatMap((itemId) => [itemId, ++changeNo, changeNo]));
    }
  };
  return {
    /**
     * Call it with every item that is added or changed, after it is written and before any of them is removed. Items
     * with unchanged words are left alone. Triggers notice changes of figures and removals.
     */
    putAll: (items: readonly Item[]) =>
      restoreAll(items.map((item) => ({ itemId: item.itemId, texts: encodeTexts(textsOf(item)) }))),
    /** As `putAll`, of texts that were encoded before. */
    restoreAll,
  };
}

/** The searchable texts of an item as they are stored, or null. */
export function createTextsReader(db: DatabaseSync): (itemId: number) => string | null {
  const findTexts = db.prepare('SELECT texts FROM search_text WHERE item_id = ?');
  findTexts.setReturnArrays(true);
  return (itemId) => {
    const row: unknown = findTexts.get(itemId);
    return Array.isArray(row) ? String(row[0]) : null;
  };
}

/** Rows per statement: ROWS_A_STATEMENT, or one. */
function inRows<One>(all: readonly One[]): readonly (readonly One[])[] {
  const rest = all.length % ROWS_A_STATEMENT;
  const many = Array.from({ length: (all.length - rest) / ROWS_A_STATEMENT }, (_, at) =>
    all.slice(at * ROWS_A_STATEMENT, (at + 1) * ROWS_A_STATEMENT),
  );
  return [...many, ...all.slice(all.length - rest).map((one) => [one])];
}

function putTexts(count: number): string {
  return `
    INSERT INTO search_text (item_id, texts)
    VALUES ${rowsOf('(?, ?)', count)}
    ON CONFLICT (item_id) DO UPDATE SET texts = excluded.texts
    WHERE texts <> excluded.texts
    RETURNING item_id`;
}

function recordChanges(count: number): string {
  return `
    INSERT INTO search_item (item_id, change_no, text_no)
    VALUES ${rowsOf('(?, ?, ?)', count)}
    ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, text_no = excluded.text_no`;
}

function rowsOf(row: string, count: number): string {
  return Array.from({ length: count }, () => row).join(', ');
}
