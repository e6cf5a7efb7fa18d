/**
 * A shop of many items and order lines, generated: how fast lines come in, and how long the lists of all months, of a night and
 * of ten minutes take. Each figure stands next to a bare reference of the same work in the same run.
 *
 * node bench/night.ts [--items 200000] [--categories 1000] [--lines 5000000] [--months 24] [--nightly 15000]
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { head, ratio, readOptions, row, withFolder } from './figures.ts';
import { FULL_RUN_MS, NIGHTLY_RUN_MS, REFRESH_MS } from './night/shop.ts';
import type { BenchTask } from './night/step.ts';

const size = readOptions({
  items: 200_000,
  categories: 1000,
  lines: 5_000_000,
  months: 24,
  nightly: 15_000,
});

interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly entries: number;
  readonly lines: number;
  readonly checksum: string;
  readonly listsMb: number;
  readonly headMs: number;
  readonly middleMs: number;
}

await withFolder(async (folder) => {
  const step = (name: BenchTask['step'], nowMs: number) => runStep({ step: name, size, folder, nowMs });
  await step('catalog', FULL_RUN_MS);
  const sales = await step('sales', FULL_RUN_MS);
  const full = await step('tally', FULL_RUN_MS);
  const bareFull = await step('bareFull', FULL_RUN_MS);
  const sameFull = (await step('checksum', FULL_RUN_MS)).checksum === bareFull.checksum;
  await step('lastDay', NIGHTLY_RUN_MS);
  const night = await step('tally', NIGHTLY_RUN_MS);
  const bareNight = await step('bareNight', NIGHTLY_RUN_MS);
  const sameNight = (await step('checksum', NIGHTLY_RUN_MS)).checksum === bareNight.checksum;
  const refresh = await step('refresh', REFRESH_MS);
  const pages = await step('pages', REFRESH_MS);
  head('figure', 'Seoga', 'reference', 'ratio by CPU');
  const compared = {
    'all lists': [full, bareFull],
    night: [night, bareNight],
  };
  for (const [name, [ours, bare]] of Object.entries(compared) as [string, [Figures, Figures]][])
    row(name, time(ours), time(bare), ratio(ours.cpuMs, bare.cpuMs));
  row('intake of the lines', time(sales), '', '');
  row('realtime refresh', time(refresh), '', '');
  const us = (ms: number) => `CPU ${(ms * 1000).toFixed(0)} us`;
  const place = `a page of 20 in the middle of ${pages.lines}; reference: at its head`;
  row(place, us(pages.middleMs), us(pages.headMs), ratio(pages.middleMs, pages.headMs));
  console.log(`
${size.items} items, ${size.categories} categories, ${sales.lines} lines and ${size.nightly} of the night, ${size.months} months.
Intake: ${Math.round((sales.lines / sales.cpuMs) * 1000)} lines a second of CPU. Full run: ${full.entries} entries, ${full.listsMb} MB of lists.db; ${night.listsMb} MB after the night.
The first page of that list: CPU ${pages.cpuMs.toFixed(1)} ms.
Lists of the last month equal those of the bare loop: ${sameFull} before the last day, ${sameNight} after it.`);
});

function runStep(task: BenchTask): Promise<Figures> {
  const child = fork(join(import.meta.dirname, 'night', 'step.ts'), [JSON.stringify(task)]);
  return new Promise((resolve, reject) => {
    let result: Figures | undefined;
    child.once('message', (message) => {
      result = message as Figures;
    });
    child.once('exit', (code) => {
      if (code !== 0 || result === undefined)
        return reject(new Error(`step ${task.step} ended with code ${code}`));
      console.error(task.step, JSON.stringify(result));
      resolve(result);
    });
  });
}

function time({ wallMs, cpuMs, peakMb }: Figures): string {
  return `${(wallMs / 1000).toFixed(2)} s, CPU ${(cpuMs / 1000).toFixed(2)} s, ${peakMb} MB`;
}
