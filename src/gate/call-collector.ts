import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf, TIME_STEPS } from './answer-times.ts';
import { type CallFigures, RECENT_CALLS_MAX, type RecentCall } from './recent-calls.ts';

/** The status of a refusal by the gate. */
const TOO_MANY = 429;

export type CallCollector = ReturnType<typeof createCallCollector>;

/** Unwritten calls of one account: the last ones, and the figures of all. */
export function createCallCollector() {
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
    add(call: RecentCall): void {
      keep(call);
      const { refused, times } = figuresOf(kstDayOf(call.atMs));
      if (call.status === TOO_MANY) increase(refused, call.endpoint, 1);
      else addTo(times, stepOf(call.ms), 1);
    },
    /** Adds what another one collected later. */
    absorb(later: { newestFirst(): readonly RecentCall[]; figures(): CallFigures }): void {
      for (const call of later.newestFirst().toReversed()) keep(call);
      const { refused, times } = later.figures();
      for (const { day, endpoint, calls } of refused) increase(figuresOf(day).refused, endpoint, calls);
      for (const { day, step, calls } of times) addTo(figuresOf(day).times, step, calls);
    },
    /** At most RECENT_CALLS_MAX. */
    newestFirst: (): readonly RecentCall[] => [...ring.slice(next), ...ring.slice(0, next)].reverse(),
    figures: (): CallFigures => ({
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
  const refused = all.flatMap((figures) => figures.refused);
  const times = all.flatMap((figures) => figures.times);
  return {
    refused: addUp(refused, fromDay, ({ endpoint }) => endpoint).sort(
      (a, b) => a.day - b.day || (a.endpoint < b.endpoint ? -1 : 1),
    ),
    times: addUp(times, fromDay, ({ step }) => step).sort((a, b) => a.day - b.day || a.step - b.step),
  };
}

/** One row for each day and kind, from a day on. */
function addUp<Row extends { readonly day: KstDay; readonly calls: number }>(
  rows: readonly Row[],
  fromDay: KstDay,
  kindOf: (row: Row) => string | number,
): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows.filter(({ day }) => day >= fromDay)) {
    const key = `${row.day} ${kindOf(row)}`;
    sums.set(key, { ...row, calls: row.calls + (sums.get(key)?.calls ?? 0) });
  }
  return [...sums.values()];
}
