import assert from 'node:assert/strict';
import type { Edition } from '../../../../src/rankings/ranking-store.ts';
import { createSqliteRankingRepository } from '../../../../src/store/sqlite/rankings/ranking-repository.ts';
import { editionContent, type GivenList, publicationOf } from '../../../rankings/edition-content.ts';

/** Publishes lists made by hand as a ranking run does. */
export async function publishLists(
  dataDir: string,
  edition: Edition,
  lists: readonly GivenList[],
): Promise<void> {
  const session = await createSqliteRankingRepository(dataDir).open({ waitMs: 10_000, isChecked: false });
  assert.ok(session !== null);
  session.writeEdition(editionContent(edition, lists));
  await session.publish(publicationOf(edition));
  await session.close();
}
