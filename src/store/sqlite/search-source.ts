import type { DatabaseSync } from 'node:sqlite';
import { CATALOGS, type Deal } from '../../catalog/item.ts';
import { docFigures } from '../../search/engine/doc-figures.ts';
import type { ItemChange } from '../../search/engine/index-state.ts';
import { searchDocument } from '../../search/search-document.ts';
import { decodeTexts, textsOfFragment } from '../../search/search-texts.ts';

/** A change, and the number under which the catalogue knows it. */
export interface NumberedChange extends ItemChange {
  readonly changeNo: number;
}

/** What the catalogue tells the search. Calls that belong together are made in one read transaction. */
export interface SearchSource {
  /** Names the catalogue: no other has the same. */
  readCatalogue(): string;
  /** The number of the last change, 0 when there was none. */
  readLastChange(): number;
  /**
   * Items that changed after `after`, in the order of their last changes. Words that have not changed since
   * `textAfter` are left out.
   */
  listChanges(after: number, textAfter: number, limit: number): NumberedChange[];
  /** Every item that changed after `after`, in the order of their numbers. */
  eachChangedItem(after: number): Iterable<NumberedChange>;
  /** Items that a number names, by item number or ISBN. Empty ISBNs name none. */
  findNamed(itemId: number | null, isbn13: string, isbn10: string): number[];
}

const CHANGE = `
  SELECT
    s.item_id,
    s.change_no,
    i.catalog,
    i.publish_day,
    i.registered_at_ms,
    i.shop_price,
    i.sale_price,
    i.deal_price,
    i.deal_from,
    i.deal_until,
    i.item_status,
    i.withheld,
    coalesce(p.sale_point, 0),
    s.text_no > ?1,
    CASE WHEN s.text_no > ?1 THEN s.texts END,
    CASE WHEN s.text_no > ?1 AND s.texts IS NULL THEN i.fragment END
  FROM search_item AS s
  LEFT JOIN item AS i USING (item_id)
  LEFT JOIN item_sale_point AS p USING (item_id)`;

export function createSearchSource(db: DatabaseSync): SearchSource {
  const catalogue = db.prepare('SELECT catalogue FROM search_state WHERE id = 1');
  const lastChange = db.prepare('SELECT coalesce(max(change_no), 0) AS change_no FROM search_item');
  const byChange = db.prepare(`${CHANGE} WHERE s.change_no > ?2 ORDER BY s.change_no LIMIT ?3`);
  // Most rows changed or all did: in the order in which they lie. The sign keeps the index out of it.
  const byItem = db.prepare(`${CHANGE} WHERE +s.change_no > ?1 ORDER BY s.item_id`);
  const named = db.prepare(`
    SELECT item_id FROM item WHERE item_id = ?1
    UNION SELECT item_id FROM item WHERE isbn13 = ?2 AND isbn13 <> ''
    UNION SELECT item_id FROM item WHERE isbn10 = ?3 AND isbn10 <> ''`);
  for (const statement of [byChange, byItem]) statement.setReturnArrays(true);
  return {
    readCatalogue: () => String(catalogue.get()?.catalogue),
    readLastChange: () => Number(lastChange.get()?.change_no),
    listChanges: (after, textAfter, limit) => byChange.all(textAfter, after, limit).map(changeOf),
    *eachChangedItem(after) {
      for (const row of byItem.iterate(after)) yield changeOf(row);
    },
    findNamed: (itemId, isbn13, isbn10) =>
      named.all(itemId, isbn13, isbn10).map((row) => Number(row.item_id)),
  };
}

/** Rows come as arrays, in the order of the columns. */
function changeOf(row: unknown): NumberedChange {
  if (!Array.isArray(row)) throw new Error('a row of changes is not an array');
  const [itemId, changeNo, catalog, publishDay, registeredAtMs, shopPrice, salePrice]: unknown[] = row;
  const [dealPrice, dealFrom, dealUntil, itemStatus, withheld, salePoint]: unknown[] = row.slice(7);
  const [isTextNew, texts, fragment]: unknown[] = row.slice(13);
  const known = CATALOGS[Number(catalog)];
  if (catalog === null || known === undefined) {
    return { itemId: Number(itemId), changeNo: Number(changeNo), figures: null, document: null };
  }
  const figures = docFigures({
    catalog: known,
    publishDay: publishDay === null ? null : Number(publishDay),
    registeredAtMs: Number(registeredAtMs),
    salePoint: Number(salePoint),
    shopPrice: Number(shopPrice),
    salePrice: Number(salePrice),
    deal: dealOf(dealPrice, dealFrom, dealUntil),
    itemStatus: String(itemStatus),
    withheld: withheld === 1,
  });
  const document =
    isTextNew === 1
      ? searchDocument(
          fragment instanceof Uint8Array
            ? textsOfFragment(Buffer.from(fragment))
            : decodeTexts(String(texts)),
        )
      : null;
  return { itemId: Number(itemId), changeNo: Number(changeNo), figures, document };
}

function dealOf(salePrice: unknown, from: unknown, until: unknown): Deal | null {
  return salePrice === null
    ? null
    : { salePrice: Number(salePrice), from: Number(from), until: Number(until) };
}
