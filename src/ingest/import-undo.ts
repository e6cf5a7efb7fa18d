import type { FeedSummary } from './feed-record.ts';
import type { Reason } from './reason.ts';

export interface UndoRequest {
  readonly importId: number;
  /** Who asks, as in the import log. */
  readonly actor: string;
  /** Undo although later imports changed the same records. */
  readonly force: boolean;
  /** Only report what an undo would do. */
  readonly dryRun: boolean;
}

/** What became of a request to undo an import. */
export type UndoOutcome =
  /** `kind` says whether `force` would help. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: Reason }
  | {
      readonly kind: 'undone';
      /** The undo's own entry in the import log, by which it can be undone itself; null for a dry run. */
      readonly importId: number | null;
      /** `added` = records that are back, `changed` = records as they were, `remove` = items that are gone again. */
      readonly summary: FeedSummary;
    };

/**
 * Puts back the item, author and category records that an import changed or removed, and removes those that it added
 * (docs/rules/feeds.md#undo). Orders stay: they are taken back by cancellations. Everything at once or nothing, like an
 * import, with an entry of its own in the log.
 */
export interface ImportUndo {
  undo(request: UndoRequest): Promise<UndoOutcome>;
}
