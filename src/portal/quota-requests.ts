import { limitsOf } from '../accounts/account-store.ts';
import { message } from '../messages/messages.ts';
import { readBody } from './body.ts';
import type { QuotaRequestsPage } from './contract.ts';
import { invalid } from './failures.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from './route.ts';
import type { PortalServices } from './services.ts';

const PATH = '/quota-requests';
const DAILY_QUOTA_MAX = 1_000_000_000;

/** Requests for more calls a day (docs/rules/limits.md#tiers). */
export const quotaRequestRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: PATH, needs: 'account', limit: READING, answer: showRequests },
  { method: 'POST', path: PATH, needs: 'account', limit: CHANGING, answer: addRequest },
];

async function showRequests(
  { account }: SignedInRequest,
  { quotaRequests }: PortalServices,
): Promise<QuotaRequestsPage> {
  return { requests: await quotaRequests.list(account.accountId) };
}

async function addRequest(
  request: SignedInRequest<'/quota-requests'>,
  services: PortalServices,
): Promise<QuotaRequestsPage> {
  const body = readBody(request.body, ['dailyQuota', 'reason']);
  const dailyQuota = body.integer('dailyQuota', 1, DAILY_QUOTA_MAX);
  const reason = body.paragraph('reason', 1, 1000);
  const now = limitsOf(request.account, services.tierLimits).dailyQuota;
  if (dailyQuota <= now) {
    throw invalid('dailyQuota', message('input.moreThanNow', { now }));
  }
  if (!(await services.quotaRequests.add(request.account.accountId, dailyQuota, reason))) {
    throw invalid('dailyQuota', message('input.quotaPending'));
  }
  return showRequests(request, services);
}
