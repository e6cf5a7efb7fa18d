import type { WriteStream } from 'node:tty';
import type { Clock } from '../../src/clock.ts';

const TERMINAL_PAUSE_MS = 200;
/** Logs and pipes keep every line. */
const LOG_PAUSE_MS = 5000;

/** Shows the progress of an import: on a terminal, one line that is overwritten; elsewhere, a line every few seconds. */
export function importProgress(name: string, clock: Clock, out: Pick<WriteStream, 'write' | 'isTTY'>) {
  const startMs = clock.monotonicMs();
  const pauseMs = out.isTTY ? TERMINAL_PAUSE_MS : LOG_PAUSE_MS;
  let writtenAtMs = startMs;
  let isLineOpen = false;
  return {
    /** Takes the number of lines read so far. Can be called at any rate. */
    update(lines: number): void {
      const nowMs = clock.monotonicMs();
      if (nowMs - writtenAtMs < pauseMs) return;
      writtenAtMs = nowMs;
      const perSecond = Math.round(lines / ((nowMs - startMs) / 1000));
      const text = `${name}: ${lines.toLocaleString('en-US')} lines, ${perSecond.toLocaleString('en-US')} a second`;
      out.write(out.isTTY ? `\r${CLEAR_LINE}${text}` : `${text}\n`);
      isLineOpen = out.isTTY;
    },
    /** Clears the line for the next output. */
    end(): void {
      if (isLineOpen) out.write(`\r${CLEAR_LINE}`);
      isLineOpen = false;
    },
  };
}

const CLEAR_LINE = '\u001b[K';
