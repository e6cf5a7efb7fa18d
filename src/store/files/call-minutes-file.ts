import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMinutes, type CallMinutes, type MinuteCalls } from '../../gate/call-minutes.ts';

/** The file's name in the data folder. A backup leaves it out: it's worthless after an hour. */
const CALL_MINUTES_FILE = 'call-minutes.json';

/** How often the minutes are written. A kill loses as much of the console's chart, and no count. */
const WRITE_MS = 10_000;

export interface KeptCallMinutes extends CallMinutes {
  /** Writes a last time. */
  close(): void;
}

/** Keeps the calls of the last hour over a restart: `others` holds what earlier processes of the data folder answered. */
export function keepCallMinutes(dataDir: string): KeptCallMinutes {
  const path = join(dataDir, CALL_MINUTES_FILE);
  const earlier = read(path);
  let own: () => readonly MinuteCalls[] = () => [];
  let timer: NodeJS.Timeout | undefined;
  let written = '';

  function write(): void {
    const minutes = addMinutes(own(), earlier).filter(
      ({ fine, limited, refused, failed }) => fine + limited + refused + failed > 0,
    );
    const text = JSON.stringify(minutes);
    if (minutes.length === 0 || text === written) return;
    try {
      writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
      written = text;
    } catch {
      // The disk is full: the next time writes the same and more, and a chart needn't be complete.
    }
  }

  return {
    publish(minutes) {
      own = minutes;
      timer ??= setInterval(write, WRITE_MS).unref();
    },
    others: async () => earlier,
    close() {
      clearInterval(timer);
      write();
    },
  };
}

/** None where there is no file, or no readable one. */
function read(path: string): readonly MinuteCalls[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(kept) ? kept.filter(isMinute) : [];
  } catch {
    return [];
  }
}

function isMinute(value: Partial<MinuteCalls> | null): value is MinuteCalls {
  const fields = [value?.atMs, value?.fine, value?.limited, value?.refused, value?.failed];
  return fields.every(Number.isSafeInteger);
}
