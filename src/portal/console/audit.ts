import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, type AuditFilter, auditName } from '../../accounts/audit-log.ts';
import type { DecidedTogether } from '../../catalog/item-overrides.ts';
import {
  formatKstDay,
  formatKstInstant,
  type KstDay,
  kstDayOf,
  kstDayStartMs,
  parseKstDay,
} from '../../clock.ts';
import { writeCsv } from '../../export/csv.ts';
import { MEDIA_TYPES } from '../../http/cached-response.ts';
import { message } from '../../messages/messages.ts';
import type { AuditPartyView, AuditView } from '../contract/console-accounts.ts';
import { invalid } from '../failures.ts';
import { BROWSING, type Limit, type PortalRoute, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { PAGE_SIZE } from './list-limits.ts';

/** A file may hold as much as two thousand pages of the log. */
const EXPORTING: Limit = { name: 'exporting', burst: 5, everySeconds: 10 };

const EXPORT_LINES_MAX = 100_000;
/** Lines per read, so that other requests are answered in between. */
const EXPORT_STEP = 1000;

/** The audit log: it can be read and copied, never changed (docs/rules/accounts.md#audit-log). */
export const auditRoutes: readonly PortalRoute[] = [
  route('GET /console/audit', 'see-accounts', BROWSING, async ({ input }, services) => {
    const { auditLog } = services;
    const filter = await readFilter(input, services);
    const entries = await auditLog.list(filter, input.older ?? null, PAGE_SIZE + 1);
    const { actors, actions } = await auditLog.listNames();
    return {
      entries: await auditViews(entries.slice(0, PAGE_SIZE), services),
      hasOlder: entries.length > PAGE_SIZE,
      actors: await Promise.all(actors.map((id) => partyView(id, services))),
      actions,
    };
  }),
  route('GET /console/audit.csv', 'see-accounts', EXPORTING, async ({ input, reply }, services) => {
    const filter = await readFilter(input, services);
    const lines: AuditEntry[] = [];
    while (lines.length < EXPORT_LINES_MAX) {
      const step = await services.auditLog.list(filter, lines.at(-1)?.auditId ?? null, EXPORT_STEP);
      lines.push(...step);
      if (step.length < EXPORT_STEP) break;
      await nextTurn();
    }
    const reasons = await reasonsOf(lines, services);
    const today = formatKstDay(kstDayOf(services.clock.nowMs()));
    reply.type(MEDIA_TYPES.csv).header('Content-Disposition', `attachment; filename="audit_${today}.csv"`);
    return writeCsv({
      name: 'audit',
      hasHeader: true,
      columns: [
        { title: 'id', type: 'integer' },
        { title: 'time', type: 'text' },
        { title: 'actor', type: 'text' },
        { title: 'action', type: 'text' },
        { title: 'target', type: 'text' },
        { title: 'detail', type: 'text' },
        { title: 'reason', type: 'text' },
      ],
      rows: lines.map((line) => [
        line.auditId,
        formatKstInstant(line.atMs),
        line.actor,
        line.action,
        line.target,
        line.detail,
        reasons.get(decisionOf(line) ?? 0) ?? '',
      ]),
    });
  }),
];

/** Every line of the log. */
export const ANY_ENTRY: AuditFilter = {
  actor: null,
  action: null,
  target: null,
  fromMs: null,
  beforeMs: null,
};

async function readFilter(
  input: SignedInRequestTo<'GET /console/audit'>['input'],
  services: PortalServices,
): Promise<AuditFilter> {
  const from = readDay(input, 'from');
  const until = readDay(input, 'until');
  const { actor = null, action = null, account } = input;
  return {
    actor,
    action,
    target: account === undefined ? null : auditName(await accountNumber(account.trim(), services)),
    fromMs: from === null ? null : kstDayStartMs(from),
    beforeMs: until === null ? null : kstDayStartMs(until + 1),
  };
}

function readDay(
  input: { readonly from?: string; readonly until?: string },
  name: 'from' | 'until',
): KstDay | null {
  const text = input[name];
  if (text === undefined) return null;
  const day = parseKstDay(text);
  if (day !== null) return day;
  throw invalid(name, message('input.dayLike'));
}

/** Closed accounts have only a number left; no account has the number 0. */
async function accountNumber(text: string, { accounts }: PortalServices): Promise<number> {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return (await accounts.findAccountByEmail(text))?.accountId ?? 0;
}

/** Lines of the log with the accounts that they name, if these still exist, and the reasons given. */
export async function auditViews(
  entries: readonly AuditEntry[],
  services: PortalServices,
): Promise<readonly AuditView[]> {
  const ids = [...new Set(entries.flatMap(({ actor, target }) => [actor, target]))];
  const parties = new Map(
    await Promise.all(ids.map(async (id) => [id, await partyView(id, services)] as const)),
  );
  const reasons = await reasonsOf(entries, services);
  const partyOf = (id: string) => parties.get(id) ?? unknownParty(id, null);
  return entries.map((entry) => ({
    auditId: entry.auditId,
    atMs: entry.atMs,
    actor: partyOf(entry.actor),
    action: entry.action,
    target: partyOf(entry.target),
    detail: entry.detail,
    reason: reasons.get(decisionOf(entry) ?? 0) ?? '',
  }));
}

/** The decisions about items that a line records; null for other lines and for those of older versions. */
export function decisionsOf({
  action,
  detail,
}: Pick<AuditEntry, 'action' | 'detail'>): DecidedTogether | null {
  if (!/^items?\./.test(action)) return null;
  const parsed: { readonly decision?: unknown; readonly lastDecision?: unknown } = JSON.parse(detail);
  const { decision: firstId, lastDecision: lastId = firstId } = parsed;
  if (typeof firstId !== 'number' || typeof lastId !== 'number') return null;
  return { items: lastId - firstId + 1, firstId, lastId };
}

/** The number of the first of them. */
export function decisionOf(line: Pick<AuditEntry, 'action' | 'detail'>): number | null {
  return decisionsOf(line)?.firstId ?? null;
}

/** What operators wrote with these lines' decisions. It is kept with the decisions, because the log holds no words of people. */
function reasonsOf(
  entries: readonly AuditEntry[],
  { itemOverrides }: PortalServices,
): Promise<ReadonlyMap<number, string>> {
  return itemOverrides.findReasons(entries.map(decisionOf).filter((decision) => decision !== null));
}

/** Who an actor or a target is, if the account still exists. */
export async function partyView(
  id: string,
  { accounts }: Pick<PortalServices, 'accounts'>,
): Promise<AuditPartyView> {
  const digits = /^account:(\d+)$/.exec(id)?.[1];
  if (digits === undefined) return unknownParty(id, null);
  const account = await accounts.findAccount(Number(digits));
  if (account === null) return unknownParty(id, Number(digits));
  return { id, accountId: account.accountId, name: account.name, email: account.email };
}

function unknownParty(id: string, accountId: number | null): AuditPartyView {
  return { id, accountId, name: '', email: '' };
}
