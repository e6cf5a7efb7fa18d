import type { Account } from '../../accounts/account-store.ts';
import { formatKstDay, formatKstInstant, parseKstMonth } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { RestateOutcome, RunRecord } from '../../rankings/ranking-admin.ts';
import { nextNightlyMs } from '../../rankings/tally-progress.ts';
import type { RankingsPage, Restated, RunView } from '../contract/console-shop.ts';
import { invalid, PortalError } from '../failures.ts';
import {
  CHANGING,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from '../route.ts';
import type { PortalServices } from '../services.ts';
import { busyWithImport } from './busy.ts';

/** Ranking runs: progress, history, and starting one (docs/rules/rankings.md#when-lists-appear). */
export const rankingRoutes: readonly PortalRoute[] = [
  route('GET /console/rankings', 'see-shop', READING, showRankings),
  route('POST /console/rankings/run', 'shop', CHANGING, askForRun),
  route('POST /console/rankings/restate', 'shop', CHANGING, restate),
];

const RUNS_SHOWN = 20;

async function showRankings(
  _request: SignedInRequest,
  { rankingAdmin, clock }: PortalServices,
): Promise<RankingsPage> {
  const { tallied, refreshed } = await rankingAdmin.progress();
  const nowMs = clock.nowMs();
  const [tallies, refreshes] = await Promise.all([
    rankingAdmin.listRuns('tally', RUNS_SHOWN),
    rankingAdmin.listRuns('refresh', RUNS_SHOWN),
  ]);
  return {
    nowMs,
    tallied:
      tallied === null ? null : { untilDay: formatKstDay(tallied.untilDay), atMs: tallied.talliedAtMs },
    refreshedAtMs: refreshed?.refreshedAtMs ?? null,
    nextTallyAtMs: nextNightlyMs(nowMs),
    underWay: await rankingAdmin.underWay(),
    requested: await rankingAdmin.requested(),
    tallies: tallies.map(viewOf),
    refreshes: refreshes.map(viewOf),
  };
}

function viewOf({ cause, outcome, startedAtMs, elapsedMs, untilDay, months, editions }: RunRecord): RunView {
  const day = untilDay === null ? null : formatKstDay(untilDay);
  return { cause, outcome, startedAtMs, elapsedMs, untilDay: day, months, editions };
}

async function askForRun(
  request: SignedInRequestTo<'POST /console/rankings/run'>,
  services: PortalServices,
): Promise<RankingsPage> {
  const { kind } = request.input;
  await services.rankingAdmin.request(kind);
  await services.auditTrail.record(request.account.accountId, 'rankings.asked', 'rankings', { kind });
  return showRankings(request, services);
}

async function restate(
  { account, input }: SignedInRequestTo<'POST /console/rankings/restate'>,
  services: PortalServices,
): Promise<Restated> {
  const { month: text, confirmation } = input;
  const month = parseKstMonth(text);
  if (month === null) throw invalid('month', message('input.month'));
  if (confirmation !== text) {
    throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
  }
  const outcome = await services.rankingAdmin.restate(month);
  return followRestated(outcome, account, 'rankings.restated', { month: text }, services);
}

/** Logs that a month was restated, and asks for the run that publishes it. Throws what kept the month from it. */
export async function followRestated(
  outcome: RestateOutcome,
  { accountId }: Account,
  action: string,
  detail: object,
  { auditTrail, rankingAdmin }: PortalServices,
): Promise<Restated> {
  if (outcome.kind === 'busy') throw busyWithImport();
  if (outcome.kind === 'unknown') {
    throw invalid('month', message('input.noListOfMonth'));
  }
  if (outcome.kind === 'open') {
    const until = formatKstInstant(outcome.closesAtMs).slice(0, 16).replace('T', ' ');
    throw invalid('month', message('input.openMonth', { until }));
  }
  await auditTrail.record(accountId, action, 'rankings', detail);
  // The run that publishes the month is this operator's, not the schedule's.
  await rankingAdmin.request('tally');
  const { lateLines, lateCancellations } = outcome;
  return { lateLines, lateCancellations };
}
