import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { tellThreads } from '../../../../bin/store/thread-store.ts';
import { RECOGNISE } from '../../../../src/ingest/choose-reader.ts';
import type { FeedIntake, IntakeState } from '../../../../src/ingest/feed-intake.ts';
import { createFeedIntake } from '../../../../src/jobs/feed-intake.ts';
import { createPostgresIntakeBoard } from '../../../../src/store/postgres/catalog/intake-board.ts';
import { feedIntakeContract } from '../../../contracts/catalog/feed-intake-contract.ts';
import { eventually } from '../../../support/eventually.ts';
import { postgresDatabase, postgresSuite, type TestDatabase } from '../../../support/postgres-database.ts';
import { book } from '../../../support/small-shop.ts';
import type { Cleanup } from '../../../support/temp-dir.ts';
import { replicaOf } from './replica-fixture.ts';

/** One instance's intake, and the replica that it imports into. */
function instance(t: Cleanup, shared: TestDatabase, entry = '../../../../bin/feed-thread.ts') {
  const replica = replicaOf(t, shared);
  const problems: unknown[] = [];
  const intake = createFeedIntake({
    openBoard: (folder) => createPostgresIntakeBoard(replica.database, folder),
    entry: new URL(entry, import.meta.url),
    dataDir: replica.folder,
    currency: 'KRW',
    clock: replica.clock,
    onProblem: (error) => problems.push(error),
  });
  t.after(() => intake.close());
  return { ...replica, intake, problems };
}

/** Threads of the test find the database as those of a server do. */
async function sharedDatabase(t: Cleanup): Promise<TestDatabase> {
  const shared = await postgresDatabase(t);
  const before = getEnvironmentData('seoga.database');
  tellThreads(shared.address);
  t.after(() => setEnvironmentData('seoga.database', before));
  return shared;
}

postgresSuite('feeds from the console', () => {
  feedIntakeContract('PostgreSQL', async (t) => instance(t, await sharedDatabase(t)));

  test('PostgreSQL: pieces, check, mapping, import and cancelling may each reach another instance', async (t) => {
    const shared = await sharedDatabase(t);
    const [a, b, c] = [instance(t, shared), instance(t, shared), instance(t, shared)];
    const feed = Buffer.from(`${JSON.stringify(book(1, '하나'))}\n${JSON.stringify(book(2, '둘'))}\n`);
    assert.equal(await a.intake.begin('shop.jsonl', feed.length), true);
    assert.equal(await b.intake.begin('other.jsonl', 3), false);
    assert.equal(await b.intake.add(1, 0, feed.subarray(0, 9)), true);
    const both = await Promise.all([a, c].map(({ intake }) => intake.add(1, 9, feed.subarray(9))));
    assert.deepEqual(both.toSorted(), [false, true]);
    const checked = await settled(b.intake);
    assert.equal(
      checked.stage,
      'checked',
      JSON.stringify([checked, a.problems.map(String), c.problems.map(String)]),
    );
    const imported = await Promise.all(
      [a, b, c].map(({ intake }) => intake.importChecked(1, 'account:1', false)),
    );
    assert.equal(imported.filter((isMine) => isMine).length, 1);
    assert.equal((await settled(a.intake)).stage, 'imported');
    await c.follow();
    assert.equal(await c.catalog.countItems(), 2);
    assert.equal((await a.database.query('SELECT FROM feed_intake_piece')).length, 0);
    // Whoever imported deletes its copy once everybody knows the outcome.
    const copies = [a, b, c].map(({ folder }) => join(folder, 'intake'));
    await eventually(
      () => copies.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])),
      (names) => names.length === 0,
    );

    const table = Buffer.from('상품번호;책이름;가격\n3;셋;9000\n');
    assert.equal(await b.intake.begin('own.csv', table.length), true);
    assert.equal(await c.intake.add(2, 0, table), true);
    assert.equal((await settled(a.intake)).stage, 'mapping');
    assert.equal(await a.intake.cancel(1), false);
    assert.equal(await a.intake.cancel(2), true);
    assert.deepEqual(await c.intake.state(), { stage: 'idle' });
  });

  test('PostgreSQL: a file whose worker has died makes room, and its late end changes nothing', async (t) => {
    const shared = await sharedDatabase(t);
    const { database, intake, folder } = instance(t, shared);
    const board = createPostgresIntakeBoard(database, folder);
    await board.begin('shop.jsonl', 1);
    const { state } = await board.read();
    assert.ok(state.stage === 'uploading');
    const { intakeId, name, bytes } = state;
    const checking: IntakeState = { stage: 'checking', intakeId, name, bytes, readBytes: 0, lines: 0 };
    const record = { state: checking, reading: RECOGNISE, preview: null };
    const ticket = await board.claim(intakeId, ['uploading'], record);
    assert.ok(ticket !== null);
    assert.equal(await board.claim(intakeId, ['uploading'], record), null);
    assert.equal(await board.report(ticket, checking), true);
    assert.equal(await board.askToStop(intakeId), true);
    assert.equal(await board.report(ticket, checking), false, 'somebody wants it to stop');
    await database.query(`UPDATE feed_intake SET heard_at = now() - interval '1 hour'`);
    assert.deepEqual(await intake.state(), { stage: 'unreadable', intakeId, name, bytes, reason: null });
    assert.equal(await intake.begin('next.jsonl', 5), true);
    assert.equal(await board.settle(ticket, { ...record, state: { stage: 'idle' } }), false);
    assert.equal((await intake.state()).stage, 'uploading');
  });
});

/** The state once nothing runs any more. */
async function settled(intake: FeedIntake): Promise<IntakeState> {
  for (;;) {
    const state = await intake.state();
    if (state.stage !== 'checking' && state.stage !== 'importing') return state;
    await wait(20);
  }
}
