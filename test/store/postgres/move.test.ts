import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createItemOverrides } from '../../../src/catalog/override-store.ts';
import { systemClock } from '../../../src/clock.ts';
import { createCatalogDatabase, type Database } from '../../../src/store/postgres/database.ts';
import { takeLease } from '../../../src/store/postgres/lease.ts';
import { moveIn, moveOut, tableNames } from '../../../src/store/postgres/move.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { dump, fullStore, movedNames, storeFiles, TODAY } from './full-store.ts';

const QUIET = () => {};

postgresSuite('moving a store', () => {
  test('every table of accounts is moved, and every one holds rows in the test', async (t) => {
    const { accounts } = await fullStore(t);
    const own = movedNames(accounts).filter((name) => name !== 'sqlite_sequence');
    assert.deepEqual(tableNames(accounts).sort(), own);
    for (const name of movedNames(accounts))
      assert.notEqual(accounts.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get(), undefined, name);
  });

  test('there and back: every row, number and list is the same, and the source is as it was', async (t) => {
    const source = await fullStore(t);
    const before = dump(source);
    const shared = await postgresDatabase(t);
    const report = await moveIn(shared.open(), source.folder, QUIET);
    assert.equal(report.editions, before.lists.edition?.length);
    assert.ok(report.editions > 0);
    assert.deepEqual(dump(source), before);
    // The next release adds a column, and this one still makes backups.
    await shared.open().query("ALTER TABLE item ADD COLUMN later text NOT NULL DEFAULT ''");
    assert.deepEqual(dump(await movedOut(t, shared.open())), before);
  });

  test('a restored catalogue has a name of its own, and what is added goes back, too', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, source.folder, QUIET, true);
    const catalog = createCatalogDatabase(database);
    const overrides = createItemOverrides({ catalog, clock: systemClock });
    await overrides.decide(new Map([[1001, { withheld: true }]]), { by: 'account:1' });
    const back = await movedOut(t, database);
    const nameOf = (db: DatabaseSync) => db.prepare('SELECT catalogue FROM catalog_state').get()?.catalogue;
    assert.notEqual(nameOf(back.catalog), nameOf(source.catalog));
    const withheld = back.catalog.prepare('SELECT withheld FROM item WHERE item_id = 1001').get();
    assert.equal(withheld?.withheld, 1);
  });

  test('numbers go on, the day keeps its count, and mail waits on', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, (await fullStore(t)).folder, QUIET);
    assert.deepEqual(await database.query('SELECT account_id, day, used FROM meter ORDER BY account_id'), [
      { account_id: 3, day: TODAY, used: 47 },
      { account_id: 8, day: TODAY - 5, used: 1 },
    ]);
    assert.deepEqual(await database.query('SELECT * FROM usage_total'), [
      { account_id: 3, day: TODAY - 1, calls: 4 },
    ]);
    const [account] = await database.query(
      `INSERT INTO account (email, name, tier, role, user_key, created_at_ms)
       VALUES ('n@books.example', '', 'free', 'developer', 'n', 1) RETURNING account_id`,
    );
    assert.deepEqual(account, { account_id: 12 }, 'the number of a closed account is not given again');
    const [audit] = await database.query(
      `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (1, '', '', '', '') RETURNING audit_id`,
    );
    assert.deepEqual(audit, { audit_id: 5 });
    assert.deepEqual(await database.query('SELECT recipient, subject, body FROM mail'), [
      { recipient: 'a@books.example', subject: '메일', body: '본문' },
    ]);
  });

  test('a copy that is interrupted at any step leaves the database empty, and is simply started again', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    const stop = new Error('interrupted');
    let interruptions = 0;
    for (let isWhole = false; !isWhole; ) {
      let steps = 0;
      try {
        await moveIn(database, source.folder, () => {
          if (steps++ === interruptions) throw stop;
        });
        isWhole = true;
      } catch (error) {
        assert.equal(error, stop);
        interruptions += 1;
        assert.equal((await database.query('SELECT FROM search_term_state')).length, 1);
      }
    }
    assert.ok(interruptions > 20, `${interruptions}`);
    assert.deepEqual(dump(await movedOut(t, database)), dump(source));
  });

  test('a database that holds anything, or that somebody works on, is refused and stays as it is', async (t) => {
    const source = await fullStore(t);
    const used = (await postgresDatabase(t)).open();
    await used.query(`INSERT INTO blocked_term VALUES ('a', 'a')`);
    await refused(moveIn(used, source.folder, QUIET), /not empty \(blocked_term/);
    assert.equal((await used.query('SELECT FROM search_term_state')).length, 1);
    const busy = (await postgresDatabase(t)).open();
    assert.notEqual(await takeLease(busy), null);
    await refused(moveIn(busy, source.folder, QUIET), /works on the database/);
    const moved = (await postgresDatabase(t)).open();
    await moveIn(moved, source.folder, QUIET);
    await refused(moveIn(moved, source.folder, QUIET), /not empty \(account/);
  });
});

function refused(move: Promise<unknown>, message: RegExp): Promise<void> {
  return assert.rejects(move, { name: 'StoreRefused', message });
}

async function movedOut(t: TestContext, database: Database) {
  const folder = tempDir(t);
  await moveOut(database, folder, QUIET);
  return storeFiles(t, folder);
}
