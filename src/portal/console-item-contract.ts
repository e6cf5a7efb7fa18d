import type { AuditView } from './console-contract.ts';
import type { OverrideFieldName, OverrideFieldsView, WithReason } from './console-shop-contract.ts';

/** The part of the contract (contract.ts) about the history of an item's decisions (console-shop-contract.ts). */

/** POST /portal/api/console/shop/take-back: what a decision of the item's history changed is as it was before. */
export interface DecisionUndo extends WithReason {
  readonly decisionId: number;
}
/** GET /portal/api/console/shop/history?itemId=: the latest 50 decisions about an item, newest first. */
export interface ItemHistory {
  readonly entries: readonly ItemHistoryEntry[];
}
export interface ItemHistoryEntry extends AuditView {
  /** What taking the decision back would lead to; null where that holds already, or isn't known. */
  readonly undo: DecisionUndoView | null;
}
export interface DecisionUndoView {
  readonly decisionId: number;
  /** The fields that would change. */
  readonly fields: readonly OverrideFieldName[];
  /** Their values then; a field that is left out would follow the feed. */
  readonly before: Partial<OverrideFieldsView>;
}
