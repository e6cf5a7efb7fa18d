import type { KstDay } from '../clock.ts';
import type { MonthCopies } from '../rankings/day-copies.ts';
import { sumSegments } from '../rankings/period-copies.ts';
import { previousFromPublished, previousFromTally } from '../rankings/previous-lists.ts';
import {
  type CellLists,
  compareWithPrevious,
  layOutEntrants,
  type PreviousList,
} from '../rankings/ranked-lists.ts';
import type { Edition, EditionKind } from '../rankings/ranking-store.ts';
import { tallySteady } from '../rankings/steady-lists.ts';
import { tallyLists } from '../rankings/tally.ts';
import type { RunContext } from './run-context.ts';

/** The weight of a copy in the overall list by the week of its sale, latest first (docs/lists.md#overall). */
const WEEK_WEIGHTS = [4, 3, 2, 1];

/** Makes the overall and the steady lists up to a day. */
export function makeNightlyLists(
  context: RunContext,
  untilDay: KstDay,
  recent: readonly MonthCopies[],
): Edition[] {
  const { state, session, nowMs } = context;
  const { catalog } = state;
  const overall = tallyOverall(
    context,
    recent,
    untilDay,
    findPrevious(context, 'overall', untilDay - 1, () => tallyOverall(context, recent, untilDay - 1, null)),
  );
  context.stopIfRequested();
  const steady = tallySteady(catalog, recent, untilDay);
  const steadyBefore = findPrevious(context, 'steady', untilDay - 1, () => [
    tallySteady(catalog, recent, untilDay - 1),
  ]);
  compareWithPrevious(steady, 0, steadyBefore, new Int32Array(catalog.itemIds.length));
  const about = { catalog, period: untilDay, untilDay, publishedAtMs: nowMs };
  return [
    session.writeEdition({ ...about, kind: 'overall', cells: overall }),
    session.writeEdition({ ...about, kind: 'steady', cells: [steady] }),
  ];
}

function tallyOverall(
  { state, settings }: RunContext,
  recent: readonly MonthCopies[],
  untilDay: KstDay,
  previous: PreviousList | null,
): CellLists[] {
  const weightOf = (day: KstDay) =>
    day > untilDay ? 0 : (WEEK_WEIGHTS[Math.floor((untilDay - day) / 7)] ?? 0);
  const sold = sumSegments(state.catalog, recent, weightOf);
  return tallyLists({
    catalog: state.catalog,
    sold,
    entrants: layOutEntrants(state.catalog, sold.items),
    minSegmentCopies: settings.minSegmentCopies,
    previous,
  });
}

/** The lists of the day before: as they were published, or, if there are none, as they would be from today's knowledge. */
export function findPrevious(
  { session, state }: RunContext,
  kind: EditionKind,
  period: number,
  tally: () => readonly CellLists[],
): PreviousList {
  if (session.findEdition(kind, period) === null) return previousFromTally(tally());
  return previousFromPublished((cell) => session.readCell(kind, period, cell), state.catalog);
}
