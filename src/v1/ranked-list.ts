import { formatKstDay, formatKstInstant } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import { DATED_KINDS, type DatedPeriod, isDated } from '../rankings/dated-period.ts';
import type { Edition, EditionKind, ListCell } from '../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS, realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { type ItemEntry, readVisibleList } from '../rankings/visible-list.ts';
import type { EndpointResult } from './endpoint.ts';
import { pageOffset } from './item.ts';
import { shown } from './parameter.ts';
import type { Page } from './params.ts';
import type { Services } from './services.ts';

/** The page of a ranked list that a call requests, as JSON or as a file. */
export interface WantedPage {
  /** Null if the list doesn't exist. */
  readonly edition: Edition | null;
  /** The month, week or day that the call is about, if the list takes a date. */
  readonly dated: DatedPeriod | null;
  readonly cell: ListCell;
  readonly page: Page;
  /** The error of an empty list and of a page past the end. */
  readonly noResult: ErrorCode;
}

interface PageOfEntries {
  /** One or more. */
  readonly entries: readonly ItemEntry[];
  readonly totalCount: number;
  /** What a response says about the list besides its entries. */
  readonly about: Pick<EndpointResult, 'isLasting' | 'list' | 'edition' | 'nextEditionAtMs'>;
}

/** Reads a page of a ranked list. Throws the "no result" error instead of returning an empty page. */
export async function readRankedList(wanted: WantedPage, services: Services): Promise<PageOfEntries> {
  const { edition, cell, page, noResult } = wanted;
  if (edition === null) throw await emptyList(wanted, services);
  const { entries, totalCount } = await readVisibleList(edition, cell, services);
  if (totalCount === 0) throw await emptyList(wanted, services);
  const found = await entries(pageOffset(page, totalCount, noResult), page.pageSize);
  // Items may disappear between the two reads.
  if (found.length === 0) throw new ApiError(noResult);
  const list = { ...page, totalCount };
  return { entries: found, totalCount, about: { isLasting: true, list, ...editionOf(edition, services) } };
}

/** The error of a list without entries: an unknown category, a period without lists, or an empty category. */
async function emptyList(
  { edition, dated, cell: { categoryId }, noResult }: WantedPage,
  { catalog, rankings }: Services,
): Promise<ApiError> {
  const category = shown(categoryId);
  const categories = await catalog.listCategories();
  if (!categories.some((one) => one.categoryId === categoryId))
    return new ApiError(noResult, { detail: message('api.unknownCategory', { category }) });
  const periods = edition === null && dated !== null ? await rankings.findPeriods(dated.kind) : null;
  if (periods === null || dated === null)
    return new ApiError(noResult, { detail: message('api.emptyCategory', { category }) });
  const { format } = DATED_KINDS[dated.kind];
  const detail = message('api.noListOfPeriod', {
    period: format(dated.period),
    first: format(periods.first),
    last: format(periods.last),
  });
  return new ApiError(noResult, { detail });
}

/** The month, week, day or minute that an edition describes, and when the next one may follow. */
function editionOf(
  { kind, period }: Edition,
  { clock }: Services,
): Pick<EndpointResult, 'edition' | 'nextEditionAtMs'> {
  if (isDated(kind)) return { edition: DATED_KINDS[kind].format(period) };
  if (!FRESH_KINDS.includes(kind)) return { edition: formatKstDay(period) };
  const nextEditionAtMs = (realtimeBucketOf(clock.nowMs()) + 1) * REALTIME_BUCKET_MS;
  if (kind !== 'realtime') return { edition: formatKstDay(period), nextEditionAtMs };
  const minute = formatKstInstant(period * REALTIME_BUCKET_MS).slice(0, 16);
  return { edition: `${minute}+09:00`, nextEditionAtMs };
}

/** Lists that change within a day and are refreshed every ten minutes. */
const FRESH_KINDS: readonly EditionKind[] = ['realtime', 'deal', 'newProduct', 'attentionNew'];
