import type { Clock } from '../clock.ts';
import { MINUTE_MS, type MinuteCalls, RATE_MINUTES } from '../gate/call-minutes.ts';
import { isEndpoint, type ResponseObserver } from './response-observers.ts';

/** What this process has answered lately, in memory. */
export interface CallRates {
  /** Counts a response if it is one of the public API. */
  readonly observe: ResponseObserver;
  /** RATE_MINUTES minutes, oldest first, the current one last; quiet ones and those before the start hold zeros. */
  minutes(): readonly MinuteCalls[];
}

export function createCallRates(clock: Clock): CallRates {
  const minuteOf = new Float64Array(RATE_MINUTES).fill(Number.NaN);
  const counts = new Uint32Array(RATE_MINUTES * CLASSES);

  const placeOf = (minute: number) => ((minute % RATE_MINUTES) + RATE_MINUTES) % RATE_MINUTES;
  const count = (status: number) => {
    const minute = Math.floor(clock.nowMs() / MINUTE_MS);
    const place = placeOf(minute);
    if (minuteOf[place] !== minute) {
      minuteOf[place] = minute;
      counts.fill(0, place * CLASSES, (place + 1) * CLASSES);
    }
    const at = place * CLASSES + classOf(status);
    counts[at] = (counts[at] ?? 0) + 1;
  };
  return {
    observe(endpoint, status) {
      if (isEndpoint(endpoint)) count(status);
    },
    minutes() {
      const last = Math.floor(clock.nowMs() / MINUTE_MS);
      return Array.from({ length: RATE_MINUTES }, (_, index) => {
        const minute = last - RATE_MINUTES + 1 + index;
        const place = placeOf(minute);
        const of = (kind: number) => (minuteOf[place] === minute ? (counts[place * CLASSES + kind] ?? 0) : 0);
        return {
          atMs: minute * MINUTE_MS,
          fine: of(FINE),
          limited: of(LIMITED),
          refused: of(REFUSED),
          failed: of(FAILED),
        };
      });
    },
  };
}

const FINE = 0;
const LIMITED = 1;
const REFUSED = 2;
const FAILED = 3;
const CLASSES = 4;

function classOf(status: number): number {
  if (status < 400) return FINE;
  if (status === 429) return LIMITED;
  return status < 500 ? REFUSED : FAILED;
}
