import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Edition } from '../../../../src/rankings/ranking-store.ts';
import { EDITIONS_FOLDER, writeEditionFile } from '../../../../src/store/files/edition-files.ts';
import { transaction } from '../../../../src/store/sqlite/database.ts';
import { deleteOldEditions, publish } from '../../../../src/store/sqlite/rankings/edition-publisher.ts';
import { editionContent, type GivenList, publicationOf } from '../../../rankings/edition-content.ts';

/** Publishes lists made by hand in the way of a ranking run: file, pointer row, old files deleted. */
export function publishLists(
  db: DatabaseSync,
  dataDir: string,
  edition: Edition,
  lists: readonly GivenList[],
): void {
  const directory = join(dataDir, EDITIONS_FOLDER);
  writeEditionFile(directory, editionContent(edition, lists));
  transaction(db, () => publish(db, publicationOf(edition)));
  deleteOldEditions(db, directory);
}
