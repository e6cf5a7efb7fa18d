import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../catalog/item.ts';
import { encodeTexts, textsOf } from '../../search/search-texts.ts';
import { ROWS_A_STATEMENT } from './ledger-statements.ts';

/** Tells the search what items say, inside the transaction of whoever writes them. */
export interface SearchWriter {
  /**
   * Call it with every item that is added or changed, after it is written and before any of them is removed; nothing
   * happens to one whose words are what they were. Changes of figures and removals are noticed by triggers.
   */
  putAll(items: readonly Item[]): void;
}

/** Writes over the connection that holds the catalogue's transaction. */
export function createSearchWriter(db: DatabaseSync): SearchWriter {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const putOne = db.prepare(putRows(1));
  const putMany = db.prepare(putRows(ROWS_A_STATEMENT));
  return {
    putAll(items) {
      if (items.length === 0) return;
      let changeNo = Number(highest.get()?.change_no ?? 0);
      for (let from = 0; from < items.length; ) {
        const isMany = items.length - from >= ROWS_A_STATEMENT;
        const until = from + (isMany ? ROWS_A_STATEMENT : 1);
        const values: (number | string)[] = [];
        for (const item of items.slice(from, until)) {
          changeNo++;
          values.push(item.itemId, changeNo, changeNo, encodeTexts(textsOf(item)));
        }
        (isMany ? putMany : putOne).run(...values);
        from = until;
      }
    },
  };
}

function putRows(count: number): string {
  return `
    INSERT INTO search_item (item_id, change_no, text_no, texts)
    VALUES ${Array.from({ length: count }, () => '(?, ?, ?, ?)').join(', ')}
    ON CONFLICT (item_id) DO UPDATE
    SET change_no = excluded.change_no, text_no = excluded.text_no, texts = excluded.texts
    WHERE texts IS NOT excluded.texts`;
}
