import { limitsOf } from '../accounts/account-store.ts';
import { message } from '../messages/messages.ts';
import { invalid } from './failures.ts';
import { CHANGING, type PortalRoute, READING, route } from './route.ts';

/** Requests for more calls a day (docs/rules/limits.md#tiers). */
export const quotaRequestRoutes: readonly PortalRoute[] = [
  route('GET /quota-requests', 'account', READING, async ({ account }, { quotaRequests }) => ({
    requests: await quotaRequests.list(account.accountId),
  })),
  route('POST /quota-requests', 'account', CHANGING, async ({ account, input }, services) => {
    const { quotaRequests, tierLimits } = services;
    const { dailyQuota, reason } = input;
    const now = limitsOf(account, tierLimits).dailyQuota;
    if (dailyQuota <= now) throw invalid('dailyQuota', message('input.moreThanNow', { now }));
    if (!(await quotaRequests.add(account.accountId, dailyQuota, reason)))
      throw invalid('dailyQuota', message('input.quotaPending'));
    return { requests: await quotaRequests.list(account.accountId) };
  }),
];
