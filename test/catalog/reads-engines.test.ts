import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { markOf, type Revision } from '../../src/catalog/revision.ts';
import { kstDayOf } from '../../src/clock.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { createCatalogDatabase as postgresCatalog } from '../../src/store/postgres/database.ts';
import { tableNames } from '../../src/store/postgres/move.ts';
import { createCatalogDatabase as sqliteCatalog } from '../../src/store/sqlite/databases.ts';
import { replaceTables } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { book, smallShop } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';

postgresSuite('reading on PostgreSQL', () => {
  test('operators read of PostgreSQL what they read of files, and decide as there; so do long lists', async (t) => {
    const app = await rankedApp(t, [...smallShop, ...manyItems]);
    const by = 'account:1';
    await app.itemOverrides.decide(new Map([[1002, { withheld: true }]]), { by, reason: '리콜' });
    const change = { title: '고친 100%_제목!', deal: { from: 1, until: 90_000, salePrice: 5 } };
    await app.itemOverrides.decide(new Map([[1003, change]]), { by });
    await app.feed([{ kind: 'remove', itemId: 5001 }]);
    const database = postgresCatalog((await postgresDatabase(t)).open());
    using catalog = new DatabaseSync(`${app.config.dataDir}/catalog.db`);
    using lists = new DatabaseSync(`${app.config.dataDir}/lists.db`);
    // Nothing can be deleted from the audit log.
    const tablesOf = (db: DatabaseSync) => tableNames(db).filter((name) => !name.endsWith('_audit'));
    for (const db of [catalog, lists]) await replaceTables(db, database, tablesOf(db));
    const inFiles = await everything(sqliteCatalog(catalog), sqliteCatalog(lists), app.clock.nowMs());
    assert.ok(inFiles.pages[0]?.itemIds.length && inFiles.overrides.some(({ totalCount }) => totalCount > 0));
    assert.deepEqual(await everything(database, database, app.clock.nowMs()), inFiles);
  });
});

/** Enough for lists of several chunks. */
const manyItems = Array.from({ length: 300 }, (_, at) =>
  book(5000 + at, `책 ${at}`, { categoryIds: ['001'] }),
);

/** What the acceptance suite, which several instances on PostgreSQL pass, doesn't ask for. */
async function everything(catalogue: SqlDatabase, lists: SqlDatabase, nowMs: number) {
  const revision: Revision = { current: () => 1, latest: async () => 1 };
  const catalog = createCatalogStore(catalogue, revision);
  const rankings = createRankingStore({ lists, catalog: catalogue, revision });
  const clock = fixedClock('2026-11-22T12:00:00+09:00');
  const overrides = createItemOverrides({ catalog: catalogue, clock });
  const admin = createRankingAdmin(catalogue, rankings);
  const numbers = [1001, 1002, 1003, 1, 5000, 5001, 5002, 5299];
  const hidden = await catalog.leftOut();
  const deals = await catalog.leftOut(kstDayOf(nowMs));
  const newest = await rankings.findLatestEdition('newProduct');
  const monthly = await rankings.findLatestEdition('monthly');
  const cell = { categoryId: '001', sex: 'A', age: 255 } as const;
  assert.ok(newest !== null);
  const page = (offset: number, count = 20) => rankings.readList(newest, cell, hidden, offset, count);
  return {
    hidden: numbers.map(hidden.has),
    deals: numbers.map(deals.has),
    changes: await catalog.listChanges(await markOf(catalogue, 0), 7),
    now: await catalog.listChanges(null, 7),
    count: await catalog.countItems(),
    periods: await rankings.findPeriods('daily'),
    pages: [await page(0, 1_000), ...(await Promise.all([0, 250, 299, 9_999].map((from) => page(from))))],
    isThinnedOut: monthly && (await rankings.isThinnedOut(monthly, { ...cell, sex: 'F', age: 30 })),
    overrides: await Promise.all(
      (['withheld', 'attention', 'deal', 'data'] as const).map((field) =>
        overrides.list({ field, fromDay: 20_000, offset: 0, limit: 5 }),
      ),
    ),
    withheld: await Promise.all(
      ['', '100%_', '9788936434120'].map((text) => overrides.findWithheld(text, 9)),
    ),
    decisions: [await overrides.findDecisions([1, 2, 3]), await overrides.findDecisions([1, 2], 1002)],
    progress: await admin.progress(),
    runs: (await admin.listRuns('tally', 3)).map((run) => [run.outcome, run.months, run.editions]),
    hasSegments: Boolean(await admin.hasSegments()),
    // Last, as it changes what is read.
    passed: await overrides.endPassed(95_000),
    taken: await overrides.takeBack(1, 'account:1'),
    after: await overrides.list({ field: 'deal', fromDay: 0, offset: 0, limit: 5 }),
    again: await overrides.find(1002),
  };
}
