import type { KeyInfo, UsageRow } from '../accounts/account-store.ts';
import { exampleCategory } from '../catalog/category.ts';
import { formatKstDay, kstDayOf } from '../clock.ts';
import type { RecentCall } from '../gate/recent-calls.ts';
import { message } from '../messages/messages.ts';
import { firstCall } from './contract/catalogue.ts';
import type { KeyPage, KeyView } from './contract/own-service.ts';
import { curlCommand } from './curl.ts';
import { invalid, PortalError } from './failures.ts';
import { CHANGING, type PortalRoute, READING, route } from './route.ts';
import type { PortalServices } from './services.ts';
import { USAGE_DAYS } from './usage.ts';

/** The account's one key: its history, issue and revoke (docs/rules/accounts.md#keys). */
export const keyRoutes: readonly PortalRoute[] = [
  route('GET /key', 'account', READING, async ({ account }, services) => {
    return readKeyPage(account.accountId, services);
  }),
  route('POST /key', 'account', CHANGING, async ({ account, input }, services) => {
    const { acceptsRules, ...service } = input;
    if (!URL.canParse(service.serviceUrl)) throw invalid('serviceUrl', message('input.webAddress'));
    if (!acceptsRules) throw invalid('acceptsRules', message('input.usageRules'));
    if (account.suspended) throw suspended();
    const key = await services.accounts.issueKey(account.accountId, service);
    if (key === null) throw new PortalError('KEY_EXISTS');
    const category = exampleCategory(await services.catalog.listCategories());
    return { key, curl: curlCommand(`${services.baseUrl}${firstCall(category)}`) };
  }),
  route('POST /key/revoke', 'account', CHANGING, async ({ account, input }, { accounts }) => {
    await confirmRevoke(account.accountId, input.confirmation, accounts);
    if (!(await accounts.revokeKey(account.accountId))) throw new PortalError('NO_KEY');
    return {};
  }),
];

/** The keys of an account and what it said about its service. */
export async function readKeyPage(accountId: number, services: PortalServices): Promise<KeyPage> {
  const { accounts, recentCalls, clock, keyPrefix } = services;
  const keys = await accounts.listKeys(accountId);
  const usage = await accounts.listUsage(accountId, kstDayOf(clock.nowMs()) - USAGE_DAYS + 1);
  const [lastCall] = await recentCalls.list(accountId);
  const history = keys.map((key) => ({
    masked: `${keyPrefix}${key.first4}…${key.last4}`,
    issuedAtMs: key.issuedAtMs,
    revokedAtMs: key.revokedAtMs,
    lastUsedDay: lastUsedDay(key, usage, lastCall),
    lastUsedAtMs:
      key.revokedAtMs === null && lastCall !== undefined && lastCall.atMs >= key.issuedAtMs
        ? lastCall.atMs
        : null,
  }));
  const live: KeyView | undefined = history.find((key) => key.revokedAtMs === null);
  const service = await accounts.findService(accountId);
  return {
    live: live ?? null,
    history,
    service: service === null ? null : { ...service, acceptsRules: true },
  };
}

/**
 * The last day on which the account called while a key was live. Calls are counted by account and day, so the day of
 * a change of keys may be that of the other one; of the live key the last call itself tells.
 */
function lastUsedDay(
  key: KeyInfo,
  usage: readonly UsageRow[],
  lastCall: RecentCall | undefined,
): string | null {
  const from = kstDayOf(key.issuedAtMs);
  const to = key.revokedAtMs === null ? Number.POSITIVE_INFINITY : kstDayOf(key.revokedAtMs);
  const day = usage.findLast((row) => row.day >= from && row.day <= to)?.day;
  if (day === undefined) return null;
  const unusedYet = key.revokedAtMs === null && lastCall !== undefined && lastCall.atMs < key.issuedAtMs;
  return unusedYet ? null : formatKstDay(day);
}

/** Throws unless the end of the account's live key was typed. */
export async function confirmRevoke(
  accountId: number,
  typed: string,
  accounts: PortalServices['accounts'],
): Promise<void> {
  const live = (await accounts.listKeys(accountId)).find((key) => key.revokedAtMs === null);
  if (live === undefined) throw new PortalError('NO_KEY');
  if (typed !== live.last4) throw new PortalError('CONFIRMATION_WRONG', { field: 'confirmation' });
}

/** The operator has shut the account out of the API. */
export function suspended(): PortalError {
  return new PortalError('FORBIDDEN', { detail: message('input.suspended') });
}
