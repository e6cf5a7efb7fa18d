import { insertAuditLine } from '../base/audit-line.ts';
import { findsRow, type SqlOptions, type Writer } from '../sql-database.ts';

export interface KeptMapping {
  readonly name: string;
  readonly mapping: string;
  readonly keptAtMs: number;
}

export type FeedMappings = ReturnType<typeof createFeedMappings>;

/** Stored mappings by name, for all ways of importing (docs/feeds.md#mappings). */
export function createFeedMappings({ database, clock }: SqlOptions) {
  const tell = (sql: Writer, actor: string, action: string, name: string) =>
    insertAuditLine(sql, 'audit', { atMs: clock.nowMs(), actor, action, target: 'feed', detail: { name } });
  return {
    /** The last stored first. */
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
    /** Replaces a mapping of the same name. The caller has checked both. `by` is for the audit log. */
    keep: (name: string, mapping: string, by: string): Promise<void> =>
      database.transaction(async (sql) => {
        const same = 'SELECT name FROM feed_mapping WHERE name = $1 AND mapping = $2';
        const isNew = !(await findsRow(sql, same, [name, mapping]));
        await sql.query(
          `INSERT INTO feed_mapping (name, mapping, kept_at_ms)
           VALUES ($1, $2, $3)
           ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping, kept_at_ms = excluded.kept_at_ms`,
          [name, mapping, clock.nowMs()],
        );
        if (isNew) await tell(sql, by, 'feed.mapping-kept', name);
      }),
    remove: (name: string, by: string): Promise<boolean> =>
      database.transaction(async (sql) => {
        const removed = 'DELETE FROM feed_mapping WHERE name = $1 RETURNING name';
        if (!(await findsRow(sql, removed, [name]))) return false;
        await tell(sql, by, 'feed.mapping-removed', name);
        return true;
      }),
  };
}

/** For regular expressions, and for the attribute `pattern` of HTML controls. */
export const MAPPING_NAME_FORM = '[\\p{L}\\p{N}][\\p{L}\\p{N} ._\\-]{0,99}';
export const MAPPING_NAME = new RegExp(`^${MAPPING_NAME_FORM}$`, 'u');

/** Room for some ten thousand codes. */
export const MAPPING_CHARS_MAX = 1024 * 1024;
