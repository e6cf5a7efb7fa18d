import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqliteSearchDesk } from '../../../../src/store/sqlite/search/search-desk.ts';
import { searchDeskContract } from '../../../contracts/search-desk-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile } from '../accounts/accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const writeErrors: unknown[] = [];
  const onWriteError = (error: unknown) => writeErrors.push(error);
  const deskDb = file.connect();
  const desk = createSqliteSearchDesk({ db: deskDb, clock, onWriteError });
  const other = createSqliteSearchDesk({ db: file.connect(), clock, actor: 'account:1', onWriteError });
  return { ...file, clock, deskDb, desk, other, writeErrors, flush: desk.flush };
}

searchDeskContract('SQLite', setUp);

const NABI = { query: '나비', correction: null };

test('counts are written by themselves after five seconds, not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { desk } = setUp(t);
  desk.noteQuery(NABI);
  desk.noteQuery(NABI);
  t.mock.timers.tick(4_999);
  assert.deepEqual(await desk.listQueryCounts(0), []);
  t.mock.timers.tick(1);
  await nextTurn();
  assert.equal((await desk.listQueryCounts(0))[0]?.calls, 2);
  desk.noteQuery(NABI);
  t.mock.timers.tick(5_000);
  await nextTurn();
  assert.equal((await desk.listQueryCounts(0))[0]?.calls, 3);
});

test('a change waits for another writer without holding up the thread', async (t) => {
  const { desk, connect } = setUp(t);
  const writer = connect();
  writer.exec('BEGIN IMMEDIATE');
  let isDone = false;
  const change = desk.blockTerm('금서').then((done) => {
    isDone = done;
  });
  await nextTurn();
  assert.equal(isDone, false);
  assert.deepEqual((await desk.blockList()).terms, []);
  writer.exec('COMMIT');
  await change;
  assert.deepEqual((await desk.blockList()).terms, ['금서']);
});

test('behind a writer that does not end, changes fail, and counts are kept, reported, and written later', async (t) => {
  const { desk, connect, writeErrors, flush } = setUp(t);
  const writer = connect();
  writer.exec('BEGIN IMMEDIATE');
  desk.noteQuery(NABI);
  await flush();
  assert.equal(writeErrors.length, 1);
  assert.match(String(writeErrors[0]), /locked/);
  await assert.rejects(desk.blockTerm('금서'), /locked/);
  writer.exec('COMMIT');
  desk.noteQuery(NABI);
  // Two at once write every call once.
  await Promise.all([flush(), flush()]);
  assert.equal((await desk.listQueryCounts(0))[0]?.calls, 2);
  assert.deepEqual((await desk.blockList()).terms, []);
});

test('calls that are noted while a batch is being written are counted', async (t) => {
  const { desk, flush } = setUp(t);
  desk.noteQuery(NABI);
  const written = flush();
  desk.noteQuery(NABI);
  await written;
  await flush();
  assert.equal((await desk.listQueryCounts(0))[0]?.calls, 2);
});

test('flush has nothing to write when nothing was noted', async (t) => {
  const { deskDb, flush, writeErrors } = setUp(t);
  deskDb.close();
  await flush();
  assert.deepEqual(writeErrors, []);
});

test('every change is in the audit log with its actor, and no word is', async (t) => {
  const { other, connect } = setUp(t);
  await other.blockTerm('홍길동');
  await other.blockTerm('홍길동');
  await other.allowTerm('홍길동');
  await other.addSimilarWords(['홈스', '홈즈', '홈스 씨']);
  await other.removeSimilarWords('홈스');
  const rows = connect().prepare('SELECT actor, action, target, detail FROM audit ORDER BY audit_id').all();
  assert.deepEqual(
    rows.map((row) => [row.actor, row.action, row.target, row.detail]),
    [
      ['account:1', 'search.blocked', 'search', '{"entries":1}'],
      ['account:1', 'search.allowed', 'search', '{"entries":1}'],
      ['account:1', 'search.similar-added', 'search', '{"entries":3}'],
      ['account:1', 'search.similar-removed', 'search', '{"entries":3}'],
    ],
  );
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
