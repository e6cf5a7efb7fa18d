import { formatKstDay, formatKstInstant } from '../../clock.ts';
import { ApiError } from '../../http/errors.ts';
import { message } from '../../messages/messages.ts';
import type { Edition, EditionKind } from '../../rankings/edition.ts';
import {
  DATED_KINDS,
  type DatedPeriod,
  isDated,
  REALTIME_BUCKET_MS,
  realtimeBucketOf,
} from '../../rankings/edition.ts';
import { findEditionOfDate, readVisibleList } from '../../rankings/lists/visible-list.ts';
import { type Endpoint, type EndpointResult, endpoint, type Parameters, type Services } from '../endpoint.ts';
import { fileOf, tableOf } from '../export-file.ts';
import { pageOffset, renderItemList } from '../item.ts';
import { shown } from '../parameter.ts';
import {
  detail,
  type FileForm,
  format,
  header,
  PAGE_SIZE_EXPORT,
  type Page,
  page,
  pageSize,
  pageSizeExport,
} from '../params.ts';
import { itemListCoverOnly, itemListWithSides } from '../schemas.ts';
import { cellOf, RANKED_LISTS, type RankedList, type SelectedList } from './ranked-lists.ts';

/** The ranked lists as JSON. */
export const listEndpoints: readonly Endpoint[] = RANKED_LISTS.map(listEndpoint);

/** Those that are also files (docs/api.md#export-endpoints). */
export const exportEndpoints: readonly Endpoint[] = RANKED_LISTS.filter(({ file }) => file !== undefined).map(
  exportEndpoint,
);

function listEndpoint(list: RankedList): Endpoint {
  const { name, title, description, selection, hasCoverOnly = false, noResult = 'BEST_001' } = list;
  const parameters: Parameters<SelectedList & Page & { detail: boolean }> = {
    ...selection,
    page,
    pageSize,
    detail,
  };
  return endpoint({
    path: `/v1/category/${name}`,
    name,
    title,
    description,
    parameters,
    data: hasCoverOnly ? itemListCoverOnly : itemListWithSides,
    errors: [noResult],
    async answer({ given, caller: { addOnUserKey } }, services) {
      const { page, pageSize, detail } = given;
      const { entries, about } = await readPage(list, given, { page, pageSize }, services);
      const view = { detail, sides: !hasCoverOnly, addOnUserKey };
      return { ...about, members: await renderItemList(entries, view, about.list, services) };
    },
  });
}

/** Parameters of an export. One that always contains the whole list has no pages. */
type GivenFile = SelectedList & Partial<Page> & FileForm;

function exportEndpoint(list: RankedList): Endpoint {
  const { name, title, selection, file, noResult = 'BEST_001' } = list;
  const paging = file === 'one page' ? {} : { page, pageSize: pageSizeExport };
  const prefix = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const parameters: Parameters<GivenFile> = { ...selection, ...paging, format, header };
  return endpoint({
    path: `/v1/category/${name}/export`,
    name: `${name}Export`,
    title: { en: `${title.en}, file`, ko: `${title.ko} 파일` },
    description: {
      en: `${title.en} of a category, as a spreadsheet.`,
      ko: `${title.ko} 목록을 스프레드시트로 받습니다.`,
    },
    parameters,
    data: null,
    errors: [noResult],
    async answer({ given }, services) {
      const { page = 1, pageSize = PAGE_SIZE_EXPORT } = given;
      const { entries, about, untilDay } = await readPage(list, given, { page, pageSize }, services);
      const day = typeof given.date === 'number' ? untilDay : undefined;
      return { ...about, ...fileOf(prefix, await tableOf(entries, services), given, day) };
    },
  });
}

/** Reads a page of the list that a call selects. Throws the "no result" error instead of returning an empty page. */
async function readPage(list: RankedList, selected: SelectedList, page: Page, services: Services) {
  const { kind, noResult = 'BEST_001' } = list;
  const { edition, dated } = isDated(kind)
    ? await findEditionOfDate(kind, selected.date ?? null, services)
    : { edition: await services.rankings.findLatestEdition(kind), dated: null };
  const visible = edition === null ? null : await readVisibleList(edition, cellOf(selected), services);
  if (edition === null || visible === null || visible.totalCount === 0) {
    const detail = await whyEmpty(selected.categoryId, edition === null ? dated : null, services);
    throw new ApiError(noResult, { detail });
  }
  const { totalCount } = visible;
  const entries = await visible.entries(pageOffset(page, totalCount, noResult), page.pageSize);
  // Items may disappear between the two reads.
  if (entries.length === 0) throw new ApiError(noResult);
  const about = { isLasting: true, list: { ...page, totalCount }, ...editionOf(edition, services) };
  return { entries, about, untilDay: edition.untilDay };
}

/** Why a list has no entries: an unknown category, a period (not null) without lists, or an empty category. */
async function whyEmpty(categoryId: string, dated: DatedPeriod | null, { catalog, rankings }: Services) {
  const category = shown(categoryId);
  const categories = await catalog.listCategories();
  if (!categories.some((one) => one.categoryId === categoryId))
    return message('api.unknownCategory', { category });
  const periods = dated === null ? null : await rankings.findPeriods(dated.kind);
  if (periods === null || dated === null) return message('api.emptyCategory', { category });
  const { format } = DATED_KINDS[dated.kind];
  return message('api.noListOfPeriod', {
    period: format(dated.period),
    first: format(periods.first),
    last: format(periods.last),
  });
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
