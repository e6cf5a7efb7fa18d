import type { KstDay } from '../clock.ts';
import type { DayCopies } from '../rankings/day-copies.ts';
import type { CellLists } from '../rankings/ranked-lists.ts';
import type { CountedEdition } from '../rankings/ranking-repository.ts';
import type { EditionKind } from '../rankings/ranking-store.ts';
import { NO_DAYS } from '../rankings/snapshot/snapshot.ts';
import type { RunContext } from './run-context.ts';

/** The content of a new edition. */
export interface NewEdition {
  readonly kind: EditionKind;
  readonly period: number;
  readonly untilDay: KstDay;
  readonly cells: readonly CellLists[];
  readonly days?: DayCopies;
}

/** Writes lists as the next version of their period, without publishing them. */
export function writeNewEdition(context: RunContext, given: NewEdition): CountedEdition {
  const { session, state, nowMs } = context;
  const { kind, period, untilDay, cells, days = NO_DAYS } = given;
  const { categoryIds, itemIds } = state.catalog;
  const version = session.nextVersion(kind, period);
  const edition = { kind, period, version, untilDay, publishedAtMs: nowMs };
  session.writeEdition({ edition, categoryIds, itemIds, cells, days });
  return { ...edition, ledgerRevision: state.ledgerRevision };
}

/** As writeNewEdition, unless the period's published edition has exactly these lists, so that nobody fetches them again. */
export function writeIfChanged(context: RunContext, given: NewEdition): CountedEdition[] {
  const { session, state } = context;
  const { kind, period, untilDay, cells, days = NO_DAYS } = given;
  const inForce = session.findEdition(kind, period);
  const { categoryIds, itemIds } = state.catalog;
  const isSame =
    inForce?.untilDay === untilDay && session.isSame(inForce, { categoryIds, itemIds, cells, days });
  return isSame ? [] : [writeNewEdition(context, given)];
}
