import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { Revision } from '../../catalog/revision.ts';
import { readSafely } from './file-faults.ts';
import type { TickReader } from './tick-reader.ts';

/**
 * The revision of what readers of catalogue and lists see, numbered by this process. `db` reads the catalogue, `publications`
 * counts changes of the lists. `current` equals `latest`, because a tick has one snapshot.
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
