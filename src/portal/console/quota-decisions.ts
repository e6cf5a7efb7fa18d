import { limitsOf } from '../../accounts/account-store.ts';
import type { AccountQuotaRequest, QuotaDecision } from '../../accounts/quota-requests.ts';
import { type Body, readBody } from '../body.ts';
import type { AccountQuotaRequestsPage, AccountQuotaRequestView } from '../console-contract.ts';
import { PortalError } from '../failures.ts';
import { quotaDecisionMail } from '../mail-texts.ts';
import { readChoice, readPage } from '../query.ts';
import { BROWSING, CHANGING, type PortalRoute, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { accountView } from '../session.ts';
import { LIMITS_FIELDS, readGrantedLimits } from './limits-fields.ts';
import { PAGE_SIZE } from './list-limits.ts';

const PATH = '/console/quota-requests';
const NOTE_MAX = 1000;

/** Requests for more calls a day, and operators' decisions on them (docs/rules/limits.md#tiers). */
export const quotaDecisionRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: PATH, needs: 'see-accounts', limit: BROWSING, answer: showAll },
  { method: 'POST', path: `${PATH}/approve`, needs: 'accounts', limit: CHANGING, answer: approve },
  { method: 'POST', path: `${PATH}/deny`, needs: 'accounts', limit: CHANGING, answer: deny },
];

async function showAll(
  { query }: SignedInRequest<'/console/quota-requests'>,
  services: PortalServices,
): Promise<AccountQuotaRequestsPage> {
  const state = readChoice(query, 'state', ['waiting', 'decided'], 'waiting');
  const offset = (readPage(query) - 1) * PAGE_SIZE;
  const { asked, totalCount } = await services.quotaRequests.listAll(state, offset, PAGE_SIZE);
  return { requests: asked.map((one) => requestView(one, services)), totalCount, pageSize: PAGE_SIZE };
}

async function approve(
  request: SignedInRequest<'/console/quota-requests/approve'>,
  services: PortalServices,
): Promise<AccountQuotaRequestView> {
  const body = readBody(request.body, ['requestId', 'note', ...LIMITS_FIELDS]);
  const note = body.paragraph('note', 0, NOTE_MAX);
  return decide(body, { granted: readGrantedLimits(body), note }, request, services);
}

async function deny(
  request: SignedInRequest<'/console/quota-requests/deny'>,
  services: PortalServices,
): Promise<AccountQuotaRequestView> {
  const body = readBody(request.body, ['requestId', 'note']);
  return decide(body, { granted: null, note: body.paragraph('note', 1, NOTE_MAX) }, request, services);
}

async function decide(
  body: Body<'requestId'>,
  decision: QuotaDecision,
  request: SignedInRequest,
  services: PortalServices,
): Promise<AccountQuotaRequestView> {
  const { quotaRequests, background, mailer } = services;
  const requestId = body.integer('requestId', 1, Number.MAX_SAFE_INTEGER);
  const decided = await quotaRequests.decide(requestId, decision, request.account.accountId);
  if (decided === null) throw new PortalError('STALE');
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
