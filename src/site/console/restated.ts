import { formatKstInstant } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { RestateOutcome } from '../../rankings/ranking-admin.ts';
import { Failure, invalid } from '../kit/failures.ts';
import type { SignedInVisit } from '../kit/visit.ts';

type Restated = Extract<RestateOutcome, { kind: 'restated' }>;

/** What counts again. Throws what keeps the month from it. */
export function restatedOr(outcome: RestateOutcome): Restated {
  if (outcome.kind === 'restated') return outcome;
  if (outcome.kind === 'busy') throw new Failure('BUSY', { detail: message('input.busyWithImport') });
  if (outcome.kind === 'unknown') throw invalid('month', message('input.noListOfMonth'));
  const until = formatKstInstant(outcome.closesAtMs).slice(0, 16).replace('T', ' ');
  throw invalid('month', message('input.openMonth', { until }));
}

/** Logs that a month is counted again, and asks for the run that publishes it: this operator's, not the schedule's. */
export async function publishRestated(
  { services, account }: SignedInVisit,
  action: string,
  detail: object,
): Promise<void> {
  await services.auditTrail.record(account.accountId, action, 'rankings', detail);
  await services.rankingAdmin.request('tally');
}
