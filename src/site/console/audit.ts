import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, type AuditFilter, auditName } from '../../accounts/audit-log.ts';
import type { RecordedDecision } from '../../catalog/item-overrides.ts';
import { formatKstInstant, kstDayStartMs } from '../../clock.ts';
import { MEDIA_TYPES, writeCsv } from '../../export/table.ts';
import { type Html, html } from '../../http/html.ts';
import { isMessageId, messageIn } from '../../messages/messages.ts';
import { choice, day, type InputOf, NO_CORRECTION, typed } from '../kit/fields.ts';
import { buttonForm, filterForm } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, dayOf, moment, PAGE_SIZE, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

const EXPORT_LINES_MAX = 100_000;
/** Lines read at once. Other requests are answered between the reads. */
const EXPORT_STEP = 1000;

const FILTERS = {
  actor: typed(0, 100).optional(),
  action: typed(0, 100).optional(),
  account: typed(0, 254, NO_CORRECTION).optional().called('audit.account', 'audit.accountHint'),
  from: day().optional().called('audit.from'),
  until: day().optional().called('audit.until'),
};
type Filters = InputOf<typeof FILTERS>;
/** `older` is time and id of the last line on the previous page, such as `1764374400000-25`. */
const OLDER = { older: typed(0, 40).optional() };

