import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { type RowChange, readChanges, recordChanges } from '../../../src/store/sqlite/changeset.ts';
import { migrate } from '../../../src/store/sqlite/database.ts';
import { fc } from '../../support/properties.ts';

/** An empty catalogue in memory. */
function emptyCatalog(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  migrate(db, 'catalog');
  db.exec(`UPDATE search_state SET catalogue = 'one'`);
  return db;
}

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly pk: number }[];
}

function tablesOf(db: DatabaseSync): readonly Table[] {
  return db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
    .map((row) => ({
      name: String(row.name),
      columns: db
        .prepare(`PRAGMA table_info(${row.name})`)
        .all()
        .map(({ name, type, pk }) => ({ name: String(name), type: String(type), pk: Number(pk) })),
    }));
}

const TABLES = tablesOf(emptyCatalog());

/** Words that the CHECK conditions allow. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: ['tally', 'refresh'],
  cause: ['command', 'schedule'],
  outcome: ['failed', 'published', 'imported'],
};

/** The n-th value of a column; few, so that rows meet. `serial` = for what no two rows may have the same of. */
function aValue({ name, type }: Table['columns'][number], n: number, serial: number): SQLInputValue {
  if (name === 'change_no' || name === 'item_no') return serial;
  if (name === 'order_id') return `order ${serial}`;
  if (type === 'TEXT') return WORDS[name]?.[n % 3] ?? ['', 'a', '가'.repeat(50), 'né\u0000'][n % 4] ?? '';
  if (type === 'BLOB') return new Uint8Array(n % 3 === 0 ? 200 : n % 3);
  return type === 'REAL' ? n / 2 : ([1, n, -n, 2 ** 40 + n][n % 4] ?? n);
}

const steps = fc.array(
  fc.record({
    table: fc.nat(TABLES.length - 1),
    kind: fc.constantFrom('put', 'put', 'change', 'delete'),
    values: fc.array(fc.nat(7), { minLength: 20, maxLength: 20 }),
  }),
  { maxLength: 120 },
);

type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function take(db: DatabaseSync, step: Step, serial: number): void {
  const table = TABLES[step.table];
  if (table === undefined) return;
  const values = table.columns.map((column, at) => aValue(column, step.values[at] ?? 0, serial));
  const key = table.columns.flatMap(({ pk }, at) => (pk === 0 ? [] : [at]));
  const where = key.map((at) => `${table.columns[at]?.name} = ?`).join(' AND ');
  const keyValues = key.map((at) => values[at] ?? null);
  if (step.kind === 'put') {
    db.prepare(`INSERT OR REPLACE INTO ${table.name} VALUES (${values.map(() => '?').join(', ')})`).run(
      ...values,
    );
  } else if (step.kind === 'delete') {
    db.prepare(`DELETE FROM ${table.name} WHERE ${where}`).run(...keyValues);
  } else {
    const changed = table.columns.findIndex(({ pk }, at) => pk === 0 && at % 2 === (step.values[0] ?? 0) % 2);
    if (changed < 0) return;
    const column = table.columns[changed];
    db.prepare(`UPDATE ${table.name} SET ${column?.name} = ? WHERE ${where}`).run(
      values[changed] ?? null,
      ...keyValues,
    );
  }
}

/** A row that breaks a rule of the schema isn't written. */
function takeAll(db: DatabaseSync, all: readonly Step[], serial: number, afterEach = () => {}): void {
  for (const [at, step] of all.entries()) {
    try {
      take(db, step, serial + at);
    } catch (error) {
      assert.match(String(error), /constraint failed/);
    }
    afterEach();
  }
}

function dump(db: DatabaseSync): unknown {
  // By key: rows with a key of their own lie in the order in which they came.
  return TABLES.map(({ name, columns }) => {
    const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name);
    return db.prepare(`SELECT * FROM ${name} ORDER BY ${key.join(', ')}`).all();
  });
}

/** The reverse of a change, row by row. */
function takeBack(db: DatabaseSync, { table: name, before, after }: RowChange): void {
  const columns = TABLES.find((table) => table.name === name)?.columns ?? [];
  const named = columns.map((column, at) => ({ ...column, at }));
  const key = named.filter(({ pk }) => pk > 0);
  const where = key.map((column) => `${column.name} = ?`).join(' AND ');
  const keyValues = key.map(({ at }) => (before ?? after)?.[at] ?? null);
  if (before === null) db.prepare(`DELETE FROM ${name} WHERE ${where}`).run(...keyValues);
  else if (after === null) {
    const values = before.map((value) => value ?? null);
    db.prepare(`INSERT INTO ${name} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  } else {
    const set = named.filter(({ at }) => after[at] !== undefined);
    db.prepare(`UPDATE ${name} SET ${set.map((one) => `${one.name} = ?`).join(', ')} WHERE ${where}`).run(
      ...set.map(({ at }) => before[at] ?? null),
      ...keyValues,
    );
  }
}

test('recorded parts make a copy equal; read backwards and reversed, they give the old rows', () => {
  fc.assert(
    fc.property(steps, steps, fc.constantFrom(1, 2_000), (first, second, partBytes) => {
      using db = emptyCatalog();
      using copy = emptyCatalog();
      for (const one of [db, copy]) takeAll(one, first, 0);
      const old = dump(db);
      const parts: Uint8Array[] = [];
      db.exec('BEGIN IMMEDIATE');
      const recorder = recordChanges(db, (part) => parts.push(part), partBytes);
      takeAll(db, second, first.length, recorder.cut);
      recorder.end();
      db.exec('COMMIT');
      for (const part of parts) assert.ok(copy.applyChangeset(part));
      assert.deepEqual(dump(copy), dump(db));
      for (const part of parts.toReversed()) {
        for (const change of [...readChanges(part)].toReversed()) {
          takeBack(copy, change);
        }
      }
      assert.deepEqual(dump(copy), old);
    }),
    { numRuns: 60 },
  );
});

test('changes of one transaction come in parts, and applying them to other rows fails', () => {
  using db = emptyCatalog();
  const parts: Uint8Array[] = [];
  const recorder = recordChanges(db, (part) => parts.push(part), 2_000);
  const put = db.prepare('INSERT INTO author VALUES (?, ?, ?, ?, ?, ?)');
  for (let authorId = 1; authorId <= 3_000; authorId++) {
    put.run(authorId, 'x'.repeat(100), '', '', '', '');
    recorder.cut();
  }
  recorder.end();
  assert.ok(parts.length > 50, `${parts.length} parts`);
  assert.ok(parts.slice(1).every(({ length }) => length < 4_000));
  using copy = emptyCatalog();
  copy.exec(`INSERT INTO author VALUES (1, 'another', '', '', '', '')`);
  assert.equal(copy.applyChangeset(parts[0] ?? new Uint8Array()), false);
});

test('every table of the schema has a key by which it is recorded; none has a trigger, which would fire again', () => {
  using db = emptyCatalog();
  const recorded: string[] = [];
  const recorder = recordChanges(db, (part) => {
    for (const { table } of readChanges(part)) recorded.push(table);
  });
  for (const table of TABLES.keys()) take(db, { table, kind: 'put', values: [] }, 1);
  recorder.end();
  assert.deepEqual(
    recorded.sort(),
    TABLES.map(({ name }) => name),
  );
  using lists = new DatabaseSync(':memory:');
  migrate(lists, 'lists');
  for (const { name, columns } of tablesOf(lists))
    assert.ok(
      columns.some(({ pk }) => pk > 0),
      name,
    );
  for (const file of [db, lists])
    assert.deepEqual(file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all(), []);
});
