import { createReadStream, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { PLAIN_SETTINGS } from '../rankings/ranking-world.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { sessionsAt } from '../support/sessions-at.ts';

/**
 * Imports a feed of sales and ranks: kill-child.ts <data folder> <feed> <now> <step>. Every statement that changes the store is
 * a step. The process gets SIGKILL right before the given step. Step 0 is never reached: the names of all are written out.
 */
const [dataDir = '', feed = '', now = '', step = ''] = process.argv.slice(2);
const killAt = Number(step);
const steps: string[] = [];

function note(name: string): void {
  if (steps.push(name.replace(/\s+/g, ' ').trim()) === killAt) process.kill(process.pid, 'SIGKILL');
}

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  note(sql);
  exec.call(this, sql);
};
const run: (this: StatementSync, ...values: SQLInputValue[]) => StatementResultingChanges =
  StatementSync.prototype.run;
StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
  note(this.sourceSQL);
  return run.apply(this, values);
};
const all: (this: StatementSync, ...values: SQLInputValue[]) => Record<string, SQLOutputValue>[] =
  StatementSync.prototype.all;
StatementSync.prototype.all = function (this: StatementSync, ...values: never[]) {
  if (/^\s*INSERT/.test(this.sourceSQL)) note(this.sourceSQL);
  return all.apply(this, values);
};
const clock = fixedClock(now);
const store = feedStoreOf(join(dataDir, CATALOG_FILE), clock);
await importFeed({ store, input: createReadStream(feed), clock, strict: false, dryRun: false });
await runRankings({ open: sessionsAt(dataDir), clock, settings: PLAIN_SETTINGS });
if (killAt === 0) writeSync(1, `${steps.join('\n')}\n`);
