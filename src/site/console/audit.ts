import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, type AuditFilter, auditName } from '../../accounts/audit-log.ts';
import type { RecordedDecision } from '../../catalog/item-overrides.ts';
import { formatKstInstant, kstDayStartMs } from '../../clock.ts';
import { MEDIA_TYPES, writeCsv } from '../../export/table.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { isMessageId, messageIn } from '../../messages/messages.ts';
import { choice, day, type InputOf, NO_CORRECTION, typed } from '../kit/fields.ts';
import { buttonForm, filterForm } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, dayOf, moment, PAGE_SIZE, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

const EXPORT_LINES_MAX = 100_000;
/** Lines per read, so that other requests are answered in between. */
const EXPORT_STEP = 1000;

const FILTERS = {
  actor: typed(0, 100).optional(),
  action: typed(0, 100).optional(),
  /** The number or the email address of the account concerned. */
  account: typed(0, 254, NO_CORRECTION).optional().called('audit.account', 'audit.accountHint'),
  from: day().optional().called('audit.from'),
  until: day().optional().called('audit.until'),
};
/** Where a page of older lines begins: time and id of the last line on the page before. */
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
    const actors = await auditLog.listNames('actor');
    const actions = await auditLog.listNames('action');
    const named = actors.map(async (one) => [one, (await partyOf(visit, one)).name] as const);
    const names = new Map(await Promise.all(named));
    const oneOf = (words: readonly string[], nameOf: (one: string) => string) =>
      choice(new Map(words.map((one) => [one, nameOf(one)]))).optional('audit.any');
    const fields = {
      ...FILTERS,
      actor: oneOf(actors, (one) => names.get(one) ?? one).called('audit.actor'),
      action: oneOf(actions, (one) => actionName(visit, one)).called('audit.action'),
    };
    const form = filterForm(visit, { fields, values: filters, button: t('filter') });
    const last = entries.at(-1);
    const link = (changes: Parameters<typeof addressWith>[1], text: string) =>
      html`<a class="button" href="${addressWith(visit.address, changes)}">${text}</a>`;
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${form}
${await auditTable(visit, entries, { caption: t('title'), none: t('none') })}
<p class="row">${olderThan !== undefined && link({ older: null }, t('newest'))}${last !== undefined && found.length > PAGE_SIZE && link({ older: `${last.atMs}-${last.auditId}` }, t('older'))}
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
    const texts = ['time', 'actor', 'action', 'target', 'detail', 'reason'];
    const rows = lines.map((line) => [
      line.auditId,
      ...[formatKstInstant(line.atMs), line.actor, line.action, line.target, line.detail].map(notFormula),
      notFormula(decisionOf(line)?.reason ?? ''),
    ]);
    const body = writeCsv([['id', ...texts], ...rows]);
    return { name: `audit_${dayOf(services.clock.nowMs())}.csv`, type: MEDIA_TYPES.csv, body };
  },
});

/** Parses the parameter `older`; undefined if it is missing or malformed. */
function lineIn(older = ''): AuditFilter['olderThan'] {
  const [, atMs, auditId] = /^(\d{1,15})-(c?\d{1,15})$/.exec(older) ?? [];
  return atMs === undefined || auditId === undefined ? undefined : { atMs: Number(atMs), auditId };
}

/** Prefixes an apostrophe to text that a spreadsheet program would run as a formula. */
function notFormula(text: string): string {
  return /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text;
}

async function filterOf(
  { actor, action, account, from, until }: InputOf<typeof FILTERS>,
  services: Services,
): Promise<AuditFilter> {
  return {
    actor,
    action,
    target: account && auditName(await accountNumber(account.trim(), services)),
    fromMs: from && kstDayStartMs(from),
    beforeMs: until && kstDayStartMs(until + 1),
  };
}

/** Reads an account's number or address. A closed account has only a number; 0, which no account has, means not found. */
async function accountNumber(text: string, { accounts }: Services): Promise<number> {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return (await accounts.findAccountByEmail(text))?.accountId ?? 0;
}

interface AuditTableOptions {
  readonly caption: string;
  readonly none?: string;
  /** The target that this page is about: hides the target column, and lets its decisions be undone here (form `undo`). */
  readonly about?: string;
}

/** Lines of the audit log: when, who, what, to whom, and the reasons given. */
export async function auditTable(
  visit: Visit,
  entries: readonly AuditEntry[],
  { about, ...words }: AuditTableOptions,
): Promise<Html> {
  const t = visit.words('audit');
  const undo = visit.words('products')('undo');
  const takesBack = about !== undefined && /^items?\b/.test(about);
  const party = await partiesOf(visit, entries);
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
        party(entry.actor),
        actionName(visit, entry.action),
        party(entry.target),
        html`<ul class="plain mono">${describeDetail(entry.detail).map((line) => html`<li>${line}</li>`)}</ul>${reason !== '' && html`<p>${t('reason')} <bdi>${reason}</bdi></p>`}`,
        isOpen && buttonForm(visit, 'undo', { decisionId }, undo),
      ];
    }),
  });
}

/** An action's translated name, or its id if it has none. */
function actionName(visit: Visit, action: string): string {
  return namedOr(visit, `audit.actions.${action.replaceAll(/[.-]/g, '_')}`, action);
}

/** Names the actors and targets of lines: accounts, with a link unless they are closed, and parts of the service. */
export async function partiesOf(
  visit: Visit,
  lines: readonly { readonly actor: string; readonly target?: string }[],
): Promise<(id: string) => HtmlValue> {
  const ids = new Set(lines.flatMap(({ actor, target = actor }) => [actor, target]));
  const known = Array.from(ids, async (id) => [id, (await partyOf(visit, id)).link] as const);
  const links = new Map(await Promise.all(known));
  return (id) => links.get(id);
}

async function partyOf(visit: Visit, id: string) {
  const digits = /^account:(\d+)$/.exec(id)?.[1];
  if (digits === undefined) return { name: partyName(visit, id), link: html`${partyName(visit, id)}` };
  const account = await visit.services.accounts.findAccount(Number(digits));
  const name = account?.email ?? visit.words('audit')('closed', { number: digits });
  const isShown = account !== null && visit.may('see-accounts');
  const link = isShown
    ? html`<a href="/portal/console/accounts/${digits}"><bdi>${name}</bdi></a>`
    : html`<bdi>${name}</bdi>`;
  return { name, link };
}

/** The name of a part of the service, or of a source of feeds. */
export function partyName(visit: Visit, id: string): string {
  return namedOr(visit, `audit.parties.${id}`, id);
}

function namedOr({ language }: Visit, id: string, otherwise: string): string {
  return isMessageId(id) ? messageIn(language, id) : otherwise;
}

/** Looks up the decisions that audit lines refer to; with `itemId`, only those that concern this item. */
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

/** The details of a line: changes from an old to a new value, or names and values. */
function describeDetail(detail: string): readonly string[] {
  const said: Values = JSON.parse(detail);
  const { from, to } = said;
  if (!isObject(from) || !isObject(to)) return flat(said).map(([name, value]) => `${name}: ${value}`);
  const before = new Map(flat(from));
  return flat(to)
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name}: ${before.get(name) ?? NOTHING} → ${value}`);
}

type Values = Readonly<Record<string, unknown>>;

/** Shown for null. */
const NOTHING = '–';

/** Names and values of an object. A nested object is replaced by its own names and values, one level deep. */
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
