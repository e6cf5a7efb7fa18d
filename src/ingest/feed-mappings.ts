import { findsRow, type SqlOptions } from '../sql-database.ts';

/** A mapping stored by operators for further files of its kind. */
export interface KeptMapping {
  readonly name: string;
  /** JSON as in docs/feeds.md#mappings, checked before it was stored. */
  readonly mapping: string;
  readonly keptAtMs: number;
}

export type FeedMappings = ReturnType<typeof createFeedMappings>;

/** Stored mappings by name, for all ways of importing (docs/feeds.md#mappings). */
export function createFeedMappings({ database, clock }: SqlOptions) {
  return {
    /** The most recently stored or used first. */
    list: (): Promise<readonly KeptMapping[]> =>
      database.query<KeptMapping>(
        'SELECT name, mapping, kept_at_ms AS "keptAtMs" FROM feed_mapping ORDER BY kept_at_ms DESC, name',
      ),
    async find(name: string): Promise<string | null> {
      const [row] = await database.query<{ mapping: string }>(
        'SELECT mapping FROM feed_mapping WHERE name = $1',
        [name],
      );
      return row?.mapping ?? null;
    },
    /** Stores a mapping, replacing one of the same name. The caller has checked both. */
    async keep(name: string, mapping: string): Promise<void> {
      await database.query(
        `INSERT INTO feed_mapping (name, mapping, kept_at_ms)
         VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping, kept_at_ms = excluded.kept_at_ms`,
        [name, mapping, clock.nowMs()],
      );
    },
    remove: (name: string): Promise<boolean> =>
      findsRow(database, 'DELETE FROM feed_mapping WHERE name = $1 RETURNING name', [name]),
  };
}

/** Names are used in URLs and lists. */
export const MAPPING_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** Maximum length of a mapping: room for some ten thousand codes. */
export const MAPPING_CHARS_MAX = 1024 * 1024;
