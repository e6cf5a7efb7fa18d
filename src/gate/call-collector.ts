import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf, TIME_STEPS } from './answer-times.ts';
import { type CallFigures, RECENT_CALLS_MAX, type RecentCall } from './recent-calls.ts';

/** Unwritten calls of one account: the last ones, and the figures of all. */
export interface CallCollector {
  add(call: RecentCall): void;
  /** Adds what another one collected later. */
  absorb(later: CallCollector): void;
  /** At most RECENT_CALLS_MAX. */
  newestFirst(): readonly RecentCall[];
  figures(): CallFigures;
}

/** The status of a refusal by the gate. */
const TOO_MANY = 429;

export function createCallCollector(): CallCollector {
  /** A ring: once it is full, the oldest call is at `next`. */
  const ring: RecentCall[] = [];
  let next = 0;
  const days = new Map<KstDay, DayFigures>();
  let last: DayFigures | undefined;

  function figuresOf(day: KstDay): DayFigures {
    if (last?.day === day) return last;
    last = days.get(day) ?? { day, refused: new Map(), times: new Float64Array(TIME_STEPS) };
    days.set(day, last);
    return last;
  }

  function keep(call: RecentCall): void {
    ring[next] = call;
    next = (next + 1) % RECENT_CALLS_MAX;
  }

  return {
    add(call) {
      keep(call);
      const { refused, times } = figuresOf(kstDayOf(call.atMs));
      if (call.status === TOO_MANY) increase(refused, call.endpoint, 1);
      else addTo(times, stepOf(call.ms), 1);
    },
    absorb(later) {
      for (const call of later.newestFirst().toReversed()) keep(call);
      const { refused, times } = later.figures();
      for (const { day, endpoint, calls } of refused) increase(figuresOf(day).refused, endpoint, calls);
      for (const { day, step, calls } of times) addTo(figuresOf(day).times, step, calls);
    },
    newestFirst: () => [...ring.slice(next), ...ring.slice(0, next)].reverse(),
    figures: () => ({
      refused: [...days.values()].flatMap(({ day, refused }) =>
        [...refused].map(([endpoint, calls]) => ({ day, endpoint, calls })),
      ),
      times: [...days.values()].flatMap(({ day, times }) =>
        [...times.entries()].filter(([, calls]) => calls > 0).map(([step, calls]) => ({ day, step, calls })),
      ),
    }),
  };
}

interface DayFigures {
  readonly day: KstDay;
  /** By endpoint. */
  readonly refused: Map<string, number>;
  /** By step. */
  readonly times: Float64Array;
}

function increase(counts: Map<string, number>, name: string, calls: number): void {
  counts.set(name, (counts.get(name) ?? 0) + calls);
}

function addTo(counts: Float64Array, step: number, calls: number): void {
  counts[step] = (counts[step] ?? 0) + calls;
}

/** Figures of several sources from a day on, added up and oldest first. */
export function addFigures(all: readonly CallFigures[], fromDay: KstDay): CallFigures {
  const refused = new Map<string, CallFigures['refused'][number]>();
  const times = new Map<string, CallFigures['times'][number]>();
  for (const figures of all) {
    for (const row of figures.refused) {
      const key = `${row.day} ${row.endpoint}`;
      refused.set(key, { ...row, calls: row.calls + (refused.get(key)?.calls ?? 0) });
    }
    for (const row of figures.times) {
      const key = `${row.day} ${row.step}`;
      times.set(key, { ...row, calls: row.calls + (times.get(key)?.calls ?? 0) });
    }
  }
  return {
    refused: [...refused.values()]
      .filter(({ day }) => day >= fromDay)
      .sort((a, b) => a.day - b.day || (a.endpoint < b.endpoint ? -1 : 1)),
    times: [...times.values()]
      .filter(({ day }) => day >= fromDay)
      .sort((a, b) => a.day - b.day || a.step - b.step),
  };
}
