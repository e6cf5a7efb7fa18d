import { formatKstDay, formatKstInstant, formatKstMonth } from '../clock.ts';
import type { Caller } from '../gate/gate.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import type { Edition, EditionKind, ListCell } from '../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS, realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { readVisibleList } from '../rankings/visible-list.ts';
import type { Answer } from './endpoint.ts';
import { pageOffset, renderItemList } from './item.ts';
import { shown } from './parameter.ts';
import type { Page } from './params.ts';
import type { Services } from './services.ts';

/** The part of a ranked list that a call requests. */
export interface RankedListView {
  /** Null when the list doesn't exist. */
  readonly edition: Edition | null;
  readonly cell: ListCell;
  readonly page: Page;
  readonly detail: boolean;
  /** With sideCover and backCover. */
  readonly sides: boolean;
  /** The error of an empty list and of a page past the end. */
  readonly noResult: ErrorCode;
}

/**
 * A page of a ranked list as item list payload (docs/rules/interface.md#item-lists). Throws the view's "no result"
 * error.
 */
export async function answerRankedList(
  { edition, cell, page, detail, sides, noResult }: RankedListView,
  caller: Caller,
  services: Services,
): Promise<Answer> {
  if (edition === null) throw await emptyList(noResult, cell, services);
  const { entries, totalCount } = await readVisibleList(edition, cell, services);
  if (totalCount === 0) throw await emptyList(noResult, cell, services);
  const shown = await entries(pageOffset(page, totalCount, noResult), page.pageSize);
  const view = { detail, sides, addOnUserKey: caller.addOnUserKey };
  return {
    members: await renderItemList(shown, view, page, totalCount, services),
    isLasting: true,
    list: { ...page, totalCount },
    ...editionHeaders(edition, services),
  };
}

/** The error of a list without entries, which says whether the category exists at all. */
export async function emptyList(
  code: ErrorCode,
  { categoryId }: ListCell,
  { catalog }: Services,
): Promise<ApiError> {
  const categories = await catalog.listCategories();
  const isKnown = categories.some((category) => category.categoryId === categoryId);
  const id = isKnown ? 'api.emptyCategory' : 'api.unknownCategory';
  return new ApiError(code, { detail: message(id, { category: shown(categoryId) }) });
}

/**
 * What an answer's headers say about its edition: the month, day or minute that it describes, and when the next may
 * follow.
 */
export function editionHeaders(
  { kind, period }: Edition,
  { clock }: Services,
): Pick<Answer, 'edition' | 'nextEditionAtMs'> {
  if (kind === 'monthly') return { edition: formatKstMonth(period) };
  if (!FRESH_KINDS.includes(kind)) return { edition: formatKstDay(period) };
  const nextEditionAtMs = (realtimeBucketOf(clock.nowMs()) + 1) * REALTIME_BUCKET_MS;
  if (kind !== 'realtime') return { edition: formatKstDay(period), nextEditionAtMs };
  const minute = formatKstInstant(period * REALTIME_BUCKET_MS).slice(0, 16);
  return { edition: `${minute}+09:00`, nextEditionAtMs };
}

/** Lists that change within a day; they are refreshed every ten minutes. */
const FRESH_KINDS: readonly EditionKind[] = ['realtime', 'deal', 'newProduct', 'attentionNew'];
