import type { Account } from '../../accounts/account-store.ts';
import { auditName } from '../../accounts/audit-log.ts';
import { accountView } from '../account/session.ts';
import type { ConsoleAccountPage } from '../contract/console-accounts.ts';
import { required } from '../failures.ts';
import { readKeyPage } from '../key.ts';
import { BROWSING, type PortalRoute, READING, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { readUsagePage } from '../usage.ts';
import { ANY_ENTRY, auditViews } from './audit.ts';
import { PAGE_SIZE } from './list-limits.ts';

/** Accounts as operators see them (docs/rules/accounts.md#roles). */
export const accountsRoutes: readonly PortalRoute[] = [
  route('GET /console/accounts', 'see-accounts', BROWSING, async ({ input }, { accounts }) => {
    const { text, role = null, tier = null, state, page } = input;
    const filter = { text, role, tier, suspended: state === undefined ? null : state === 'suspended' };
    const found = await accounts.searchAccounts(filter, (page - 1) * PAGE_SIZE, PAGE_SIZE);
    return {
      accounts: found.accounts.map(accountView),
      totalCount: found.totalCount,
      pageSize: PAGE_SIZE,
    };
  }),
  route('GET /console/account', 'see-accounts', READING, async ({ input }, services) => {
    return consoleAccountPage(await findAccount(input.accountId, services), services);
  }),
];

/** Lines of the audit log on an account's page; the log itself has all of them. */
const AUDIT_LINES = 20;

/** Throws NOT_FOUND. */
export async function findAccount(accountId: number, { accounts }: PortalServices): Promise<Account> {
  return required(await accounts.findAccount(accountId));
}

/** All that an operator sees of an account. */
export async function consoleAccountPage(
  account: Account,
  services: PortalServices,
): Promise<ConsoleAccountPage> {
  const { accountId } = account;
  const target = auditName(accountId);
  const lines = await services.auditLog.list({ ...ANY_ENTRY, target }, null, AUDIT_LINES);
  return {
    account: accountView(account),
    override: account.override,
    tierLimits: services.tierLimits[account.tier],
    addOnEnrolled: account.addOnEnrolled,
    keys: await readKeyPage(accountId, services),
    usage: await readUsagePage(account, services),
    quotaRequests: await services.quotaRequests.list(accountId),
    audit: await auditViews(lines, services),
  };
}
