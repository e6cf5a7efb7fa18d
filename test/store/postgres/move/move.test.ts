import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EDITIONS_FOLDER } from '../../../../src/store/files/edition-files.ts';
import { takeLease } from '../../../../src/store/postgres/catalog/lease.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { moveIn } from '../../../../src/store/postgres/move/move-in.ts';
import { moveOut } from '../../../../src/store/postgres/move/move-out.ts';
import { movedTables } from '../../../../src/store/postgres/move/moved-tables.ts';
import { refuseUnfinishedMove } from '../../../../src/store/postgres/move/unfinished-move.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { dump, fullStore, storeFiles, TODAY, tableNames } from './full-store.ts';

const QUIET = () => {};

postgresSuite('moving a store', () => {
  test('every table of the embedded store is moved, and every one holds rows in the test', async (t) => {
    const { files } = await fullStore(t);
    const tables = await movedTables(files, (await postgresDatabase(t)).open());
    for (const db of [files.accounts, files.catalog]) {
      assert.deepEqual(
        tables
          .filter((table) => table.db === db)
          .map(({ name }) => name)
          .sort(),
        tableNames(db).filter((name) => name !== 'sqlite_sequence'),
      );
      for (const name of tableNames(db)) {
        assert.notEqual(db.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get(), undefined, name);
      }
    }
  });

  test('there and back: every row, number and list is the same, and the source is as it was', async (t) => {
    const source = await fullStore(t);
    const before = dump(source.files, source.directory);
    const database = (await postgresDatabase(t)).open();
    const report = await moveIn(database, source, QUIET);
    assert.equal(
      report.editions,
      readdirSync(source.directory).filter((name) => name.endsWith('.seoga')).length,
    );
    assert.deepEqual(dump(source.files, source.directory), before);

    const { back, directory } = await movedOut(t, database);
    const after = dump(back, directory);
    for (const part of ['accounts', 'catalog'] as const) {
      for (const [name, rows] of Object.entries(before[part]))
        assert.deepEqual(after[part][name], rows, name);
    }
    assert.deepEqual(after, before);
  });

  test('numbers go on, the day keeps its count, and mail waits on', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, await fullStore(t), QUIET);
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

  test('a copy that is interrupted after each of its parts ends as one that was not, and nobody uses it before', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    const stop = new Error('interrupted');
    let interruptions = 0;
    for (let isWhole = false; !isWhole; ) {
      let parts = 0;
      try {
        await moveIn(database, source, () => {
          if (parts++ === interruptions) throw stop;
        });
        isWhole = true;
      } catch (error) {
        assert.equal(error, stop);
        interruptions += 1;
        await assert.rejects(refuseUnfinishedMove(database), {
          name: 'DatabaseVersionError',
          message: /interrupted/,
        });
      }
    }
    assert.ok(interruptions > 40, `${interruptions}`);
    await refuseUnfinishedMove(database);
    const { back, directory } = await movedOut(t, database);
    assert.deepEqual(dump(back, directory), dump(source.files, source.directory));
  });

  test('a copy is not continued from a store that has changed, nor from another one', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    const stop = new Error('interrupted');
    const interrupted = moveIn(database, source, (table) => {
      if (table === 'sale') throw stop;
    });
    await assert.rejects(interrupted, stop);
    await refused(moveIn(database, await fullStore(t), QUIET), /another store/);
    source.files.catalog.exec(`UPDATE item SET title = '다른 제목' WHERE item_id = 1001`);
    await refused(moveIn(database, source, QUIET), /^item has changed/);
  });

  test('what arrives damaged is found, and the database stays closed', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    await database.query(`
      CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.unit_price := NEW.unit_price + 0.01; NEW.quantity := NEW.quantity + 1; RETURN NEW; END $$`);
    await database.query(
      'CREATE TRIGGER damage BEFORE INSERT ON catalog.sale FOR EACH ROW EXECUTE FUNCTION damage()',
    );
    await refused(moveIn(database, source, QUIET), /what was sent: sale\./);
    await assert.rejects(refuseUnfinishedMove(database));
  });

  test('a database that holds anything, or that somebody works on, is refused and stays as it is', async (t) => {
    const source = await fullStore(t);
    const used = (await postgresDatabase(t)).open();
    await used.query(`INSERT INTO blocked_term VALUES ('a', 'a')`);
    await refused(moveIn(used, source, QUIET), /not empty \(blocked_term/);
    await refuseUnfinishedMove(used);
    assert.equal((await used.query('SELECT FROM search_term_state')).length, 1);
    const busy = (await postgresDatabase(t)).open();
    assert.notEqual(await takeLease(busy, 'jobs'), null);
    await refused(moveIn(busy, source, QUIET), /works on the database/);
  });

  test('a list whose file is missing or damaged is named before anything depends on it', async (t) => {
    const source = await fullStore(t);
    const database = (await postgresDatabase(t)).open();
    const name = String(readdirSync(source.directory).find((one) => one.startsWith('monthly')));
    const path = join(source.directory, name);
    rmSync(path);
    await refused(moveIn(database, source, QUIET), /monthly.*is missing/);
    writeFileSync(path, 'whatever is here is copied as it is');
    await moveIn(database, source, QUIET);
    await database.query(
      'UPDATE catalog.file_part SET bytes = $1 WHERE file_id = (SELECT file_id FROM catalog.file WHERE name = $2)',
      [Buffer.from('damaged'), name],
    );
    const damaged: string[] = [];
    await movedOut(t, database, (file) => damaged.push(file));
    assert.deepEqual(damaged, [name]);
  });

  test('calls whose breakdown was lost with an instance count on the way back, too', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await moveIn(database, await fullStore(t), QUIET);
    await database.query('UPDATE meter SET used = used + 5 WHERE account_id = 3');
    const { back } = await movedOut(t, database);
    const total = back.accounts.prepare('SELECT calls FROM call_total WHERE account_id = 3 AND day = ?');
    assert.equal(total.get(TODAY)?.calls, 47);
  });
});

function refused(move: Promise<unknown>, message: RegExp): Promise<void> {
  return assert.rejects(move, { name: 'MoveRefused', message });
}

/** The store of a database in a folder of its own. */
async function movedOut(t: TestContext, database: Database, onDamage: (file: string) => void = assert.fail) {
  const back = storeFiles(t);
  const directory = join(back.folder, EDITIONS_FOLDER);
  await moveOut(database, { files: back, directory, onDamage }, QUIET);
  return { back, directory };
}
