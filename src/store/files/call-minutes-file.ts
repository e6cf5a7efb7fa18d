import { join } from 'node:path';
import { addMinutes, type CallMinutes, type MinuteCalls } from '../../gate/call-minutes.ts';
import { readJsonFile, writeJsonFile } from '../../whole-file.ts';

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
  const kept = readJsonFile(path);
  const earlier: readonly MinuteCalls[] = Array.isArray(kept) ? kept.filter(isMinute) : [];
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
      writeJsonFile(path, minutes);
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

function isMinute(value: Partial<MinuteCalls> | null): value is MinuteCalls {
  const fields = [value?.atMs, value?.fine, value?.limited, value?.refused, value?.failed];
  return fields.every(Number.isSafeInteger);
}
