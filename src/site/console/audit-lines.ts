import type { AuditEntry, AuditFilter } from '../../accounts/audit-log.ts';
import type { RecordedDecision } from '../../catalog/item-overrides.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { isMessageId, messageIn } from '../../messages/messages.ts';
import { id } from '../kit/fields.ts';
import { buttonForm } from '../kit/form.ts';
import type { Services } from '../kit/services.ts';
import { type Column, moment, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

/** Every line of the log. */
export const ANY_ENTRY: AuditFilter = {
  actor: null,
  action: null,
  target: null,
  fromMs: null,
  beforeMs: null,
};

/** The decision that a form takes back. */
export const UNDO_FIELDS = { decisionId: id() };

interface AuditTableOptions {
  readonly caption: string;
  /** Said where there are no lines. */
  readonly none?: string;
  /** All lines are about the same account or product, which need not be named. */
  readonly isOfOneTarget?: boolean;
  /** Whether the page takes a line's decision back (form `undo`), while that is kept. Left out where no line's is. */
  readonly canUndo?: (entry: AuditEntry) => boolean;
}

/** Lines of the audit log: when, who, what, to whom, and the reasons given. */
export async function auditTable(
  visit: Visit,
  entries: readonly AuditEntry[],
  { isOfOneTarget = false, canUndo, ...words }: AuditTableOptions,
): Promise<Html> {
  const t = visit.words('audit');
  const undo = visit.words('products')('undo');
  const parties = await partiesOf(
    visit,
    entries.flatMap(({ actor, target }) => [actor, target]),
  );
  const decisions = await decisionsOf(entries, visit.services);
  const party = (id: string) => parties.get(id)?.link ?? id;
  const columns: readonly Column<AuditEntry>[] = [
    [t('time'), ({ atMs }) => moment(atMs)],
    [t('actor'), ({ actor }) => party(actor)],
    [t('action'), ({ action }) => actionName(visit, action), 'line'],
    !isOfOneTarget && [t('target'), ({ target }) => party(target)],
    [
      t('detail'),
      (entry) => {
        const reason = decisions.get(entry.auditId)?.reason ?? '';
        return html`<ul class="plain mono">${describeDetail(entry.detail).map((line) => html`<li>${line}</li>`)}</ul>${reason !== '' && html`<p>${t('reason')} <bdi>${reason}</bdi></p>`}`;
      },
    ],
    canUndo !== undefined && [
      undo,
      (entry): HtmlValue => {
        const { decisionId = 0, isKept = false } = decisions.get(entry.auditId) ?? {};
        if (!isKept || !canUndo(entry) || !visit.may('shop')) return null;
        return buttonForm(visit, 'undo', { decisionId }, undo);
      },
    ],
  ];
  return table({ ...words, columns, rows: entries, part: 'audit' });
}

/** What was done, in words; what has no word is named as the log names it. */
export function actionName(visit: Visit, action: string): string {
  return namedOr(visit, `audit.actions.${action.replaceAll(/[.-]/g, '_')}`, action);
}

/** Who the actors and targets of lines are: accounts that still exist, closed ones, and parts of the service. */
export async function partiesOf(visit: Visit, ids: readonly string[]) {
  const known = [...new Set(ids)].map(async (id) => [id, await partyOf(visit, id)] as const);
  return new Map(await Promise.all(known));
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

/** A part of the service, or who brings feeds to it. */
export function partyName(visit: Visit, id: string): string {
  return namedOr(visit, `audit.parties.${id}`, id);
}

function namedOr({ language }: Visit, id: string, otherwise: string): string {
  return isMessageId(id) ? messageIn(language, id) : otherwise;
}

/** The number of the decision about items that a line records; null for other lines. */
export function decisionOf({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): number | null {
  if (!/^items?\./.test(action)) return null;
  const { decision }: { readonly decision?: unknown } = JSON.parse(detail);
  return typeof decision === 'number' ? decision : null;
}

/** The decisions that lines record, by the lines' numbers; with an item, those about it. */
export async function decisionsOf(
  entries: readonly AuditEntry[],
  { itemOverrides }: Services,
  itemId?: number,
): Promise<ReadonlyMap<number, RecordedDecision>> {
  const numbers = new Map(entries.map((entry) => [entry.auditId, decisionOf(entry)]));
  const found = await itemOverrides.findDecisions(
    [...numbers.values()].filter((one) => one !== null),
    itemId,
  );
  const decisions = new Map(found.map((one) => [one.decisionId, one]));
  return new Map(
    [...numbers].flatMap(([auditId, decisionId]) => {
      const decision = decisions.get(decisionId ?? 0);
      return decision === undefined ? [] : [[auditId, decision] as const];
    }),
  );
}

/** The detail of a line in few words: what became of what, or names and values. */
function describeDetail(detail: string): readonly string[] {
  const parsed: unknown = JSON.parse(detail);
  if (!isObject(parsed)) return [detail];
  const { from, to } = parsed;
  if (!isObject(from) || !isObject(to)) return [...flat(parsed)].map(([name, value]) => `${name}: ${value}`);
  const before = flat(from);
  return [...flat(to)]
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name}: ${before.get(name) ?? NOTHING} → ${value}`);
}

/** What stands where nothing is set. */
const NOTHING = '–';

/** The values of an object and of the objects in it, one level deep. */
function flat(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value) : [[name, value] as const],
  );
  return new Map(entries.map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lines of the audit log about several items name this target. */
export const BULK_TARGET = 'items';

/** Decisions shown on an item's page. */
const DECISIONS_MAX = 50;
/** Lines about many items that are looked through for this one. */
const BULK_LINES_MAX = 200;

/** What operators decided of an item, from the audit log. What was decided of it alone can be taken back here. */
export async function itemHistory(visit: Visit, itemId: number): Promise<Html> {
  const t = visit.words('products');
  const { auditLog } = visit.services;
  const own = await auditLog.list({ ...ANY_ENTRY, target: `item:${itemId}` }, null, DECISIONS_MAX);
  const together = await auditLog.list({ ...ANY_ENTRY, target: BULK_TARGET }, null, BULK_LINES_MAX);
  const decisions = await decisionsOf([...own, ...together], visit.services, itemId);
  const lines = [...own, ...together.filter(({ auditId }) => decisions.has(auditId))]
    .sort((a, b) => b.auditId - a.auditId)
    .slice(0, DECISIONS_MAX);
  return auditTable(visit, lines, {
    caption: t('history'),
    none: t('noHistory'),
    isOfOneTarget: true,
    canUndo: ({ target }) => target !== BULK_TARGET,
  });
}
