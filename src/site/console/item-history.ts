import type { AuditEntry } from '../../accounts/audit-log.ts';
import { isSameOverride, type OverridableItem, type RecordedDecision } from '../../catalog/item-overrides.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { id } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import type { Visit } from '../kit/visit.ts';
import { ANY_ENTRY, auditTable, decisionsOf } from './audit-lines.ts';
import { valueText } from './item-values.ts';

/** Lines of the audit log about several items name this target. */
export const BULK_TARGET = 'items';

/** Decisions shown on an item's page. */
const DECISIONS_MAX = 50;
/** Lines about many items that are looked through for this one. */
const BULK_LINES_MAX = 200;

/** What operators decided of an item, from the audit log, each with what undoing it would restore. */
export async function itemHistory(visit: Visit, item: OverridableItem): Promise<Html> {
  const t = visit.words('products');
  const { auditLog, itemOverrides } = visit.services;
  const { itemId } = item;
  const decisions = await itemOverrides.listDecisions(itemId, DECISIONS_MAX);
  const recordedIn = (line: AuditEntry) => {
    const { firstId, lastId } = decisionsOf(line) ?? { firstId: 1, lastId: 0 };
    return decisions.find(({ decisionId }) => firstId <= decisionId && decisionId <= lastId);
  };
  const own = await auditLog.list({ ...ANY_ENTRY, target: `item:${itemId}` }, null, DECISIONS_MAX);
  const together = await auditLog.list({ ...ANY_ENTRY, target: BULK_TARGET }, null, BULK_LINES_MAX);
  const lines = [...own, ...together.filter((line) => recordedIn(line) !== undefined)]
    .sort((a, b) => b.auditId - a.auditId)
    .slice(0, DECISIONS_MAX);
  return auditTable(visit, lines, {
    caption: t('history'),
    none: t('noHistory'),
    isOfOneTarget: true,
    more: [[t('undo'), (line) => undoForm(visit, item, recordedIn(line))]],
  });
}

function undoForm(
  visit: Visit,
  { decision }: OverridableItem,
  made: RecordedDecision | undefined,
): HtmlValue {
  if (made === undefined || !visit.may('shop')) return null;
  const t = visit.words('products');
  const { decisionId, before } = made;
  const decided = decision?.decided ?? {};
  const changing = made.fields.filter((field) => !isSameOverride(before[field], decided[field]));
  if (changing.length === 0) return null;
  const values = changing.map(
    (field) => `${t(`fields.${field}`)}: ${field in before ? valueText(visit, before, field) : t('asFed')}`,
  );
  return html`<span class="block">${values.join(' · ')}</span>${formOf(visit, 'undo', { fields: { decisionId: id() }, at: decisionId, hidden: { decisionId }, button: t('undo'), kind: 'plain' })}`;
}
