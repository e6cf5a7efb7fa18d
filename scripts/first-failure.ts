import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
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

/** Runs test files of a tree in one process, and ends them at the first failure, or when they take too long. */
export function outcomeOf(files: readonly string[], tree: string, maxMs: number): Promise<Outcome> {
  if (files.length === 0) return Promise.resolve({ outcome: 'missed', reason: '' });
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
    const end = (outcome: string, reason = '') => {
      clearTimeout(deadline);
      if (tests.pid !== undefined) killGroup(tests.pid);
      ended({ outcome, reason });
    };
    const deadline = setTimeout(() => end('hangs'), maxMs);
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
