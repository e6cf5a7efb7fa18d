import type { DatabaseSync } from 'node:sqlite';
import { type RankCatalog, RankCatalogBuilder } from '../../../rankings/rank-catalog.ts';
import { rowsOf, SELECT_CATEGORIES } from '../rows.ts';
import { visitItems } from '../visit-items.ts';

/** Reads the catalogue for the rankings. */
export function readRankCatalog(db: DatabaseSync): RankCatalog {
  const builder = new RankCatalogBuilder(rowsOf(db.prepare(SELECT_CATEGORIES)));
  // Many items share a list of categories; each list is parsed once.
  const sets = new Map<unknown, number>();
  const setOf = (json: unknown): number => {
    const known = sets.get(json);
    if (known !== undefined) return known;
    const set = builder.addCategories(JSON.parse(String(json)));
    sets.set(json, set);
    return set;
  };
  const columns = ['isbn13', 'publish_day', 'withheld', 'category_ids'];
  visitItems(
    db,
    { from: 'item INDEXED BY item_rank', columns },
    (itemId, isbn13, publishDay, withheld, categoryIds) => {
      const day = publishDay === null ? Number.NaN : Number(publishDay);
      builder.add(itemId, Number(isbn13), day, withheld === 1, setOf(categoryIds));
    },
  );
  return builder.build();
}
