import { auditName } from '../accounts/audit-log.ts';
import type { QuotaMailsView } from './contract/own-service.ts';
import {
  CHANGING,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from './route.ts';
import type { PortalServices } from './services.ts';

/** Whether an operator wants mail about what waits or went wrong (docs/rules/accounts.md#mail-to-operators). */
export const operatorMailRoutes: readonly PortalRoute[] = [
  route('GET /operator-mails', 'account', READING, showChoice),
  route('POST /operator-mails', 'account', CHANGING, choose),
];

async function showChoice(
  { account }: SignedInRequest,
  { operatorMails }: PortalServices,
): Promise<QuotaMailsView> {
  return { wanted: await operatorMails.areWanted(account.accountId) };
}

async function choose(
  request: SignedInRequestTo<'POST /operator-mails'>,
  services: PortalServices,
): Promise<QuotaMailsView> {
  const { account, input } = request;
  await services.operatorMails.setWanted(account.accountId, input.wanted);
  await services.auditTrail.record(account.accountId, 'account.mails', auditName(account.accountId), input);
  return showChoice(request, services);
}
