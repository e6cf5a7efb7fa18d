import type { DatabaseSync } from 'node:sqlite';
import { type RankCatalog, RankCatalogBuilder } from '../../../rankings/rank-catalog.ts';
import { visitItems } from '../visit-items.ts';

/** Reads the catalogue for the rankings. */
export function readRankCatalog(db: DatabaseSync): RankCatalog {
  const categories = db
    .prepare('SELECT category_id, category_name, parent_id FROM category ORDER BY category_id')
    .all()
    .map((row) => ({
      categoryId: String(row.category_id),
      categoryName: String(row.category_name),
      parentId: row.parent_id === null ? null : String(row.parent_id),
    }));
  const builder = new RankCatalogBuilder(categories);
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
