import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { Revision } from '../../catalog/revision.ts';
import { readSafely } from './file-faults.ts';
import type { TurnReader } from './turn-reader.ts';

/**
 * The revision of what readers of two files see: `db` is the connection of the catalogue's reader, `publications` is how often the
 * lists changed, if they are read. The number is this process's own. As a turn sees one state of each file, the current one is the
 * latest.
 */
export function createFileRevision(
  db: DatabaseSync,
  { version }: Pick<TurnReader, 'version'>,
  publications: () => number = () => 0,
): Revision {
  const select = db.prepare('SELECT revision FROM catalog_state');
  const revisionAt = memoizeLast((_version: unknown) => Number(select.get()?.revision));
  const current = () => readSafely(() => revisionAt(version()) + publications());
  return { current, latest: async () => current() };
}
