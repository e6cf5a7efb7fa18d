import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const GROUPS = join(resolve(import.meta.dirname), 'group-tests.mjs');
const { groupOf }: { groupOf(files: readonly string[], tree: string): string } = await import(GROUPS);

/** How test files ended. */
export interface Outcome {
  /** Empty until they were run: caught, missed, hangs. */
  readonly outcome: string;
  /** The test that failed; of a change that is `equivalent`, why it makes no difference. */
  readonly reason: string;
}

/** Process groups of tests that run. */
const running = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running.forEach(killGroup);
    process.exit(1);
  });
}

/** CPU time of a process with that many test files: more than any takes. */
const CPU_MAX_MS = 30_000;
const CPU_PER_FILE_MS = 15_000;
/** Of /proc. */
const TICK_MS = 10;
const LOOK_MS = 250;
/** Tests that take less CPU time than that in so many looks wait for ever. */
const IDLE_LOOKS = 240;
const IDLE_CPU_MS = 200;

/** Runs test files of a tree in one process. Ends them at the first failure, or when they take too much CPU time or wait for ever. */
export function outcomeOf(files: readonly string[], tree: string): Promise<Outcome> {
  if (files.length === 0) return Promise.resolve({ outcome: 'missed', reason: '' });
  const cpuMaxMs = CPU_MAX_MS + files.length * CPU_PER_FILE_MS;
  const folder = join(tree, 'batches');
  mkdirSync(folder, { recursive: true });
  const batch = join(folder, `${createHash('sha256').update(files.join()).digest('hex').slice(0, 12)}.mjs`);
  writeFileSync(batch, groupOf(files, tree));
  const tests = spawn(process.execPath, ['--test-reporter=tap', batch], {
    cwd: tree,
    detached: true,
    env: { ...process.env, SEOGA_TEST_PATIENCE: '3' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (tests.pid !== undefined) running.add(tests.pid);
  return new Promise((ended) => {
    let written = '';
    const seen: number[] = [];
    const end = (outcome: string, reason = '') => {
      clearInterval(looks);
      if (tests.pid !== undefined) killGroup(tests.pid);
      ended({ outcome, reason });
    };
    // By CPU time, which other work on the machine hardly changes.
    const looks = setInterval(() => {
      const cpuMs = Math.max(seen.at(-1) ?? 0, cpuMsOf(tests.pid ?? 0));
      const isIdle = cpuMs - (seen.at(-IDLE_LOOKS) ?? Number.NEGATIVE_INFINITY) < IDLE_CPU_MS;
      seen.push(cpuMs);
      if (cpuMs > cpuMaxMs || isIdle) end('hangs');
    }, LOOK_MS);
    tests.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const [, failed] = /^\s*not ok \d+ - (.*)\n/m.exec(written) ?? [];
      if (failed !== undefined) end('caught', failed.replaceAll('\t', ' '));
    });
    tests.on('close', (code) => (code === 0 ? end('missed') : end('caught', 'not loaded')));
  });
}

/** Ends tests and the servers that they started. */
function killGroup(pid: number): void {
  spawnSync('kill', ['-KILL', '--', `-${pid}`]);
  running.delete(pid);
}

/** CPU time of a process with all that it started; 0 once it is gone. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const ownMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), ownMs);
  } catch {
    return 0;
  }
}
