import { limitsOf } from '../../accounts/account-store.ts';
import type { AccountQuotaRequest, QuotaDecision } from '../../accounts/quota-requests.ts';
import { quotaDecisionMail } from '../../site/account/mail-texts.ts';
import { accountView } from '../account/session.ts';
import type { AccountQuotaRequestView } from '../contract/console-accounts.ts';
import { required } from '../failures.ts';
import { BROWSING, CHANGING, type PortalRoute, route, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { findChangeable } from './account-changes.ts';
import { PAGE_SIZE } from './list-limits.ts';

/** Requests for more calls a day, and operators' decisions on them (docs/rules/limits.md#tiers). */
export const quotaDecisionRoutes: readonly PortalRoute[] = [
  route('GET /console/quota-requests', 'see-accounts', BROWSING, async ({ input }, services) => {
    const { state, page } = input;
    const offset = (page - 1) * PAGE_SIZE;
    const { asked, totalCount } = await services.quotaRequests.listAll(state, offset, PAGE_SIZE);
    return { requests: asked.map((one) => requestView(one, services)), totalCount, pageSize: PAGE_SIZE };
  }),
  route('POST /console/quota-requests/approve', 'accounts', CHANGING, async (request, services) => {
    const { requestId, note, ...granted } = request.input;
    return decide(requestId, { granted, note }, request, services);
  }),
  route('POST /console/quota-requests/deny', 'accounts', CHANGING, async (request, services) => {
    const { requestId, note } = request.input;
    return decide(requestId, { granted: null, note }, request, services);
  }),
];

async function decide(
  requestId: number,
  decision: QuotaDecision,
  request: SignedInRequest,
  services: PortalServices,
): Promise<AccountQuotaRequestView> {
  const { quotaRequests, background, mailer } = services;
  const { accountId } = request.account;
  const { asked } = await quotaRequests.listAll('waiting', 0, 1_000_000);
  const wanted = asked.find((one) => one.request.requestId === requestId);
  await findChangeable(required(wanted ?? null, 'STALE').account.accountId, request, services);
  const decided = required(await quotaRequests.decide(requestId, decision, accountId), 'STALE');
  const { grantedQuota, note } = decided.request;
  const mail = quotaDecisionMail(decided.account.email, grantedQuota, note, services);
  background.start(() => mailer.post(mail));
  return requestView(decided, services);
}

function requestView(
  { request, account }: AccountQuotaRequest,
  { tierLimits }: PortalServices,
): AccountQuotaRequestView {
  return {
    request,
    account: accountView(account),
    override: account.override,
    tierLimits: tierLimits[account.tier],
    dailyQuotaNow: limitsOf(account, tierLimits).dailyQuota,
  };
}
