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

  function figuresOf(day: KstDay): DayFigures {
    const figures = days.get(day) ?? { day, refused: new Map(), times: new Float64Array(TIME_STEPS) };
    days.set(day, figures);
    return figures;
  }

  return {
    add(call: RecentCall): void {
      ring[next] = call;
      next = (next + 1) % RECENT_CALLS_MAX;
      const { refused, times } = figuresOf(kstDayOf(call.atMs));
      const step = stepOf(call.ms);
      if (call.status === TOO_MANY) refused.set(call.endpoint, (refused.get(call.endpoint) ?? 0) + 1);
      else times[step] = (times[step] ?? 0) + 1;
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
