import type { Clock } from '../../src/clock.ts';
import type { MoveProgress } from '../../src/store/postgres/move/move-in.ts';

/** Logs and pipes keep every line. */
const PAUSE_MS = 2_000;

/** Prints the next step on standard error. */
export function sayStep(verb: string): (step: string) => void {
  return (step) => console.error(`${verb} ${step} ...`);
}

/** Reports every few seconds how much of a store has been copied. */
export function moveProgress(clock: Clock, out: { write(text: string): unknown }): MoveProgress {
  let writtenAtMs = -Infinity;
  return (table, rows, rowsTotal) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - writtenAtMs < PAUSE_MS && rows < rowsTotal) return;
    writtenAtMs = nowMs;
    const [done, total] = [rows, rowsTotal].map((count) => count.toLocaleString('en-US'));
    out.write(
      rows < rowsTotal ? `Copied ${done} of ${total} rows (${table})\n` : `Copied ${done} rows; comparing\n`,
    );
  };
}
