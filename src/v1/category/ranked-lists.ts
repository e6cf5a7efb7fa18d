import type { KstDay } from '../../clock.ts';
import type { ErrorCode } from '../../http/errors.ts';
import type { Texts } from '../../messages/languages.ts';
import type { Age, EditionKind, ListCell, NewProductSort, Sex } from '../../rankings/edition.ts';
import type { Parameters } from '../endpoint.ts';
import { age, categoryId, date, dateOfMonth, dateOfWeek, newProductSort, sex } from '../params.ts';

/** What a call says about the list it wants; which of these a list uses depends on its kind. */
export interface SelectedList {
  readonly categoryId: string;
  readonly date?: KstDay | null;
  readonly sex?: Sex;
  readonly age?: Age;
  readonly sort?: NewProductSort;
}

/** The list within an edition: all buyers by default. */
export function cellOf({ categoryId, sex = 'A', age = 255, sort }: SelectedList): ListCell {
  return { categoryId, sex, age, ...(sort === undefined ? {} : { sort }) };
}

/** One kind of ranked list: everything that distinguishes it from the others, as JSON and as a file. */
export interface RankedList {
  /** Operation id and last part of the path. */
  readonly name: string;
  readonly title: Texts;
  readonly description: Texts;
  /** The parameters that select a list, in the order in which they are checked; without sex and age, it is that of all buyers. */
  readonly selection: Parameters<SelectedList>;
  readonly kind: EditionKind;
  /** Whether its items lack sideCover and backCover. */
  readonly hasCoverOnly?: true;
  /** The error of an empty list and of a page past the end; BEST_001 by default. */
  readonly noResult?: ErrorCode;
  /** Whether it is also a file, which has pages unless one always holds the whole list. */
  readonly file?: 'pages' | 'one page';
}

/** In the order of the documentation; docs/lists.md has a section for each. */
export const RANKED_LISTS: readonly RankedList[] = [
  {
    name: 'bestsellerMonthly',
    title: { en: 'Monthly bestsellers', ko: '월간 베스트셀러' },
    description: {
      en: 'Bestsellers of a category in the month of the date, for all buyers or by sex and age.',
      ko: '해당 날짜가 속한 달의 카테고리별 베스트셀러입니다. 전체 구매자 또는 성별·연령별로 조회할 수 있습니다.',
    },
    selection: { categoryId, date: dateOfMonth, sex, age },
    kind: 'monthly',
    file: 'pages',
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
    file: 'pages',
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
    file: 'pages',
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
    file: 'pages',
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
    // It is never longer than a page of a file.
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
    file: 'pages',
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
    file: 'pages',
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
    file: 'pages',
  },
];
