import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Publication } from '../../../../src/rankings/ranking-repository.ts';
import type { Edition } from '../../../../src/rankings/ranking-store.ts';
import {
  deleteOldEditionFiles,
  EDITIONS_FOLDER,
  writeEditionFile,
} from '../../../../src/store/files/edition-files.ts';
import { transaction } from '../../../../src/store/sqlite/database.ts';
import { findCountedEdition, publish } from '../../../../src/store/sqlite/rankings/edition-publisher.ts';
import { editionContent, type GivenList } from '../../../rankings/edition-content.ts';

/** Publishes lists made by hand in the way of a ranking run: file, pointer row, old files deleted. */
export function publishLists(
  db: DatabaseSync,
  dataDir: string,
  edition: Edition,
  lists: readonly GivenList[],
): void {
  const directory = join(dataDir, EDITIONS_FOLDER);
  writeEditionFile(directory, editionContent(edition, lists));
  const publication: Publication = {
    editions: [{ ...edition, ledgerRevision: 1 }],
    tally: {
      itemIds: new Float64Array(0),
      salePoints: new Float64Array(0),
      untilDay: edition.untilDay,
      ledgerRevision: 1,
    },
    run: {
      kind: 'tally',
      cause: 'command',
      outcome: 'published',
      startedAtMs: edition.publishedAtMs,
      elapsedMs: 1,
      untilDay: edition.untilDay,
      months: 1,
      editions: 1,
    },
    publishedAtMs: edition.publishedAtMs,
    catalogRevision: 1,
  };
  transaction(db, () => publish(db, publication));
  deleteOldEditionFiles(directory, (kind, period) => findCountedEdition(db, kind, period)?.version ?? 0);
}
