import { formatKstDay, formatKstInstant, type KstDay } from '../../clock.ts';
import { ApiError, type ErrorCode } from '../../http/errors.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import {
  DATED_KINDS,
  type DatedPeriod,
  type Edition,
  type EditionKind,
  FRESH_KINDS,
  isDated,
  type ListCell,
  REALTIME_BUCKET_MS,
  realtimeBucketOf,
} from '../../rankings/edition.ts';
import { findEditionOfDate, readVisibleList } from '../../rankings/lists/ranking-store.ts';
import {
  type Endpoint,
  type EndpointResult,
  endpoint,
  type Page,
  type Parameters,
  quoteValue,
  type Services,
} from '../endpoint.ts';
import { fileOf, tableOf } from '../export-file.ts';
import { refusePastEnd, renderItemList } from '../item.ts';
import {
  age,
  categoryId,
  date,
  dateOfMonth,
  dateOfWeek,
  detail,
  type FileForm,
  fileForm,
  filePaging,
  newProductSort,
  PAGE_SIZE_MAX,
  paging,
  sex,
} from '../params.ts';
import { itemListSchema } from '../schema.ts';

interface SelectedList extends ListCell {
  readonly date?: KstDay | null;
}

interface ListDefinition {
  readonly name: string;
  readonly title: Texts;
  readonly description: Texts;
  /** Checked in this order. Kinds of lists without `sex` and `age` cover all buyers. */
  readonly selection: Parameters<SelectedList>;
  readonly kind: EditionKind;
  readonly hasCoverOnly?: true;
  /** The error for an empty list, or for a page past the end; BEST_001 by default. */
  readonly noResult?: ErrorCode;
  /** 'one page' = one page holds the whole list, so the file takes no page parameters; null = there is no file. */
  readonly file?: 'one page' | null;
}

/** In the order of the documentation; docs/lists.md has a section for each. */
const LISTS: readonly ListDefinition[] = [
  {
    name: 'bestsellerMonthly',
    title: { en: 'Monthly bestsellers', ko: '월간 베스트셀러' },
    description: {
      en: 'Bestsellers of a category in the month of the date, for all buyers or by sex and age.',
      ko: '해당 날짜가 속한 달의 카테고리별 베스트셀러입니다. 전체 구매자 또는 성별·연령별로 조회할 수 있습니다.',
    },
    selection: { categoryId, date: dateOfMonth, sex, age },
    kind: 'monthly',
  },
  {
    name: 'bestsellerDeal',
    title: { en: 'Bestselling deals', ko: '특가 베스트셀러' },
    description: {
      en: 'Products of a category at a special price today, ranked by their sales of the last seven days.',
      ko: '오늘 특가로 파는 상품을 최근 7일 판매순으로 보여 줍니다.',
    },
    selection: { categoryId },
    kind: 'deal',
    hasCoverOnly: true,
  },
  {
    name: 'bestseller',
    title: { en: 'Bestsellers', ko: '종합 베스트셀러' },
    description: {
      en: 'Bestsellers of a category over the last four weeks, for all buyers or by sex and age. Recent weeks weigh more.',
      ko: '최근 4주의 베스트셀러입니다. 최근 주일수록 가중치가 크며, 전체 구매자 또는 성별·연령별로 조회할 수 있습니다.',
    },
    selection: { categoryId, sex, age },
    kind: 'overall',
  },
  {
    name: 'bestsellerWeekly',
    title: { en: 'Weekly bestsellers', ko: '주간 베스트셀러' },
    description: {
      en: 'Bestsellers of a category in the week of the date, Monday to Sunday.',
      ko: '해당 날짜가 속한 주(월요일~일요일)의 카테고리별 베스트셀러입니다.',
    },
    selection: { categoryId, date: dateOfWeek },
    kind: 'weekly',
  },
  {
    name: 'bestsellerDaily',
    title: { en: 'Daily bestsellers', ko: '일간 베스트셀러' },
    description: {
      en: 'Bestsellers of a category on one day.',
      ko: '하루 동안의 카테고리별 베스트셀러입니다.',
    },
    selection: { categoryId, date },
    kind: 'daily',
    file: null,
  },
  {
    name: 'bestsellerRealtime',
    title: { en: 'Realtime bestsellers', ko: '실시간 베스트셀러' },
    description: {
      en: 'Top 100 of a category over the last 24 hours, updated every ten minutes. Recent hours weigh more.',
      ko: '최근 24시간의 베스트셀러 100종입니다. 최근일수록 가중치가 크며 10분마다 갱신합니다.',
    },
    selection: { categoryId },
    kind: 'realtime',
    file: 'one page',
  },
  {
    name: 'bestsellerSteady',
    title: { en: 'Steady sellers', ko: '스테디셀러' },
    description: {
      en: 'Products of a category that came out at least a year ago and sold in at least 36 of the last 52 weeks.',
      ko: '출간된 지 1년이 넘었고 최근 52주 가운데 36주 이상 팔린 상품입니다.',
    },
    selection: { categoryId },
    kind: 'steady',
  },
  {
    name: 'newproduct',
    title: { en: 'New products', ko: '신상품' },
    description: {
      en: 'Recently registered products of a category that are on sale or on pre-order.',
      ko: '최근 등록되어 지금 사거나 예약할 수 있는 상품입니다.',
    },
    selection: { categoryId, sort: newProductSort },
    kind: 'newProduct',
    noResult: 'NEW_001',
  },
  {
    name: 'newproductAttention',
    title: { en: 'Featured new products', ko: '주목 신상품' },
    description: {
      en: 'New products of a category that editors picked or that sell well.',
      ko: '편집자가 추천하거나 잘 팔리는 신상품입니다.',
    },
    selection: { categoryId, sort: newProductSort },
    kind: 'attentionNew',
    noResult: 'ATTN_001',
  },
];

