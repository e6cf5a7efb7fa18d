import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { moveRevision } from '../../src/catalog/revision.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/feed-store-contract.ts';
import { BUYER_KEY } from '../rankings/ranking-world.ts';
import { onBothCatalogues } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';

onBothCatalogues('a catalogue that was set back', (adapter, newCatalogue) => {
  test(`${adapter}: the revision of a lost commit is not given again`, async (t) => {
    const { catalog } = await newCatalogue(t);
    const move = () => catalog.transaction(moveRevision);
    const { before, now: lost } = await move();
    await catalog.transaction(({ query }) => query('UPDATE catalog_state SET revision = $1', [before]));
    assert.notEqual((await move()).now, lost);
  });

  test(`${adapter}: what was read of lost changes is read anew, and only their cursors end`, async (t) => {
    const { catalog: database } = await newCatalogue(t);
    const clock = fixedClock('2026-11-21T12:00:00+09:00');
    let number = 0;
    const revision = { current: () => number, latest: async () => number };
    const catalog = createCatalogStore(database, revision);
    const feeds = createFeedStore({ catalog: database, clock, buyerKey: BUYER_KEY });
    const hidden = async () => {
      number += 1;
      const leftOut = await catalog.leftOut();
      return [1, 2].filter(leftOut.has);
    };
    await take(feeds, [record(anItem(1)), record(anItem(2))]);
    const { last: kept } = await catalog.listChanges(null, 10);
    await createItemOverrides({ catalog: database, clock }).decide(new Map([[1, { withheld: true }]]), {
      by: 'account:1',
    });
    const { last: lost } = await catalog.listChanges(kept, 10);
    assert.deepEqual(await hidden(), [1]);
    // As a backup of before has it, to which another decision was added since: the same numbers, of another commit.
    await database.transaction(async ({ query }) => {
      await query('UPDATE change_token SET token = token + 1 WHERE last_no = $1', [lost.no]);
      await query('UPDATE item SET withheld = 2 - item_id');
    });
    assert.deepEqual(await hidden(), [1]);
    await database.transaction(async ({ query }) => {
      await query('UPDATE change_token SET token = token + 1 WHERE last_no = $1', [lost.no]);
      await query('UPDATE item SET withheld = 0');
    });
    assert.deepEqual(await hidden(), []);
    assert.equal((await catalog.listChanges(lost, 10)).isUnknown, true);
    const { isUnknown, items } = await catalog.listChanges(kept, 10);
    assert.deepEqual([isUnknown, items], [false, [{ itemId: 1, isVisible: true }]]);
  });
});
