import { findsRow, type SqlOptions } from '../sql-database.ts';

/** A mapping that operators kept for the next file of its kind. */
export interface KeptMapping {
  readonly name: string;
  /** JSON as in docs/feeds.md#mappings. It was checked when it was kept. */
  readonly mapping: string;
  readonly keptAtMs: number;
}

export type FeedMappings = ReturnType<typeof createFeedMappings>;

/** Mappings by name, for every way in which files arrive (docs/feeds.md#mappings). */
export function createFeedMappings({ database, clock }: SqlOptions) {
  return {
    /** The one that was kept or used last comes first. */
    list: (): Promise<readonly KeptMapping[]> =>
      database.query<KeptMapping>(
        'SELECT name, mapping, kept_at_ms AS "keptAtMs" FROM feed_mapping ORDER BY kept_at_ms DESC, name',
      ),
    /** The JSON of a mapping, or null. */
    async find(name: string): Promise<string | null> {
      const [row] = await database.query<{ mapping: string }>(
        'SELECT mapping FROM feed_mapping WHERE name = $1',
        [name],
      );
      return row?.mapping ?? null;
    },
    /** Keeps a mapping in place of one of the same name. The caller has checked name and mapping. */
    async keep(name: string, mapping: string): Promise<void> {
      await database.query(
        `INSERT INTO feed_mapping (name, mapping, kept_at_ms)
         VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping, kept_at_ms = excluded.kept_at_ms`,
        [name, mapping, clock.nowMs()],
      );
    },
    /** False when there is none of this name. */
    remove: (name: string): Promise<boolean> =>
      findsRow(database, 'DELETE FROM feed_mapping WHERE name = $1 RETURNING name', [name]),
  };
}

/** Names go into addresses and lists. */
export const MAPPING_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** Characters of a mapping: room for some ten thousand codes. */
export const MAPPING_CHARS_MAX = 1024 * 1024;
