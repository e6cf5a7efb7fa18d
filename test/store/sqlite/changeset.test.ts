import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { type RowChange, readChanges, recordChanges } from '../../../src/store/sqlite/changeset.ts';
import { migrate } from '../../../src/store/sqlite/database.ts';
import { fc } from '../../support/properties.ts';

/** Tables of every shape: a number as the key, a word, and several columns. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  numbered: ['a'],
  named: ['a'],
  crossed: ['a', 'b'],
};

function emptyTables(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(`
    CREATE TABLE numbered (a INTEGER PRIMARY KEY, b TEXT, c REAL);
    CREATE TABLE named (a TEXT PRIMARY KEY, b BLOB, c INTEGER) WITHOUT ROWID;
    CREATE TABLE crossed (a INTEGER, b TEXT, c BLOB, PRIMARY KEY (a, b)) WITHOUT ROWID`);
  return db;
}

/** Few, so that rows meet. */
const NUMBERS = [1, 2, -3, 2 ** 40];
const VALUES: Readonly<Record<string, readonly SQLInputValue[]>> = {
  'numbered a': NUMBERS,
  'numbered c': [0.5, -1.25, null],
  'named b': [new Uint8Array(200), new Uint8Array(1), null],
  'named c': [...NUMBERS, null],
  'crossed a': NUMBERS,
  'crossed c': [new Uint8Array(0), new Uint8Array(3), null],
};
const TEXTS = ['', 'a', '가'.repeat(50), 'né'];

const steps = fc.array(
  fc.record({
    table: fc.constantFrom(...Object.keys(KEYS)),
    sql: fc.constantFrom(
      'INSERT OR REPLACE INTO $ VALUES (?1, ?2, ?3)',
      'UPDATE $ SET c = ?3 WHERE a = ?1 AND b IS NOT ?2',
      'DELETE FROM $ WHERE a = ?1 AND c IS NOT ?3 AND b IS NOT ?2',
    ),
    values: fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11)),
  }),
  { maxLength: 120 },
);

type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function takeAll(db: DatabaseSync, all: readonly Step[], afterEach = () => {}): void {
  for (const { table, sql, values } of all) {
    const [a, b, c] = ['a', 'b', 'c'].map((column, at) => {
      const some = VALUES[`${table} ${column}`] ?? TEXTS;
      return some[(values[at] ?? 0) % some.length] ?? null;
    });
    const statement = db.prepare(sql.replace('$', table));
    statement.run(a ?? null, b ?? null, c ?? null);
    afterEach();
  }
}

function dump(db: DatabaseSync): unknown {
  return Object.keys(KEYS).map((name) => db.prepare(`SELECT * FROM ${name} ORDER BY a, b`).all());
}

/** The reverse of a change, row by row. */
function takeBack(db: DatabaseSync, { table, before, after }: RowChange): void {
  const names = ['a', 'b', 'c'];
  const key = KEYS[table] ?? [];
  const at = (row: RowChange['after'], name: string) => row?.[names.indexOf(name)] ?? null;
  const where = key.map((name) => `${name} = ?`).join(' AND ');
  const keyValues = key.map((name) => at(before ?? after, name));
  if (before === null) db.prepare(`DELETE FROM ${table} WHERE ${where}`).run(...keyValues);
  else if (after === null)
    db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`).run(...names.map((name) => at(before, name)));
  else
    for (const name of names.filter((_, column) => after[column] !== undefined))
      db.prepare(`UPDATE ${table} SET ${name} = ? WHERE ${where}`).run(at(before, name), ...keyValues);
}

test('recorded parts make a copy equal; read backwards and reversed, they give the old rows', () => {
  fc.assert(
    fc.property(steps, steps, fc.constantFrom(1, 2_000), (first, second, partBytes) => {
      using db = emptyTables();
      using copy = emptyTables();
      for (const one of [db, copy]) takeAll(one, first);
      const old = dump(db);
      const parts: Uint8Array[] = [];
      const recorder = recordChanges(db, (part) => parts.push(part), { partBytes });
      takeAll(db, second, recorder.cut);
      recorder.end();
      for (const part of parts) assert.ok(copy.applyChangeset(part));
      assert.deepEqual(dump(copy), dump(db));
      const changes = parts.flatMap((part) => [...readChanges(part)]);
      for (const change of changes.toReversed()) takeBack(copy, change);
      assert.deepEqual(dump(copy), old);
    }),
    { numRuns: 60 },
  );
});

test('changes of one transaction come in parts, and applying them to other rows fails', () => {
  using db = emptyTables();
  const parts: Uint8Array[] = [];
  const recorder = recordChanges(db, (part) => parts.push(part), { partBytes: 2_000 });
  const put = db.prepare('INSERT INTO numbered VALUES (?, ?, 0)');
  for (let number = 1; number <= 3_000; number++) {
    put.run(number, 'x'.repeat(100));
    recorder.cut();
  }
  recorder.end();
  assert.ok(parts.length > 50, `${parts.length} parts`);
  assert.ok(parts.slice(1).every(({ length }) => length < 4_000));
  using copy = emptyTables();
  copy.exec(`INSERT INTO numbered VALUES (1, 'another', 0)`);
  assert.equal(copy.applyChangeset(parts[0] ?? new Uint8Array()), false);
});

test('every table of catalogue and lists has a key by which it is recorded, but for how far a copy has come; none has a trigger', () => {
  for (const file of ['catalog', 'lists'] as const) {
    using db = new DatabaseSync(':memory:');
    migrate(db, file);
    const keyless = db.prepare(`
      SELECT name
      FROM sqlite_schema
      WHERE type = 'trigger'
        OR type = 'table' AND NOT EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE pk > 0)`);
    assert.deepEqual(
      keyless.all().map(({ name }) => name),
      ['log_position'],
    );
  }
});
