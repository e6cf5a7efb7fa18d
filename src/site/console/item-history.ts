import type { Html } from '../../http/html.ts';
import type { Visit } from '../kit/visit.ts';
import { ANY_ENTRY, auditTable, decisionsOf } from './audit-lines.ts';

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
