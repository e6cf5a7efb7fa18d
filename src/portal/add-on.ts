import type { Account } from '../accounts/account-store.ts';
import { formatKstDay, kstDayOf } from '../clock.ts';
import { CHANGING, type PortalRoute, READING, route } from './route.ts';
import type { PortalServices } from './services.ts';
import { USAGE_DAYS } from './usage.ts';

/** Add-on enrolment and clicks on add-on links (docs/rules/interface.md#add-on-links). */
export const addOnRoutes: readonly PortalRoute[] = [
  route('GET /add-on', 'account', READING, async ({ account }, services) => ({
    enrolled: account.addOnEnrolled,
    ...(await readClicks(account, services)),
  })),
  route('POST /add-on/enrol', 'account', CHANGING, async ({ account, input: { enrolled } }, services) => {
    if (enrolled !== account.addOnEnrolled)
      await services.accounts.updateAccount(account.accountId, { addOnEnrolled: enrolled });
    return { enrolled, ...(await readClicks(account, services)) };
  }),
];

async function readClicks({ accountId, userKey }: Account, { accounts, clock }: PortalServices) {
  const clicks = await accounts.listAddOnClicks(accountId, kstDayOf(clock.nowMs()) - USAGE_DAYS + 1);
  return { userKey, clicks: clicks.map(({ day, clicks }) => ({ day: formatKstDay(day), clicks })) };
}
