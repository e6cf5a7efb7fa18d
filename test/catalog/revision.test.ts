import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { inOneRevision, moveRevision, perRevision, type Revision } from '../../src/catalog/revision.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/take-feed.ts';
import { BUYER_KEY } from '../rankings/ranking-world.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';

/** A revision that a test moves. */
function revisionFrom(number: number) {
  const revision = { number, current: () => revision.number, latest: async () => revision.number };
  return revision satisfies Revision & { number: number };
}

test('a value is made once for each revision and key, and a failure is not kept', async () => {
  const revision = revisionFrom(1);
  const made: string[] = [];
  const find = perRevision(revision, async (key: string) => {
    made.push(`${revision.number}${key}`);
    if (key === 'broken') throw new Error('broken');
    return made.length;
  });
  assert.deepEqual(await Promise.all([find('a'), find('a'), find('b'), find('b')]), [1, 1, 2, 2]);
  revision.number = 2;
  assert.equal(await find('b'), 3);
  for (let times = 0; times < 2; times++) await assert.rejects(find('broken'), /broken/);
  assert.deepEqual(made, ['1a', '1b', '2b', '2broken', '2broken']);
});

for (const [what, moves, fails, outcome, readings] of [
  ['stay as they are', [], [], 1, 1],
  ['move once', [1], [], 2, 2],
  ['move under an error', [1], [1], 2, 2],
  ['stay as they are under an error', [], [1], 'gone', 1],
  ['cannot be read', [1], [1], StoreUnavailableError, 1],
  ['move three times', [1, 2, 3], [2], 4, 4],
  ['move each time', [1, 2, 3, 4], [], StoreUnavailableError, 4],
] as const)
  test(`work on data that ${what}: ${typeof outcome === 'number' ? 'what it made last counts' : 'it fails'}`, async () => {
    const revision = revisionFrom(7);
    let reading = 0;
    const work = inOneRevision(revision, async () => {
      reading += 1;
      if (moves.some((one) => one === reading)) revision.number += 1;
      const Failure = outcome === StoreUnavailableError ? StoreUnavailableError : Error;
      if (fails.some((one) => one === reading)) throw new Failure('gone');
      return reading;
    });
    if (typeof outcome === 'number') assert.equal(await work, outcome);
    else await assert.rejects(work, outcome === 'gone' ? /gone/ : outcome);
    assert.equal(reading, readings);
  });

onBothDatabases('a catalogue that was set back', (adapter, newDatabase) => {
  test(`${adapter}: the revision of a lost commit is not given again`, async (t) => {
    const { catalog } = await newDatabase(t);
    const move = () => catalog.transaction(moveRevision);
    const { before, now: lost } = await move();
    await catalog.transaction(({ query }) => query('UPDATE catalog_state SET revision = $1', [before]));
    assert.notEqual((await move()).now, lost);
  });

  test(`${adapter}: what was read of lost changes is read anew, and only their cursors end`, async (t) => {
    const { catalog: database } = await newDatabase(t);
    const clock = fixedClock('2026-11-21T12:00:00+09:00');
    const revision = revisionFrom(0);
    const catalog = createCatalogStore(database, revision);
    const feeds = createFeedStore({ catalog: database, clock, buyerKey: BUYER_KEY });
    const hidden = async () => {
      revision.number += 1;
      const leftOut = await catalog.leftOut();
      return [1, 2].filter(leftOut.has);
    };
    await take(feeds, [record(anItem(1)), record(anItem(2))]);
    const { last: kept } = await catalog.listChanges(null, 10);
    const overrides = createItemOverrides({ catalog: database, clock });
    await overrides.decide(new Map([[1, { withheld: true }]]), { by: 'account:1' });
    const { last: lost } = await catalog.listChanges(kept, 10);
    assert.deepEqual(await hidden(), [1]);
    // As a backup of before has it, to which another decision was added since: the same numbers, of another commit.
    for (const [withheld, items] of [
      ['2 - item_id', [1]],
      ['0', []],
    ] as const) {
      await database.transaction(async ({ query }) => {
        await query('UPDATE change_token SET token = token + 1 WHERE last_no = $1', [lost.no]);
        await query(`UPDATE item SET withheld = ${withheld}`);
      });
      assert.deepEqual(await hidden(), items);
    }
    assert.equal((await catalog.listChanges(lost, 10)).isUnknown, true);
    const { isUnknown, items } = await catalog.listChanges(kept, 10);
    assert.deepEqual([isUnknown, items], [false, [{ itemId: 1, isVisible: true }]]);
  });
});
