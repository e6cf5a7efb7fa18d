import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { Revision } from '../../catalog/revision.ts';
import { readSafely } from './file-faults.ts';
import type { TickReader } from './tick-reader.ts';

/**
 * The revision of what readers of the catalogue and lists files see: `db` is the catalogue's connection, `publications` counts
 * changes of the lists. Each process has its own numbering. Within a tick the files' snapshots don't change, so `current` and
 * `latest` are equal.
 */
export function createFileRevision(
  db: DatabaseSync,
  { version }: Pick<TickReader, 'version'>,
  publications: () => number = () => 0,
): Revision {
  const select = db.prepare('SELECT revision FROM catalog_state');
  const revisionAt = memoizeLast((_version: unknown) => Number(select.get()?.revision));
  const current = () => readSafely(() => revisionAt(version()) + publications());
  return { current, latest: async () => current() };
}
