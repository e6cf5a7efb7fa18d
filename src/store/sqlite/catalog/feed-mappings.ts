import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { FeedMappings } from '../../../ingest/feed-mappings.ts';
import { writeWhenFree } from '../write-when-free.ts';

/** Mappings in the accounts file, which imports never lock. */
export function createSqliteFeedMappings({
  db,
  clock,
}: {
  readonly db: DatabaseSync;
  readonly clock: Clock;
}): FeedMappings {
  const list = db.prepare(
    'SELECT name, mapping, kept_at_ms FROM feed_mapping ORDER BY kept_at_ms DESC, name',
  );
  const find = db.prepare('SELECT mapping FROM feed_mapping WHERE name = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO feed_mapping (name, mapping, kept_at_ms) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM feed_mapping WHERE name = ?');
  return {
    list: async () =>
      list.all().map((row) => ({
        name: String(row.name),
        mapping: String(row.mapping),
        keptAtMs: Number(row.kept_at_ms),
      })),
    async find(name) {
      const mapping = find.get(name)?.mapping;
      return typeof mapping === 'string' ? mapping : null;
    },
    async keep(name, mapping) {
      await writeWhenFree(db, () => keep.run(name, mapping, clock.nowMs()));
    },
    remove: (name) => writeWhenFree(db, () => remove.run(name).changes === 1),
  };
}
