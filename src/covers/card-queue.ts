import { existsSync } from 'node:fs';
import { askThread } from '../ask-thread.ts';
import { ApiError } from '../http/errors.ts';
import type { CoverItem } from './substitute-cover.ts';

/** The preview image of a link where it is shared (docs/rules/interface.md#links). */
export interface PreviewCard {
  readonly operatorName: string;
  readonly title: string;
  /** Below the title; empty = none. */
  readonly about: string;
  /** Shown as drawn covers, the first in front; at most CARD_BOOKS_MAX. */
  readonly books: readonly CoverItem[];
}

/** The pixel size that networks ask for. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export const CARD_BOOKS_MAX = 3;

/** Draws cards as PNG. Throws UPSTREAM_UNAVAILABLE if too many wait, or the portal with its typeface isn't built. */
export type DrawCard = (card: PreviewCard) => Promise<Buffer>;

/** The thread's start data. */
export interface CardThreadData {
  readonly card: PreviewCard;
  /** The folder of the built portal's stylesheets and fonts. */
  readonly assets: string;
}

/** Cards that may wait. A network asks once per link, and only for links that somebody shares. */
const WAITING_MAX = 20;

/** Drawing takes half a second of a processor's time; the rest is for machines with other work. */
const DEADLINE_MS = 60_000;

/**
 * Draws one card after another, each on its own thread, which leaves no memory behind: previews are rare, and drawing
 * takes 90 MB. `entry` is a file that posts the card of its CardThreadData.
 */
export function createCardQueue(entry: URL, assets: string): DrawCard {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (card) => {
    if (waiting >= WAITING_MAX || !existsSync(assets)) throw new ApiError('UPSTREAM_UNAVAILABLE');
    waiting += 1;
    const data: CardThreadData = { card, assets };
    const drawn = last
      .then(() => askThread<Uint8Array>(entry, data, AbortSignal.timeout(DEADLINE_MS)))
      .finally(() => {
        waiting -= 1;
      });
    // A card that can't be drawn doesn't stop the others.
    last = drawn.catch(() => undefined);
    return Buffer.from(await drawn);
  };
}
