import type { KeyInfo, UsageRow } from '../../accounts/account.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import type { RecentCall } from '../../gate/recent-calls.ts';
import { type Html, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import { moment, momentOf } from '../kit/dates.ts';
import { Failure, required } from '../kit/failures.ts';
import type { Services } from '../kit/services.ts';
import { table } from '../kit/ui.ts';
import { confirmText, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { USAGE_DAYS } from './usage-figures.ts';

/** A key as pages show it. */
export interface KeyView extends Pick<KeyInfo, 'last4' | 'issuedAtMs' | 'revokedAtMs'> {
  /** Such as seoga_live_5OMU…sQ5F. */
  readonly masked: string;
  readonly lastUsedDay: string | null;
  /** The last call with the live key; null for older keys, of which only the day is known. */
  readonly lastUsedAtMs: number | null;
}

/** The keys of an account, newest first, the live one among them, and what it said about its service. */
export async function readKeys(
  accountId: number,
  {
    accounts,
    recentCalls,
    clock,
    keyPrefix,
  }: Pick<Services, 'accounts' | 'recentCalls' | 'clock' | 'keyPrefix'>,
) {
  const keys = await accounts.listKeys(accountId);
  const usage = await accounts.listUsage(accountId, kstDayOf(clock.nowMs()) - USAGE_DAYS + 1);
  const [lastCall] = await recentCalls.list(accountId);
  const history: KeyView[] = keys.map(({ first4, last4, issuedAtMs, revokedAtMs }) => ({
    masked: `${keyPrefix}${first4}…${last4}`,
    last4,
    issuedAtMs,
    revokedAtMs,
    lastUsedDay: lastUsedDay({ issuedAtMs, revokedAtMs }, usage, lastCall),
    lastUsedAtMs:
      revokedAtMs === null && lastCall !== undefined && lastCall.atMs >= issuedAtMs ? lastCall.atMs : null,
  }));
  const live = history.find(({ revokedAtMs }) => revokedAtMs === null) ?? null;
  return { live, history, service: await accounts.findService(accountId) };
}

/**
 * The last day on which the account called while a key was live. Calls are counted by account and day, so the day of
 * a change of keys may be that of the other one; of the live key the last call itself tells.
 */
function lastUsedDay(
  { issuedAtMs, revokedAtMs }: Pick<KeyInfo, 'issuedAtMs' | 'revokedAtMs'>,
  usage: readonly UsageRow[],
  lastCall: RecentCall | undefined,
): string | null {
  const from = kstDayOf(issuedAtMs);
  const to = revokedAtMs === null ? Number.POSITIVE_INFINITY : kstDayOf(revokedAtMs);
  const day = usage.findLast((row) => row.day >= from && row.day <= to)?.day;
  if (day === undefined) return null;
  const isUnused = revokedAtMs === null && lastCall !== undefined && lastCall.atMs < issuedAtMs;
  return isUnused ? null : formatKstDay(day);
}

/** When a key was last used, as far as that is known. */
export function lastUse(visit: Visit, { lastUsedAtMs, lastUsedDay }: KeyView): string {
  return lastUsedAtMs !== null ? momentOf(lastUsedAtMs) : (lastUsedDay ?? visit.words('key')('live.never'));
}

/** All keys that an account has had. */
export function keyTable(visit: Visit, history: readonly KeyView[]): Html {
  const t = visit.words('key');
  const state = ({ revokedAtMs }: KeyView) =>
    revokedAtMs === null ? html`<strong class="good">${t('history.live')}</strong>` : t('history.dead');
  return table({
    caption: t('history.title'),
    part: 'key-history',
    columns: [
      [t('history.masked'), ({ masked }) => html`<span class="mono">${masked}</span>`],
      [t('history.state'), state, 'line'],
      [t('history.issued'), ({ issuedAtMs }) => moment(issuedAtMs)],
      [t('history.revoked'), ({ revokedAtMs }) => revokedAtMs !== null && moment(revokedAtMs)],
      [t('history.lastUsed'), (key) => lastUse(visit, key), 'line wide'],
    ],
    rows: history,
  });
}

/** Revokes the live key of an account after its end is typed. Throws NO_KEY and CONFIRM_TEXT. */
export async function revokeLiveKey(visit: SignedInVisit, accountId: number, why: Texts): Promise<void> {
  const { accounts } = visit.services;
  const { accountId: by } = visit.account;
  const live = (await accounts.listKeys(accountId)).find(({ revokedAtMs }) => revokedAtMs === null);
  confirmText(visit, required(live ?? null, 'NO_KEY').last4, why);
  const isRevoked = await (by === accountId
    ? accounts.revokeKey(accountId)
    : accounts.revokeKey(accountId, by));
  if (!isRevoked) throw new Failure('NO_KEY');
}
