import type { ErrorCode } from '../../http/errors.ts';
import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import type { Edition, EditionKind } from '../../rankings/ranking-store.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { exportItems } from '../export-items.ts';
import type { Parameters } from '../parameter.ts';
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
import { answerRankedList } from '../ranked-list.ts';
import { itemListCoverOnly, itemListWithSides } from '../schemas.ts';
import type { Services } from '../services.ts';
import {
  byCategory,
  byDay,
  byMonthAndSegment,
  bySegment,
  bySort,
  cellOf,
  type ListSelection,
  type SelectedList,
} from './list-selection.ts';

/** One kind of ranked list: all that sets it apart from the others, as JSON and as a file. */
interface RankedList {
  /** Operation id and last part of the path. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly selection: ListSelection;
  readonly kind: EditionKind;
  /** Whether its items have sideCover and backCover. */
  readonly sides: boolean;
  /** The error of an empty list and of a page past the end. */
  readonly noResult: ErrorCode;
  readonly file?: ListFile;
}

interface ListFile {
  readonly description: string;
  /** Name of the file before the day (docs/rules/spreadsheets.md#file). */
  readonly prefix: string;
  /** False where one file always holds the whole list. */
  readonly isPaged: boolean;
}

// docs/rules/rankings.md has a section for each.

const bestseller: RankedList = {
  name: 'bestseller',
  title: 'Bestsellers',
  description:
    'Bestsellers of a category over the last four weeks, for all buyers or by sex and age. Recent weeks weigh more.',
  selection: bySegment,
  kind: 'overall',
  sides: true,
  noResult: 'BEST_001',
  file: {
    description: 'Bestsellers of a category over the last four weeks, as a spreadsheet.',
    prefix: 'bestseller',
    isPaged: true,
  },
};

const bestsellerMonthly: RankedList = {
  name: 'bestsellerMonthly',
  title: 'Monthly bestsellers',
  description: 'Bestsellers of a category in the month of the date, for all buyers or by sex and age.',
  selection: byMonthAndSegment,
  kind: 'monthly',
  sides: true,
  noResult: 'BEST_001',
  file: {
    description: 'Bestsellers of a category in the month of the date, as a spreadsheet.',
    prefix: 'bestseller_monthly',
    isPaged: true,
  },
};

const bestsellerDaily: RankedList = {
  name: 'bestsellerDaily',
  title: 'Daily bestsellers',
  description: 'Bestsellers of a category on one day.',
  selection: byDay,
  kind: 'daily',
  sides: true,
  noResult: 'BEST_001',
};

const bestsellerRealtime: RankedList = {
  name: 'bestsellerRealtime',
  title: 'Realtime bestsellers',
  description:
    'Top 100 of a category over the last 24 hours, updated every ten minutes. Recent hours weigh more.',
  selection: byCategory,
  kind: 'realtime',
  sides: true,
  noResult: 'BEST_001',
  file: {
    description: 'Bestsellers of a category over the last 24 hours, as a spreadsheet.',
    prefix: 'bestseller_realtime',
    // A realtime list is never longer than a page of a file.
    isPaged: false,
  },
};

const bestsellerSteady: RankedList = {
  name: 'bestsellerSteady',
  title: 'Steady sellers',
  description:
    'Products of a category that came out at least a year ago and sold in most weeks of the past year.',
  selection: byCategory,
  kind: 'steady',
  sides: true,
  noResult: 'BEST_001',
  file: {
    description: 'Products of a category that sold week after week for a year, as a spreadsheet.',
    prefix: 'bestseller_steady',
    isPaged: true,
  },
};

const bestsellerDeal: RankedList = {
  name: 'bestsellerDeal',
  title: 'Bestselling deals',
  description:
    'Products of a category at a special price today, ranked by their sales of the last seven days.',
  selection: byCategory,
  kind: 'deal',
  sides: false,
  noResult: 'BEST_001',
  file: {
    description: 'Products of a category at a special price today, as a spreadsheet.',
    prefix: 'bestseller_deal',
    isPaged: true,
  },
};

