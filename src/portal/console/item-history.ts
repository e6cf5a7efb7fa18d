import type { AuditEntry } from '../../accounts/audit-log.ts';
import {
  isSameOverride,
  type OverrideFields,
  pickOverrides,
  type RecordedDecision,
} from '../../catalog/item-overrides.ts';
import type { AuditView } from '../contract/console-accounts.ts';
import type { DecisionUndoView } from '../contract/console-shop.ts';
import { type PortalRoute, READING, route } from '../route.ts';
import { ANY_ENTRY, auditViews, decisionsOf } from './audit.ts';
import { BULK_TARGET } from './bulk.ts';
import { fieldsView } from './shop.ts';

/** Decisions shown on an item's page. */
const DECISIONS_MAX = 50;
/** Lines about many items that are looked through for this one. */
const BULK_LINES_MAX = 200;

/** What operators decided of an item, from the audit log (docs/rules/accounts.md#operators-decisions). */
export const itemHistoryRoutes: readonly PortalRoute[] = [
  route('GET /console/shop/history', 'see-shop', READING, async ({ input: { itemId } }, services) => {
    const { auditLog, itemOverrides } = services;
    const item = await itemOverrides.find(itemId);
    const decisions = await itemOverrides.listDecisions(itemId, DECISIONS_MAX);
    const recordedIn = (line: AuditEntry | AuditView) => {
      const { firstId, lastId } = decisionsOf(line) ?? { firstId: 1, lastId: 0 };
      return decisions.find(({ decisionId }) => firstId <= decisionId && decisionId <= lastId);
    };
    const own = await auditLog.list({ ...ANY_ENTRY, target: `item:${itemId}` }, null, DECISIONS_MAX);
    const together = await auditLog.list({ ...ANY_ENTRY, target: BULK_TARGET }, null, BULK_LINES_MAX);
    const lines = [...own, ...together.filter((line) => recordedIn(line) !== undefined)]
      .sort((a, b) => b.auditId - a.auditId)
      .slice(0, DECISIONS_MAX);
    const views = await auditViews(lines, services);
    return {
      entries: views.map((view) => {
        const decision = recordedIn(view);
        const isKnown = item !== null && decision !== undefined;
        return { ...view, undo: isKnown ? undoView(decision, item.decision?.decided ?? {}) : null };
      }),
    };
  }),
];

function undoView(
  { decisionId, fields, before }: RecordedDecision,
  decided: Partial<OverrideFields>,
): DecisionUndoView | null {
  const changing = fields.filter((field) => !isSameOverride(before[field], decided[field]));
  if (changing.length === 0) return null;
  return { decisionId, fields: changing, before: fieldsView(pickOverrides(before, changing)) };
}
