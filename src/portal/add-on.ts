import { formatKstDay, kstDayOf } from '../clock.ts';
import { readBody } from './body.ts';
import type { AddOnPage } from './contract.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from './route.ts';
import type { PortalServices } from './services.ts';
import { USAGE_DAYS } from './usage.ts';

/** Add-on enrolment and clicks on add-on links (docs/rules/interface.md#add-on-links). */
export const addOnRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/add-on', needs: 'account', limit: READING, answer: showAddOn },
  { method: 'POST', path: '/add-on/enrol', needs: 'account', limit: CHANGING, answer: enrol },
];

async function showAddOn({ account }: SignedInRequest, services: PortalServices): Promise<AddOnPage> {
  const { accounts, clock } = services;
  const fromDay = kstDayOf(clock.nowMs()) - USAGE_DAYS + 1;
  const clicks = await accounts.listAddOnClicks(account.accountId, fromDay);
  return {
    enrolled: account.addOnEnrolled,
    userKey: account.userKey,
    clicks: clicks.map((one) => ({ day: formatKstDay(one.day), clicks: one.clicks })),
  };
}

async function enrol(
  request: SignedInRequest<'/add-on/enrol'>,
  services: PortalServices,
): Promise<AddOnPage> {
  const enrolled = readBody(request.body, ['enrolled']).boolean('enrolled');
  const { account } = request;
  if (enrolled !== account.addOnEnrolled) {
    await services.accounts.updateAccount(account.accountId, { addOnEnrolled: enrolled });
  }
  return showAddOn({ ...request, account: { ...account, addOnEnrolled: enrolled } }, services);
}
