import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Database } from '../../../src/store/postgres/database.ts';
import { NOWHERE } from '../../../src/store/postgres/log/head.ts';
import { takeLease } from '../../../src/store/postgres/log/lease.ts';
import { movedTables, moveIn, moveOut } from '../../../src/store/postgres/move.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { dump, fullStore, movedNames, storeFiles, TODAY } from './full-store.ts';
import { replicaOf, rowsOf } from './log/replica-fixture.ts';

const QUIET = () => {};

postgresSuite('moving a store', () => {
  test('every table of accounts is moved, and every one holds rows in the test', async (t) => {
    const { accounts } = await fullStore(t);
    const own = movedNames(accounts).filter((name) => name !== 'sqlite_sequence');
    assert.deepEqual(movedTables(accounts).sort(), own);
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
    assert.deepEqual(dump(await movedOut(t, shared.open())), before);
  });

  test('an instance takes what was moved in, and what it adds goes back, too', async (t) => {
    const shared = await postgresDatabase(t);
    const early = await replicaOf(t, shared);
    await moveIn(shared.open(), (await fullStore(t)).folder, QUIET);
    const instance = await replicaOf(t, shared);
    await instance.overrides.decide(new Map([[1001, { withheld: true }]]));
    await early.follow();
    assert.deepEqual(early.rows(), instance.rows());
    const { catalog } = await movedOut(t, shared.open());
    assert.deepEqual(rowsOf(catalog), { ...instance.rows(), log_position: [NOWHERE] });
  });

  test('numbers go on, the day keeps its count, and mail waits on', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, (await fullStore(t)).folder, QUIET);
    assert.deepEqual(await database.query('SELECT account_id, day, used FROM meter ORDER BY account_id'), [
      { account_id: 3, day: TODAY, used: 42 },
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
    assert.notEqual(await takeLease(busy, 'jobs'), null);
    await refused(moveIn(busy, source.folder, QUIET), /works on the database/);
    const moved = (await postgresDatabase(t)).open();
    await moveIn(moved, source.folder, QUIET);
    await refused(moveIn(moved, source.folder, QUIET), /holds a catalogue/);
  });

  test('calls whose breakdown was lost with an instance count on the way back, too', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, (await fullStore(t)).folder, QUIET);
    await database.query('UPDATE meter SET used = used + 5 WHERE account_id = 3');
    const { accounts } = await movedOut(t, database);
    const total = accounts.prepare('SELECT calls FROM call_total WHERE account_id = 3 AND day = ?');
    assert.equal(total.get(TODAY)?.calls, 47);
  });
});

function refused(move: Promise<unknown>, message: RegExp): Promise<void> {
  return assert.rejects(move, { name: 'StoreRefused', message });
}

/** The store of a database in a folder of its own. */
async function movedOut(t: TestContext, database: Database) {
  const folder = tempDir(t);
  await moveOut(database, folder, QUIET);
  return storeFiles(t, folder);
}
