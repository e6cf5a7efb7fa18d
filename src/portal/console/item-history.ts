import {
  isSameOverride,
  type OverrideFields,
  pickOverrides,
  type RecordedDecision,
} from '../../catalog/item-overrides.ts';
import type { DecisionUndoView, ItemHistory } from '../contract/console-shop.ts';
import { type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { ANY_ENTRY, auditViews, decisionOf } from './audit.ts';
import { fieldsView } from './shop.ts';

/** Decisions shown on an item's page. */
const DECISIONS_MAX = 50;

/** What operators decided of an item, from the audit log (docs/rules/accounts.md#operators-decisions). */
export const itemHistoryRoutes: readonly PortalRoute[] = [
  route('GET /console/shop/history', 'see-shop', READING, showHistory),
];

async function showHistory(
  { input: { itemId } }: SignedInRequestTo<'GET /console/shop/history'>,
  services: PortalServices,
): Promise<ItemHistory> {
  const entries = await services.auditLog.list(
    { ...ANY_ENTRY, target: `item:${itemId}` },
    null,
    DECISIONS_MAX,
  );
  const item = await services.itemOverrides.find(itemId);
  const recorded = await services.itemOverrides.listDecisions(itemId, DECISIONS_MAX);
  const decisions = new Map(recorded.map((decision) => [decision.decisionId, decision]));
  const views = await auditViews(entries, services);
  return {
    entries: views.map((view) => {
      const decision = decisions.get(decisionOf(view) ?? 0);
      const isKnown = item !== null && decision !== undefined;
      return { ...view, undo: isKnown ? undoView(decision, item.decision?.decided ?? {}) : null };
    }),
  };
}

function undoView(
  { decisionId, fields, before }: RecordedDecision,
  decided: Partial<OverrideFields>,
): DecisionUndoView | null {
  const changing = fields.filter((field) => !isSameOverride(before[field], decided[field]));
  if (changing.length === 0) return null;
  return { decisionId, fields: changing, before: fieldsView(pickOverrides(before, changing)) };
}
