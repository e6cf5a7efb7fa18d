import assert from 'node:assert/strict';

/** Other programs disturb some measurements, not all. */
const TRIES = 7;

/** Smaller measurements are mostly noise. */
const FLOOR_US = 4_000;

/** For four times the input, quadratic work takes 16 times as long. */
const RATIO_MAX = 9;

/** Asserts that `run` takes CPU time in proportion to its input, by two measurements. */
export async function assertLinear(
  title: string,
  input: (length: number) => string,
  length: number,
  run: (input: string) => unknown,
): Promise<void> {
  const [shortInput, longInput] = [input(length), input(4 * length)];
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < TRIES; i++) {
    short = Math.min(short, await cpuUs(shortInput, run));
    long = Math.min(long, await cpuUs(longInput, run));
    if (long <= RATIO_MAX * Math.max(short, FLOOR_US)) return;
  }
  assert.fail(`${title}: ${short} us for ${length} characters, ${long} us for four times as many`);
}

async function cpuUs(input: string, run: (input: string) => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run(input);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
