/** What all benchmarks share: their options, their folder, and how they time and compare. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { type Cleanup, withCleanup } from '../test/support/temp-dir.ts';

type Options<T> = { readonly [K in keyof T]: T[K] extends number ? number : string };

/** Options of the command line such as --items 20000, a number where the default is one, and the words before them. */
export function readOptions<T extends Readonly<Record<string, string | number>>>(
  defaults: T,
): Options<T> & { readonly words: readonly string[] } {
  const names = Object.keys(defaults);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const read = names.map((name) => {
    const given = values[name] ?? defaults[name] ?? '';
    return [name, typeof defaults[name] === 'number' ? Number(given) : given];
  });
  return { ...Object.fromEntries(read), words: positionals } as never;
}

/** Runs work with a temporary folder on the disk, which goes after all else that the work cleans up. */
export async function withFolder(work: (folder: string, t: Cleanup) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
  await withCleanup((t) => work(folder, t)).finally(() => rmSync(folder, { recursive: true }));
}

export interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Adds up the time of the stretches that it runs, by the clock and by the processor. */
export class Stopwatch implements Measured {
  wallMs = 0;
  cpuMs = 0;

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const cpu = process.cpuUsage();
    const startMs = systemClock.monotonicMs();
    const result = await work();
    const { user, system } = process.cpuUsage(cpu);
    this.wallMs += systemClock.monotonicMs() - startMs;
    this.cpuMs += (user + system) / 1000;
    return result;
  }
}

/** Runs each subject once a round, in turn, so that whatever else the machine does hits all. The first round only warms up. */
export async function inTurn<S, T>(
  subjects: Readonly<Record<string, S>>,
  rounds: number,
  run: (subject: S) => Promise<T>,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const results = new Map<string, T[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const result = await run(subject);
      if (round > 0) results.get(name)?.push(result);
    }
  }
  return results;
}

export function ratio(ours: number, reference: number): string {
  return (ours / reference).toFixed(2);
}

export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

export function medianOf<K extends string>(
  field: K,
  rounds: readonly Readonly<Record<K, number>>[] = [],
): number {
  return median(rounds.map((one) => one[field]));
}

/** The value below which a share of ascending numbers lies. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

export function head(...cells: readonly string[]): void {
  row(...cells);
  row(...cells.map(() => '---'));
}

export function row(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
