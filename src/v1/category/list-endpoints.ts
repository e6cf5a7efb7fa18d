import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import type { Edition } from '../../rankings/ranking-store.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { exportItems } from '../export-items.ts';
import { itemListCoverOnly, itemListWithSides } from '../item-schema.ts';
import { inEach } from '../openapi/document-texts.ts';
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
import type { Services } from '../services.ts';
import { cellOf, type SelectedList } from './list-selection.ts';
import { type ListFile, RANKED_LISTS, type RankedList } from './ranked-lists.ts';

/** The ranked lists as JSON. */
export const listEndpoints: readonly Endpoint[] = RANKED_LISTS.map(listEndpoint);

/** Those that are files, too (docs/rules/spreadsheets.md#endpoints). */
export const exportEndpoints: readonly Endpoint[] = RANKED_LISTS.flatMap((list) =>
  list.file === undefined ? [] : [exportEndpoint(list, list.file)],
);

/** A checked call of a list: which one, and which part of it. */
interface GivenList extends SelectedList, Page {
  readonly detail: boolean;
}

function listEndpoint(list: RankedList): Endpoint {
  const { name, title, description, selection, hasCoverOnly = false, noResult = 'BEST_001' } = list;
  const parameters: Parameters<GivenList> = { ...selection, page, pageSize, detail };
  return endpoint({
    path: `/v1/category/${name}`,
    name,
    title,
    description,
    parameters,
    data: hasCoverOnly ? itemListCoverOnly : itemListWithSides,
    errors: [noResult],
    async answer({ given, caller }, services) {
      const { page, pageSize, detail } = given;
      const edition = await findEdition(list, given, services);
      const view = {
        edition,
        cell: cellOf(given),
        page: { page, pageSize },
        detail,
        sides: !hasCoverOnly,
        noResult,
      };
      return answerRankedList(view, caller, services);
    },
  });
}

/** Parameters of an export. One that always contains the whole list has no pages. */
interface GivenFile extends SelectedList, Partial<Page>, FileForm {}

function exportEndpoint(list: RankedList, { description, hasOnePage = false }: ListFile): Endpoint {
  const { name, title, selection, noResult = 'BEST_001' } = list;
  const paging = hasOnePage ? {} : { page, pageSize: pageSizeExport };
  const prefix = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const parameters: Parameters<GivenFile> = { ...selection, ...paging, format, header };
  return endpoint({
    path: `/v1/category/${name}/export`,
    name: `${name}Export`,
    title: inEach(title, { en: ', file', ko: ' 파일' }),
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
