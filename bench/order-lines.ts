/**
 * What an operator's questions about order lines cost in a month with many of them, beside what the tally of the month costs.
 *
 * node bench/order-lines.ts [--lines 1000000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseKstDay, parseKstMonth, systemClock } from '../src/clock.ts';
import { EDITIONS_FOLDER } from '../src/store/files/edition-files.ts';
import { createOrderLines } from '../src/store/sqlite/rankings/order-lines.ts';
import { openRankingWorld, rankItem } from '../test/rankings/ranking-world.ts';
import { fixedClock } from '../test/support/fixed-clock.ts';

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } });
const count = Number(values.lines);
const [month, day] = [parseKstMonth('2026-10') ?? 0, parseKstDay('2026-10-01') ?? 0];
const folder = mkdtempSync(join(tmpdir(), 'seoga-order-lines-'));
const world = openRankingWorld(folder);
world.putItems(Array.from({ length: 5000 }, (_, at) => rankItem({ itemId: at + 1 })));
// Two lines an order, 31 days; item 1 has a fiftieth of all lines.
world.db.exec(`
  BEGIN;
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count / 2} - 1)
  INSERT INTO sale_order SELECT (${day} + i % 31) * 2147483648 + i / 31, 'order-' || i FROM n;
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count} - 1)
  INSERT INTO sale
  SELECT (${day} + i / 2 % 31) * 2147483648 + i / 2 / 31, 1 + i % 2, 1 + iif(i % 50 = 0, 0, i * 7919 % 5000), 1, 10000,
    ((${day} + i / 2 % 31) * 86400 - 32400 + i * 37 % 86400) * 1000, i % 3, 30,
    abs(i / 2 * 2654435761 % 300000) * 30023993, 0, 0, 0, 0, NULL, 0
  FROM n;
  INSERT INTO sale_month VALUES (${month}, 1);
  UPDATE ledger_state SET revision = 1;
  COMMIT`);
const tallyMs = await timeOf(() => world.rank(fixedClock('2026-11-21T12:00:00+09:00')));
console.log(`tally of ${count} lines: ${tallyMs.toFixed(0)} ms`);
const desk = createOrderLines(world.db, { directory: join(folder, EDITIONS_FOLDER), copiesPerBuyer: 1 });
const page = { offset: 0, limit: 50 };
const [line] = desk.find({ by: 'item', text: '2', month, ...page }).lines;
const mark = line?.mark ?? '';
for (const [name, ask] of [
  ['best seller', () => desk.find({ by: 'item', text: '1', month, ...page })],
  ['another title', () => desk.find({ by: 'item', text: '2', month, ...page })],
  ['buyer', () => desk.find({ by: 'mark', text: mark, month, ...page })],
  ['order', () => desk.find({ by: 'order', text: 'order-77', ...page })],
  ['day', () => desk.find({ by: 'day', day, ...page })],
  ['preview without a buyer', () => desk.preview({ month, itemId: null, mark })],
] as const) {
  const ms = Math.min(await timeOf(ask), await timeOf(ask), await timeOf(ask));
  console.log(`${name}: ${ms.toFixed(0)} ms, ${(ms / tallyMs).toFixed(2)} of the tally`);
}
world.close();
rmSync(folder, { recursive: true });

async function timeOf(work: () => unknown): Promise<number> {
  const startMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - startMs;
}