const newproduct: RankedList = {
  name: 'newproduct',
  title: 'New products',
  description: 'Recently registered products of a category that are on sale or on pre-order.',
  selection: bySort,
  kind: 'newProduct',
  sides: true,
  noResult: 'NEW_001',
  file: {
    description: 'Recently registered products of a category, as a spreadsheet.',
    prefix: 'newproduct',
    isPaged: true,
  },
};

const newproductAttention: RankedList = {
  name: 'newproductAttention',
  title: 'Featured new products',
  description: 'New products of a category that editors picked or that sell well.',
  selection: bySort,
  kind: 'attentionNew',
  sides: true,
  noResult: 'ATTN_001',
  file: {
    description: 'New products of a category that editors picked or that sell well, as a spreadsheet.',
    prefix: 'newproduct_attention',
    isPaged: true,
  },
};

/** The ranked lists as JSON. */
export const listEndpoints: readonly Endpoint[] = [
  bestsellerMonthly,
  bestsellerDeal,
  bestseller,
  bestsellerDaily,
  bestsellerRealtime,
  bestsellerSteady,
  newproduct,
  newproductAttention,
].map(listEndpoint);

/** The ranked lists as files (docs/rules/spreadsheets.md#endpoints). */
export const exportEndpoints: readonly Endpoint[] = [
  newproduct,
  newproductAttention,
  bestseller,
  bestsellerDeal,
  bestsellerMonthly,
  bestsellerRealtime,
  bestsellerSteady,
].flatMap((list) => (list.file === undefined ? [] : [exportEndpoint(list, list.file)]));

/** A checked call of a list: which one, and which part of it. */
interface GivenList extends SelectedList, Page {
  readonly detail: boolean;
}

function listEndpoint(list: RankedList): Endpoint {
  const { name, title, description, selection, sides, noResult } = list;
  const parameters: Parameters<GivenList> = { ...selection, page, pageSize, detail };
  return endpoint({
    path: `/v1/category/${name}`,
    name,
    title,
    description,
    parameters,
    data: sides ? itemListWithSides : itemListCoverOnly,
    errors: [noResult],
    async answer({ given, caller }, services) {
      const { page, pageSize, detail } = given;
      const edition = await findEdition(list, given, services);
      const view = { edition, cell: cellOf(given), page: { page, pageSize }, detail, sides, noResult };
      return answerRankedList(view, caller, services);
    },
  });
}

/** The same of a file. One that always holds the whole list takes no page. */
interface GivenFile extends SelectedList, Partial<Page>, FileForm {}

function exportEndpoint(list: RankedList, { description, prefix, isPaged }: ListFile): Endpoint {
  const { name, title, selection, noResult } = list;
  const paging = isPaged ? { page, pageSize: pageSizeExport } : {};
  const parameters: Parameters<GivenFile> = { ...selection, ...paging, format, header };
  return endpoint({
    path: `/v1/category/${name}/export`,
    name: `${name}Export`,
    title: `${title}, file`,
    description,
    parameters,
    data: null,
    errors: [noResult],
    async answer({ given }, services) {
      const { page = 1, pageSize = PAGE_SIZE_EXPORT, format, header } = given;
      const edition = await findEdition(list, given, services);
      const form = { format, header };
      const wanted = { prefix, edition, cell: cellOf(given), page: { page, pageSize }, form, noResult };
      return exportItems(wanted, services);
    },
  });
}

/** The edition that a call asks for, or null. */
function findEdition(
  { kind }: RankedList,
  { date = null }: SelectedList,
  services: Services,
): Promise<Edition | null> {
  return kind === 'monthly' || kind === 'daily'
    ? findEditionOfDate(kind, date, services)
    : services.rankings.findLatestEdition(kind);
}
