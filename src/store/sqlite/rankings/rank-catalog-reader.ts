import type { DatabaseSync } from 'node:sqlite';
import { type RankCatalog, RankCatalogBuilder } from '../../../rankings/rank-catalog.ts';

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
  // An aggregate function, because rows made into objects take several times as long.
  db.aggregate('pack_item', {
    start: 0,
    step(count, itemId, isbn13, publishDay, withheld, categoryIds) {
      const day = publishDay === null ? Number.NaN : Number(publishDay);
      builder.add(Number(itemId), Number(isbn13), day, withheld === 1, setOf(categoryIds));
      return count;
    },
    result: (count) => count,
  });
  db.prepare(`
    SELECT pack_item(item_id, isbn13, publish_day, withheld, category_ids) AS item_count
    FROM item INDEXED BY item_rank`).get();
  return builder.build();
}
