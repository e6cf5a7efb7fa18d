import { join } from 'node:path';
import { addMinutes, type CallMinutes, type MinuteCalls } from '../../gate/call-minutes.ts';
import { readJsonFile, writeJsonFile } from '../../whole-file.ts';
import { createMinutePublisher, type MinutePublisher } from '../publish-minutes.ts';

/** The file's name in the data folder. A backup leaves it out: it's worthless after an hour. */
const CALL_MINUTES_FILE = 'call-minutes.json';

/** How often the minutes are written. A kill loses as much of the console's chart, and no count. */
const WRITE_MS = 10_000;

/** Keeps the calls of the last hour over a restart: `others` holds what earlier processes of the data folder answered. */
export function keepCallMinutes(dataDir: string): CallMinutes & MinutePublisher {
  const path = join(dataDir, CALL_MINUTES_FILE);
  const kept = readJsonFile(path);
  const earlier: readonly MinuteCalls[] = Array.isArray(kept) ? kept.filter(isMinute) : [];
  return {
    ...createMinutePublisher(
      WRITE_MS,
      (own) => addMinutes(own, earlier),
      (minutes) => writeJsonFile(path, minutes),
    ),
    others: async () => earlier,
  };
}

function isMinute(value: Partial<MinuteCalls> | null): value is MinuteCalls {
  const fields = [value?.atMs, value?.fine, value?.limited, value?.refused, value?.failed];
  return fields.every(Number.isSafeInteger);
}
