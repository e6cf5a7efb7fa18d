import { limitsOf } from '../accounts/account-store.ts';
import { message } from '../messages/messages.ts';
import type { QuotaRequestsPage } from './contract/own-service.ts';
import { invalid } from './failures.ts';
import {
  CHANGING,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from './route.ts';
import type { PortalServices } from './services.ts';

/** Requests for more calls a day (docs/rules/limits.md#tiers). */
export const quotaRequestRoutes: readonly PortalRoute[] = [
  route('GET /quota-requests', 'account', READING, showRequests),
  route('POST /quota-requests', 'account', CHANGING, addRequest),
];

async function showRequests(
  { account }: SignedInRequest,
  { quotaRequests }: PortalServices,
): Promise<QuotaRequestsPage> {
  return { requests: await quotaRequests.list(account.accountId) };
}

async function addRequest(
  request: SignedInRequestTo<'POST /quota-requests'>,
  services: PortalServices,
): Promise<QuotaRequestsPage> {
  const { dailyQuota, reason } = request.input;
  const now = limitsOf(request.account, services.tierLimits).dailyQuota;
  if (dailyQuota <= now) {
    throw invalid('dailyQuota', message('input.moreThanNow', { now }));
  }
  if (!(await services.quotaRequests.add(request.account.accountId, dailyQuota, reason))) {
    throw invalid('dailyQuota', message('input.quotaPending'));
  }
  return showRequests(request, services);
}
