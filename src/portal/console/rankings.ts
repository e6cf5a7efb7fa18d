import { formatKstDay, formatKstInstant, parseKstMonth } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import { RUN_KINDS, type RunRecord } from '../../rankings/ranking-admin.ts';
import { nextNightlyMs } from '../../rankings/tally-progress.ts';
import { readBody } from '../body.ts';
import type { RankingsPage, Restated, RunView } from '../console-shop-contract.ts';
import { invalid, PortalError } from '../failures.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { busyWithImport } from './busy.ts';

const PATH = '/console/rankings';

/** Ranking runs: progress, history, and starting one (docs/rules/rankings.md#when-lists-appear). */
export const rankingRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: PATH, needs: 'see-shop', limit: READING, answer: showRankings },
  { method: 'POST', path: `${PATH}/run`, needs: 'shop', limit: CHANGING, answer: askForRun },
  { method: 'POST', path: `${PATH}/restate`, needs: 'shop', limit: CHANGING, answer: restate },
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
  request: SignedInRequest<'/console/rankings/run'>,
  services: PortalServices,
): Promise<RankingsPage> {
  const named = readBody(request.body, ['kind']).text('kind', 1, 20);
  const kind = RUN_KINDS.find((one) => one === named);
  if (kind === undefined) {
    const names = RUN_KINDS.join(', ');
    throw invalid('kind', message('input.oneOfNames', { words: names }));
  }
  await services.rankingAdmin.request(kind);
  await services.auditTrail.record(request.account.accountId, 'rankings.asked', 'rankings', { kind });
  return showRankings(request, services);
}

async function restate(
  { account, body: sent }: SignedInRequest<'/console/rankings/restate'>,
  services: PortalServices,
): Promise<Restated> {
  const body = readBody(sent, ['month', 'confirmation']);
  const text = body.text('month', 1, 10);
  const month = parseKstMonth(text);
  if (month === null) throw invalid('month', message('input.month'));
  if (body.text('confirmation', 1, 10) !== text) {
    throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
  }
  const outcome = await services.rankingAdmin.restate(month);
  if (outcome.kind === 'busy') throw busyWithImport();
  if (outcome.kind === 'unknown') {
    throw invalid('month', message('input.noListOfMonth'));
  }
  if (outcome.kind === 'open') {
    const until = formatKstInstant(outcome.closesAtMs).slice(0, 16).replace('T', ' ');
    throw invalid('month', message('input.openMonth', { until }));
  }
  await services.auditTrail.record(account.accountId, 'rankings.restated', 'rankings', { month: text });
  // The run that publishes the month is this operator's, not the schedule's.
  await services.rankingAdmin.request('tally');
  const { lateLines, lateCancellations } = outcome;
  return { lateLines, lateCancellations };
}
