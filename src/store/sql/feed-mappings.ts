import type { FeedMappings, KeptMapping } from '../../ingest/feed-mappings.ts';
import { findsRow, type SqlOptions } from '../../sql-database.ts';

export function createFeedMappings({ database, clock }: SqlOptions): FeedMappings {
  return {
    list: () =>
      database.query<KeptMapping>(
        'SELECT name, mapping, kept_at_ms AS "keptAtMs" FROM feed_mapping ORDER BY kept_at_ms DESC, name',
      ),
    async find(name) {
      const [row] = await database.query<{ mapping: string }>(
        'SELECT mapping FROM feed_mapping WHERE name = $1',
        [name],
      );
      return row?.mapping ?? null;
    },
    async keep(name, mapping) {
      await database.query(
        `INSERT INTO feed_mapping (name, mapping, kept_at_ms)
         VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping, kept_at_ms = excluded.kept_at_ms`,
        [name, mapping, clock.nowMs()],
      );
    },
    remove: (name) => findsRow(database, 'DELETE FROM feed_mapping WHERE name = $1 RETURNING name', [name]),
  };
}
