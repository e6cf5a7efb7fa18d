/**
 * A shop of many items and order lines, generated: how fast lines come into the ledger, how long the lists of all
 * months, of a night and of ten minutes take, how fast pages are read, and what a run does to answers. Each figure
 * stands next to a bare reference of the same work in the same run.
 *
 * node bench/rankings.ts [--items 200000] [--categories 1000] [--lines 5000000] [--months 24] [--nightly 15000]
 *   [--order-ids sequence|random] [--folder DIR]
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type HttpFigures, measureHttp } from './rankings/http.ts';
import { FULL_RUN_MS, NIGHTLY_RUN_MS, REFRESH_MS, type ShopSize } from './rankings/shop.ts';
import type { BenchTask } from './rankings/task.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '200000' },
    categories: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '5000000' },
    months: { type: 'string', default: '24' },
    nightly: { type: 'string' },
    'order-ids': { type: 'string', default: 'sequence' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const lines = Number(values.lines);
const size: ShopSize = {
  items: Number(values.items),
  categories: Number(values.categories),
  lines,
  months: Number(values.months),
  nightly: Number(values.nightly ?? Math.round(lines * 0.003)),
  orderIds: values['order-ids'] === 'random' ? 'random' : 'sequence',
};
const folder = mkdtempSync(join(values.folder, 'seoga-bench-'));

/** What the steps report; each fills its own part. */
interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly entries: number;
  readonly lines: number;
  readonly checksum: string;
}
interface Rate {
  readonly wall: number;
  readonly cpu: number;
}
interface Intake extends Figures {
  readonly ledger: Rate;
  readonly compared: Rate;
  readonly bare: Rate;
}

try {
  await step('catalog', FULL_RUN_MS);
  const intake = await step<Intake>('ledger', FULL_RUN_MS);
  const json = await step<Figures & Rate>('json', FULL_RUN_MS);
  const full = await step('tally', FULL_RUN_MS);
  const bareFull = await step('bareFull', FULL_RUN_MS);
  const sameFull = (await step('checksum', FULL_RUN_MS)).checksum === bareFull.checksum;
  await step('ledger', FULL_RUN_MS, { onlyLastDay: true });
  const night = await step('tally', NIGHTLY_RUN_MS);
  const bareNight = await step('bareNight', NIGHTLY_RUN_MS);
  const { checksum } = await step('checksum', NIGHTLY_RUN_MS);
  const refresh = await step('refresh', REFRESH_MS);
  const pages = await step<Figures & { ours: number; bare: number; lists: number; meanLength: number }>(
    'pages',
    REFRESH_MS,
  );
  const http = await measureHttp(size, folder);
  const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  row('figure', 'Seoga', 'reference', 'ratio');
  row('---', '---', '---', '---');
  row(
    'intake, ledger writer / bare multi-row inserts',
    `${rate(intake.ledger)} by wall (${rate(intake.compared)} in the months compared)`,
    rate(intake.bare),
    times(intake.bare.wall, intake.compared.wall),
  );
  row(
    'the same by CPU',
    count(intake.compared.cpu),
    count(intake.bare.cpu),
    times(intake.bare.cpu, intake.compared.cpu),
  );
  row(
    'intake, JSON Lines / bare multi-row inserts',
    rate(json),
    rate(intake.bare),
    times(intake.bare.wall, json.wall),
  );
  row('all lists of all months', time(full), time(bareFull), times(full.cpuMs, bareFull.cpuMs));
  row('nightly run', time(night), time(bareNight), times(night.cpuMs, bareNight.cpuMs));
  row('realtime refresh', time(refresh), '', '');
  row(
    'page of 100 ids / pread',
    `${count(pages.ours)}/s`,
    `${count(pages.bare)}/s`,
    times(pages.bare, pages.ours),
  );
  row(
    'list answers during a full run / idle',
    latency(http.busy),
    latency(http.idle),
    times(http.busy.p99, http.idle.p99),
  );
  console.log(`
${size.items} items, ${size.categories} categories, ${intake.lines} lines and ${size.nightly} of the night, ${size.months} months.
Full run: ${full.entries} entries; nightly run: the month has ${bareNight.lines} lines.
Pages: ${pages.lists} lists of 100 or more, ${pages.meanLength.toFixed(0)} entries in the mean. Full run under requests: ${(http.runMs / 1000).toFixed(1)} s.
Lists of the last month equal those of the bare loop: ${sameFull} before the last day, ${checksum === bareNight.checksum} after it.`);
} finally {
  rmSync(folder, { recursive: true });
}

function step<T extends Figures = Figures>(
  name: BenchTask['step'],
  nowMs: number,
  more: Partial<BenchTask> = {},
): Promise<T> {
  const task: BenchTask = { step: name, size, folder, nowMs, ...more };
  const child = fork(join(import.meta.dirname, 'rankings', 'step.ts'), [JSON.stringify(task)]);
  return new Promise((resolve, reject) => {
    let result: unknown;
    child.once('message', (message) => {
      result = message;
    });
    child.once('exit', (code) => {
      if (code !== 0 || result === undefined)
        return reject(new Error(`step ${name} ended with code ${code}`));
      console.error(name, JSON.stringify(result));
      resolve(result as T);
    });
  });
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function rate({ wall }: Rate): string {
  return `${count(wall)} lines/s`;
}

function time({ wallMs, cpuMs, peakMb }: Figures): string {
  return `${(wallMs / 1000).toFixed(2)} s, CPU ${(cpuMs / 1000).toFixed(2)} s, ${peakMb} MB`;
}

function latency({ p50, p99, answers }: HttpFigures['idle']): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms of ${answers}`;
}

function times(more: number, less: number): string {
  return (more / less).toFixed(2);
}