/** The audit log: it can be read and copied, never changed (docs/accounts.md#audit-log). */
export const auditScreen = screen('/portal/console/audit', {
  needs: 'see-accounts',
  limit: 'browsing',
  query: { ...FILTERS, ...OLDER },
  async show(visit, { older, ...filters }) {
    const t = visit.words('audit');
    const { auditLog } = visit.services;
    const filter = await filterOf(filters, visit.services);
    const olderThan = lineIn(older);
    const found = await auditLog.list({ ...filter, olderThan }, PAGE_SIZE + 1);
    const entries = found.slice(0, PAGE_SIZE);
    const actors = Array.from(await partiesOf(visit, await auditLog.listNames('actor')));
    const actions = await auditLog.listNames('action');
    const actorNames = new Map(actors.map(([id, { name }]) => [id, name]));
    const actionNames = new Map(actions.map((id) => [id, nameOf(visit, 'actions', id)]));
    const fields = {
      ...FILTERS,
      actor: choice(actorNames).optional('audit.any').called('audit.actor'),
      action: choice(actionNames).optional('audit.any').called('audit.action'),
    };
    const form = filterForm(visit, { fields, values: filters, button: t('filter') });
    const last = entries.at(-1);
    const link = (line: string | null, text: string) =>
      html`<a class="button" href="${addressWith(visit.address, { older: line })}">${text}</a>`;
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${form}
${await auditTable(visit, entries, { caption: t('title'), none: t('none') })}
<p class="row">${olderThan !== undefined && link(null, t('newest'))}${last !== undefined && found.length > PAGE_SIZE && link(`${last.atMs}-${last.auditId}`, t('older'))}
<a href="${addressWith(visit.address.replace('/audit', '/audit.csv'), { older: null })}">${t('csv')}</a></p>`,
    };
  },
});

export const auditFile = screen('/portal/console/audit.csv', {
  needs: 'see-accounts',
  limit: 'exporting',
  query: FILTERS,
  async show({ services }, filters) {
    const filter = await filterOf(filters, services);
    const lines: AuditEntry[] = [];
    while (lines.length < EXPORT_LINES_MAX) {
      const step = await services.auditLog.list({ ...filter, olderThan: lines.at(-1) }, EXPORT_STEP);
      lines.push(...step);
      if (step.length < EXPORT_STEP) break;
      await nextTurn();
    }
    const decisionOf = await decisionsOf(lines, services);
    const rows = lines.map((line) => {
      const { auditId, atMs, actor, action, target, detail } = line;
      const reason = decisionOf(line)?.reason ?? '';
      return [auditId, ...[formatKstInstant(atMs), actor, action, target, detail, reason].map(notFormula)];
    });
    const head = ['id', 'time', 'actor', 'action', 'target', 'detail', 'reason'];
    const body = writeCsv([head, ...rows]);
    return { name: `audit_${dayOf(services.clock.nowMs())}.csv`, type: MEDIA_TYPES.csv, body };
  },
});

function lineIn(older = ''): AuditFilter['olderThan'] {
  const [, atMs, auditId] = /^(\d{1,15})-(c?\d{1,15})$/.exec(older) ?? [];
  return atMs === undefined || auditId === undefined ? undefined : { atMs: Number(atMs), auditId };
}

/** Text that a spreadsheet program won't run as a formula. */
function notFormula(text: string): string {
  return /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text;
}

async function filterOf({ account, from, until, ...names }: Filters, { accounts }: Services) {
  // A closed account has no address any more, only a number. An unknown address becomes 0, which finds nothing.
  const numberOf = async (text: string) =>
    /^\d{1,15}$/.test(text) ? Number(text) : ((await accounts.findAccountByEmail(text))?.accountId ?? 0);
  return {
    ...names,
    target: account && auditName(await numberOf(account.trim())),
    fromMs: from && kstDayStartMs(from),
    beforeMs: until && kstDayStartMs(until + 1),
  };
}

/** `about` is the target of the page: the table omits the column of targets, and buttons undo decisions about this target. */
export async function auditTable(
  visit: Visit,
  entries: readonly AuditEntry[],
  { about, ...words }: { readonly caption: string; readonly none?: string; readonly about?: string },
): Promise<Html> {
  const t = visit.words('audit');
  const undo = visit.words('products')('undo');
  const takesBack = about !== undefined && /^items?\b/.test(about);
  const ids = entries.flatMap(({ actor, target }) => [actor, target]);
  const parties = await partiesOf(visit, ids);
  const decisionOf = await decisionsOf(entries, visit.services);
  return table(t, {
    ...words,
    part: 'audit',
    columns: ['time', 'actor', 'action:line', about === undefined && 'target', 'detail', takesBack && [undo]],
    rows: entries.map((entry) => {
      const { decisionId = 0, isUndoable = false, reason = '' } = decisionOf(entry) ?? {};
      const isOpen = takesBack && isUndoable && entry.target === about && visit.may('shop');
      return [
        moment(entry.atMs),
        parties.get(entry.actor)?.link,
        nameOf(visit, 'actions', entry.action),
        parties.get(entry.target)?.link,
        html`<ul class="plain mono">${describeDetail(entry.detail).map((line) => html`<li>${line}</li>`)}</ul>${reason !== '' && html`<p>${t('reason')} <bdi>${reason}</bdi></p>`}`,
        isOpen && buttonForm(visit, 'undo', { decisionId }, undo),
      ];
    }),
  });
}

export async function partiesOf(visit: Visit, ids: readonly string[]) {
  const parties = Array.from(new Set(ids), async (id) => [id, await partyOf(visit, id)] as const);
  return new Map(await Promise.all(parties));
}

async function partyOf(visit: Visit, id: string) {
  const digits = /^account:(\d+)$/.exec(id)?.[1];
  const account = digits ? await visit.services.accounts.findAccount(Number(digits)) : null;
  const closed = digits && visit.words('audit')('closed', { number: digits });
  const name = account?.email ?? closed ?? nameOf(visit, 'parties', id);
  const isLinked = account !== null && visit.may('see-accounts');
  const text = html`<bdi>${name}</bdi>`;
  return { name, link: isLinked ? html`<a href="/portal/console/accounts/${digits}">${text}</a>` : text };
}

export function nameOf({ language }: Visit, kind: 'actions' | 'parties', id: string): string {
  const message = `audit.${kind}.${id.replaceAll(/[.-]/g, '_')}`;
  return isMessageId(message) ? messageIn(language, message) : id;
}

/** Returns a function from an audit entry to the decision in this entry. `itemId` excludes decisions about other items. */
export async function decisionsOf(
  entries: readonly AuditEntry[],
  { itemOverrides }: Services,
  itemId?: number,
): Promise<(entry: AuditEntry) => RecordedDecision | undefined> {
  const numberOf = ({ action, detail }: AuditEntry): number =>
    /^items?\./.test(action) ? (JSON.parse(detail).decision ?? 0) : 0;
  const found = await itemOverrides.findDecisions(entries.map(numberOf), itemId);
  const decisions = new Map(found.map((one) => [one.decisionId, one]));
  return (entry) => decisions.get(numberOf(entry));
}

function describeDetail(detail: string): readonly string[] {
  const values: Values = JSON.parse(detail);
  const { from, to } = values;
  if (!isObject(from) || !isObject(to)) return flat(values).map(([name, value]) => `${name}: ${value}`);
  const before = new Map(flat(from));
  return flat(to)
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name}: ${before.get(name) ?? NOTHING} → ${value}`);
}

type Values = Readonly<Record<string, unknown>>;

const NOTHING = '–';

function flat(object: Values): readonly (readonly [name: string, value: string])[] {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const entries = Object.entries(object).flatMap((one) =>
    isObject(one[1]) ? Object.entries(one[1]) : [one],
  );
  return entries.map(([name, value]) => [name, value === null ? NOTHING : textOf(value)]);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
