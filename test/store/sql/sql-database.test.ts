import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SqlDatabase, UniqueViolationError } from '../../../src/sql-database.ts';
import { createAccountsDatabase } from '../../../src/store/sqlite/databases.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';
import { onBothDatabases } from './both-databases.ts';

const INSERT = 'INSERT INTO feed_mapping (name, mapping, kept_at_ms) VALUES ($1, $2, 0)';

async function names(database: SqlDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>('SELECT name FROM feed_mapping ORDER BY name');
  return rows.map(({ name }) => name);
}

onBothDatabases('the port of SQL', (adapter, newDatabase) => {
  test(`${adapter}: a transaction that fails leaves nothing, and nothing of what runs at once gets into another one`, async (t) => {
    const { database, open } = await newDatabase(t);
    const other = open().database;
    const failing = database.transaction(async (transaction) => {
      await transaction.query(INSERT, ['failed', '1']);
      await transaction.query('SELECT 1 AS one');
      throw new Error('no');
    });
    await Promise.all([
      assert.rejects(failing, /^Error: no$/),
      database.query(INSERT, ['b', '2']),
      other.query(INSERT, ['c', '3']),
      database.transaction((transaction) => transaction.query(INSERT, ['d', '4'])),
    ]);
    assert.deepEqual(await names(database), ['b', 'c', 'd']);
  });

  test(`${adapter}: transactions that read, wait and write the same rows behind a lock run one after the other`, async (t) => {
    const { database, open } = await newDatabase(t);
    await database.query(INSERT, ['count', '0']);
    const increment = (one: SqlDatabase) =>
      one.transaction(async (transaction) => {
        const [row] = await transaction.queryLocked<{ mapping: string }>(
          'SELECT mapping FROM feed_mapping WHERE name = $1',
          ['count'],
        );
        const next = String(Number(row?.mapping) + 1);
        await transaction.query('UPDATE feed_mapping SET mapping = $2 WHERE name = $1', ['count', next]);
      });
    const others = [database, open().database, open().database];
    await Promise.all(Array.from({ length: 12 }, (_, at) => increment(others[at % 3] ?? database)));
    const [row] = await database.query<{ mapping: string }>('SELECT mapping FROM feed_mapping');
    assert.equal(row?.mapping, '12');
  });

  test(`${adapter}: a second row for a unique key is UniqueViolationError, in a transaction and without`, async (t) => {
    const { database } = await newDatabase(t);
    await database.query(INSERT, ['a', '1']);
    await assert.rejects(database.query(INSERT, ['a', '2']), UniqueViolationError);
    await assert.rejects(
      database.transaction((transaction) => transaction.query(INSERT, ['a', '2'])),
      UniqueViolationError,
    );
  });

  test(`${adapter}: values of every type arrive, in lists of rows too`, async (t) => {
    const { database } = await newDatabase(t);
    const hash = Buffer.alloc(32, 7);
    await database.transaction((transaction) =>
      transaction.insert({
        into: 'account',
        columns:
          'email text, name text, tier text, role text, user_key text, suspended boolean, daily_quota bigint, created_at_ms bigint',
        rows: [
          ['a@b.example', '가나다', 'free', 'owner', 'k1', true, null, 1_700_000_000_123],
          ['c@d.example', '$1', 'free', 'owner', 'k2', false, 5, 2],
        ],
      }),
    );
    const accounts = await database.query<Record<string, unknown>>(
      `SELECT account_id, name, suspended, daily_quota, created_at_ms FROM account
       WHERE NOT suspended OR name = $1
       ORDER BY account_id`,
      ['가나다'],
    );
    assert.deepEqual(
      accounts.map((row) => [row.name, Boolean(row.suspended), row.daily_quota, row.created_at_ms]),
      [
        ['가나다', true, null, 1_700_000_000_123],
        ['$1', false, 5, 2],
      ],
    );
    await database.query(
      `INSERT INTO api_key (hash, account_id, first4, last4, issued_at_ms) VALUES ($1, $2, '', '', 0)`,
      [hash, Number(accounts[0]?.account_id)],
    );
    const [key] = await database.query<{ hash: Uint8Array }>('SELECT hash FROM api_key WHERE hash = $1', [
      hash,
    ]);
    assert.deepEqual(Buffer.from(key?.hash ?? []), hash);
  });

  test(`${adapter}: rows go in by the thousand, return what is new, and are found by lists of values`, async (t) => {
    const { database } = await newDatabase(t);
    const rows = Array.from({ length: 2_510 }, (_, at) => [`"{${at}}\\,'`, at % 7 === 0 ? '' : 'null', at]);
    const put = (some: typeof rows, conflict: string) =>
      database.transaction(({ insert }) =>
        insert<{ name: string; at: number }>({
          into: 'feed_mapping AS m',
          columns: 'name text, mapping text, kept_at_ms bigint',
          rows: some,
          conflict,
        }),
      );
    assert.deepEqual(await put(rows.slice(0, 1_000), ''), []);
    const added = await put(rows, 'ON CONFLICT DO NOTHING RETURNING name, kept_at_ms AS at');
    assert.deepEqual(
      added.map(({ at }) => at),
      rows.slice(1_000).map(([, , at]) => at),
    );
    await put(
      rows.slice(0, 30),
      'ON CONFLICT (name) DO UPDATE SET kept_at_ms = m.kept_at_ms - excluded.kept_at_ms',
    );
    const found = (list: readonly (string | number)[], column: string) =>
      database.query(
        `SELECT name, mapping, kept_at_ms FROM feed_mapping WHERE ${column} = ANY ($1) ORDER BY name`,
        [list],
      );
    const some = [rows[29], rows[1_000], rows[2_509]].map((row) => row ?? []);
    const stored = some.map(([name, mapping, at]) => ({ name, mapping, kept_at_ms: at === 29 ? 0 : at }));
    assert.deepEqual(
      await found(
        some.map(([name]) => String(name)),
        'name',
      ),
      stored.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
    );
    assert.equal((await found([0], 'kept_at_ms')).length, 30);
    assert.deepEqual(await found([], 'kept_at_ms'), []);
    const paired = (names: readonly string[], times: readonly number[], mapping: string) =>
      database.query<{ at: number }>(
        `SELECT kept_at_ms AS at
        FROM unnest($2::text[], $3::bigint[]) AS k (name, kept_at_ms)
        JOIN feed_mapping USING (name, kept_at_ms)
        WHERE mapping = $1
        ORDER BY at`,
        [mapping, names, times],
      );
    const names = [1_001, 1_002, 1_003, 1_009].map((at) => String(rows[at]?.[0]));
    assert.deepEqual(await paired(names, [1_001, 1_003, 1_003, 1_009], 'null'), [
      { at: 1_003 },
      { at: 1_009 },
    ]);
    assert.deepEqual(await paired([], [], 'null'), []);
    await assert.rejects(put(rows.slice(0, 1), ''), UniqueViolationError);
  });
});

test('SQLite: a transaction that waits for something else is undone, and those behind it go on', async (t) => {
  const { connect } = accountsFile(t);
  const database = createAccountsDatabase(connect());
  const waiting = database.transaction(async (transaction) => {
    await transaction.query(INSERT, ['a', '1']);
    await nextTurn();
    await nextTurn();
    await transaction.query(INSERT, ['b', '2']);
  });
  const next = database.query(INSERT, ['c', '3']);
  await assert.rejects(waiting, /waited for something else/);
  await next;
  assert.deepEqual(await names(database), ['c']);
});