export const listEndpoints = LISTS.map(listEndpoint);

export const exportEndpoints = LISTS.filter(({ file }) => file !== null).map(exportEndpoint);

function listEndpoint(list: ListDefinition): Endpoint {
  const { name, title, description, selection, hasCoverOnly = false, noResult = 'BEST_001' } = list;
  const parameters: Parameters<SelectedList & Page & { detail: boolean }> = {
    ...selection,
    ...paging,
    detail,
  };
  return endpoint({
    path: `/v1/category/${name}`,
    name,
    title,
    description,
    parameters,
    data: itemListSchema(!hasCoverOnly),
    errors: [noResult],
    async answer({ given, caller: { addOnUserKey } }, services) {
      const { entries, about } = await readPage(list, given, given, services);
      const view = { detail: given.detail, sides: !hasCoverOnly, addOnUserKey };
      return { ...about, members: await renderItemList(entries, view, about.list, services) };
    },
  });
}

type GivenFile = SelectedList & Partial<Page> & FileForm;

function exportEndpoint(list: ListDefinition): Endpoint {
  const { name, title, selection, file, noResult = 'BEST_001' } = list;
  const prefix = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const pages = file === 'one page' ? {} : filePaging;
  const parameters: Parameters<GivenFile> = { ...selection, ...pages, ...fileForm };
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
      const { page = 1, pageSize = PAGE_SIZE_MAX } = given;
      const { entries, about, untilDay } = await readPage(list, given, { page, pageSize }, services);
      const day = typeof given.date === 'number' ? untilDay : undefined;
      return { ...about, ...fileOf(prefix, await tableOf(entries, services), given, day) };
    },
  });
}

/** Throws `noResult` instead of returning an empty page. */
async function readPage(
  { kind, noResult = 'BEST_001' }: ListDefinition,
  selected: SelectedList,
  { page, pageSize }: Page,
  services: Services,
) {
  const { edition, dated } = isDated(kind)
    ? await findEditionOfDate(kind, selected.date ?? null, services)
    : { edition: await services.rankings.findLatestEdition(kind), dated: null };
  const wanted = [(page - 1) * pageSize, pageSize] as const;
  const visible = edition === null ? null : await readVisibleList(edition, selected, services, wanted);
  if (edition === null || visible === null || visible.totalCount === 0) {
    const detail = await emptyListError(selected, edition, dated, services);
    throw new ApiError(noResult, { detail });
  }
  const { totalCount, entries } = visible;
  refusePastEnd({ page, pageSize }, totalCount, noResult);
  // Items may disappear after the list was read.
  if (entries.length === 0) throw new ApiError(noResult);
  const about = { isLasting: true, list: { page, pageSize, totalCount }, ...editionOf(edition, services) };
  return { entries, about, untilDay: edition.untilDay };
}

async function emptyListError(
  selected: SelectedList,
  edition: Edition | null,
  dated: DatedPeriod | null,
  { catalog, rankings }: Services,
) {
  const { categoryId } = selected;
  const category = quoteValue(categoryId);
  const categories = await catalog.listCategories();
  if (!categories.some((one) => one.categoryId === categoryId))
    return message('api.unknownCategory', { category });
  if (edition !== null && (await rankings.isThinnedOut(edition, selected)))
    return message('api.thinnedOut', {});
  const periods = edition === null && dated !== null ? await rankings.findPeriods(dated.kind) : null;
  if (periods === null || dated === null) return message('api.emptyCategory', { category });
  const { format } = DATED_KINDS[dated.kind];
  return message('api.noListOfPeriod', {
    period: format(dated.period),
    first: format(periods.first),
    last: format(periods.last),
  });
}

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
