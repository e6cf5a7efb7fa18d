import type { Account } from '../../accounts/account-store.ts';
import { formatKstDay, formatKstInstant, parseKstMonth } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { RestateOutcome, RunKind } from '../../rankings/ranking-admin.ts';
import type { RestatedLines } from '../../rankings/restatement.ts';
import { nextNightlyMs } from '../../rankings/tally-progress.ts';
import type { RankingsPage, RunView } from '../contract/console-shop.ts';
import { invalid, PortalError } from '../failures.ts';
import { CHANGING, type PortalRoute, READING, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { ANY_ENTRY, partyView } from './audit.ts';
import { busyWithImport } from './busy.ts';

/** Ranking runs: progress, history, and starting one (docs/rules/rankings.md#when-lists-appear). */
export const rankingRoutes: readonly PortalRoute[] = [
  route('GET /console/rankings', 'see-shop', READING, async (_request, services) => rankingsPage(services)),
  route('POST /console/rankings/run', 'shop', CHANGING, async ({ account, input }, services) => {
    await services.rankingAdmin.request(input.kind);
    await services.auditTrail.record(account.accountId, 'rankings.asked', 'rankings', input);
    return rankingsPage(services);
  }),
  route('POST /console/rankings/restate', 'shop', CHANGING, async ({ account, input }, services) => {
    const { month: text, confirmation } = input;
    const month = parseKstMonth(text);
    if (month === null) throw invalid('month', message('input.month'));
    if (confirmation !== text) throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
    const outcome = await services.rankingAdmin.restate(month, false);
    return followRestated(outcome, account, 'rankings.restated', { month: text }, services);
  }),
];

const RUNS_SHOWN = 20;

async function rankingsPage(services: PortalServices): Promise<RankingsPage> {
  const { rankingAdmin, clock } = services;
  const { tallied, refreshed } = await rankingAdmin.progress();
  const nowMs = clock.nowMs();
  return {
    nowMs,
    tallied: tallied && { untilDay: formatKstDay(tallied.untilDay), atMs: tallied.talliedAtMs },
    refreshedAtMs: refreshed?.refreshedAtMs ?? null,
    nextTallyAtMs: nextNightlyMs(nowMs),
    underWay: await rankingAdmin.underWay(),
    requested: await rankingAdmin.requested(),
    tallies: await runViews('tally', RUNS_SHOWN, services),
    refreshes: await runViews('refresh', RUNS_SHOWN, services),
  };
}

/** Lines of the audit log among which runs find what led to them. */
const ASKED_MAX = 100;

/** The latest runs, newest first, each with the line of the audit log that led to it. */
export async function runViews(
  kind: RunKind,
  limit: number,
  services: PortalServices,
): Promise<readonly RunView[]> {
  // One more, which tells since when the last one of them was asked for.
  const runs = await services.rankingAdmin.listRuns(kind, limit + 1);
  const lines = await services.auditLog.list({ ...ANY_ENTRY, target: 'rankings' }, null, ASKED_MAX);
  const ofKind = lines.filter(({ detail }) => detail.includes('"refresh"') === (kind === 'refresh'));
  const views = runs.slice(0, limit).map(async (run, at): Promise<RunView> => {
    const { kind: _, untilDay, ...others } = run;
    const { cause, startedAtMs } = run;
    const sinceMs = runs[at + 1]?.startedAtMs ?? 0;
    const actor = cause === 'operator' ? 'account:' : cause;
    const asked = ofKind.find((line) => line.atMs <= startedAtMs && line.actor.startsWith(actor));
    const isItsOwn = asked !== undefined && asked.atMs > sinceMs;
    return {
      ...others,
      asked: isItsOwn ? { action: asked.action, by: await partyView(asked.actor, services) } : null,
      untilDay: untilDay === null ? null : formatKstDay(untilDay),
    };
  });
  return Promise.all(views);
}

/** Logs that a month was restated, and asks for the run that publishes it. Throws what kept the month from it. */
export async function followRestated(
  outcome: RestateOutcome,
  { accountId }: Account,
  action: string,
  detail: object,
  { auditTrail, rankingAdmin }: PortalServices,
): Promise<RestatedLines> {
  if (outcome.kind === 'busy') throw busyWithImport();
  if (outcome.kind === 'unknown') throw invalid('month', message('input.noListOfMonth'));
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
