import { formatKstDay, kstDayOf } from '../clock.ts';
import type { AddOnPage } from './contract/own-service.ts';
import {
  CHANGING,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from './route.ts';
import type { PortalServices } from './services.ts';
import { USAGE_DAYS } from './usage.ts';

/** Add-on enrolment and clicks on add-on links (docs/rules/interface.md#add-on-links). */
export const addOnRoutes: readonly PortalRoute[] = [
  route('GET /add-on', 'account', READING, showAddOn),
  route('POST /add-on/enrol', 'account', CHANGING, enrol),
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
  request: SignedInRequestTo<'POST /add-on/enrol'>,
  services: PortalServices,
): Promise<AddOnPage> {
  const { account, input } = request;
  const { enrolled } = input;
  if (enrolled !== account.addOnEnrolled) {
    await services.accounts.updateAccount(account.accountId, { addOnEnrolled: enrolled });
  }
  return showAddOn({ ...request, account: { ...account, addOnEnrolled: enrolled } }, services);
}
