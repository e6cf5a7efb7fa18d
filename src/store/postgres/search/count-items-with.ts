import { type SearchTexts, storedTexts } from '../../../search/search-texts.ts';
import { countItemsWith, type TermReach } from '../../../search/term-reach.ts';
import { copyOut } from '../catalog/copy-rows.ts';
import type { Database } from '../database.ts';

/** A million items take half a minute. */
const COUNT_TIMEOUT_MS = 600_000;

/** Counts the items whose texts pass a test, without a replica. Throws StoreUnavailableError. */
export async function countItemsInDatabase(
  database: Database,
  test: (texts: SearchTexts) => boolean,
): Promise<Omit<TermReach, 'searches'>> {
  let [products, ofAll] = [0, 0];
  await database.lend(
    async (client) => {
      const query = `
        SELECT t.texts, CASE WHEN t.texts IS NULL THEN i.fragment END
        FROM catalog.item AS i
        LEFT JOIN catalog.search_text AS t USING (item_id)`;
      for await (const rows of copyOut(client, query, ['text', 'blob'])) {
        const found = countItemsWith(
          test,
          rows.map(([texts, fragment]) => ({ texts: storedTexts(texts, fragment) })),
        );
        products += found.products;
        ofAll += found.ofAll;
      }
    },
    { timeoutMs: COUNT_TIMEOUT_MS, isSnapshot: true },
  );
  return { products, ofAll };
}
