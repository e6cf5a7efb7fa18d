import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type RankingReport, runRankings } from '../../src/rankings/run/ranking-run.ts';
import { sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { createCatalogDatabase } from '../../src/store/postgres/database.ts';
import { replaceTables } from '../store/sql/both-databases.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../support/postgres-database.ts';
import { fc } from '../support/properties.ts';
import { tempDir } from '../support/temp-dir.ts';
import { kindsWorld, lineOf, linesOfHabit, NOWS } from './kinds-world.ts';
import { catalogTemplate, openRankingWorld } from './ranking-world.ts';

const CATALOGUE = [
  'category',
  'item',
  'item_sale_point',
  'search_item',
  'catalog_state',
  'sale_order',
  'sale',
].concat('sale_return', 'sale_month', 'exclusion');
const LISTS = ['edition', 'list', 'month_copies'];

const RUNS = 5;

postgresSuite('runs on PostgreSQL', () => {
  test('a run on PostgreSQL publishes what the same run in files does', async (t) => {
    const database = createCatalogDatabase((await postgresDatabase(t)).open());
    const folder = tempDir(t);
    const template = catalogTemplate(folder);
    let worlds = 0;
    const compared = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(kindsWorld, async ({ categories, items, habits, rounds, settings }) => {
        const engine = openRankingWorld(join(folder, `world-${worlds++}`), template);
        await emptyTables(database);
        engine.putCategories(categories);
        engine.putItems(items);
        let pending = habits.flatMap(linesOfHabit);
        try {
          for (const { now, sales, changed } of rounds.toSorted((a, b) => a.now - b.now)) {
            const clock = fixedClock(NOWS[now] ?? '');
            pending.push(...sales.map(lineOf));
            await engine.add(clock, ...pending);
            const [taken] = pending;
            if (taken !== undefined)
              await engine.cancel(clock, taken.orderId, { lineNo: taken.lineNo, quantity: 1 });
            pending = [];
            engine.putItems(changed);
            await replaceTables(engine.db, database, [...CATALOGUE, 'change_token']);
            const inFiles = await engine.rank(clock, { settings });
            const report = await runRankings({
              open: sessionsOf({ catalog: database, lists: database }),
              clock,
              settings,
            });
            assert.deepEqual(withoutTime(report), withoutTime(inFiles));
            using lists = new DatabaseSync(engine.listsPath, { readOnly: true });
            for (const [db, tables] of [
              [engine.db, CATALOGUE],
              [lists, LISTS],
            ] as const)
              for (const table of tables) {
                const rows = await rowsOf(database, table);
                assert.deepEqual(rows, rowsOfFile(db, table), table);
                compared.set(table, (compared.get(table) ?? 0) + rows.length);
              }
          }
        } finally {
          engine.close();
        }
      }),
      { numRuns: RUNS },
    );
    for (const table of ['sale', 'item_sale_point', 'sale_return', ...LISTS])
      assert.ok((compared.get(table) ?? 0) > 0, `${table}: ${compared.get(table)} rows`);
  });
});

function withoutTime({ elapsedMs: _, ...report }: RankingReport) {
  return report;
}

async function emptyTables(database: SqlDatabase): Promise<void> {
  for (const table of [...LISTS, 'ranking_run']) await database.query(`DELETE FROM ${table}`);
}

type Rows = readonly (readonly string[])[];

async function rowsOf(database: SqlDatabase, table: string): Promise<Rows> {
  return sorted(await database.query<Record<string, unknown>>(`SELECT * FROM ${table}`));
}

function rowsOfFile(db: DatabaseSync, table: string): Rows {
  return sorted(db.prepare(`SELECT * FROM ${table}`).all());
}

/** Values as texts, by the names of their columns. The increment of the revision is random, so its new number is told by a word. */
function sorted(rows: readonly Readonly<Record<string, unknown>>[]): Rows {
  const texts = rows.map((row) =>
    Object.keys(row)
      .sort()
      .map((name) => {
        const isNew = name.endsWith('revision') && row[name] === row.revision && 'catalogue' in row;
        return `${name} ${isNew ? 'new' : textOf(row[name])}`;
      }),
  );
  return texts.sort((a, b) => (a.join() < b.join() ? -1 : 1));
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}
