import { isDated } from '../../rankings/dated-period.ts';
import { findEditionOfDate } from '../../rankings/edition-of-date.ts';
import { type Endpoint, endpoint, type Parameters } from '../endpoint.ts';
import { fileOf, tableOf } from '../export-file.ts';
import { renderItemList } from '../item.ts';
import { itemListCoverOnly, itemListWithSides } from '../item-schema.ts';
import { inEach } from '../openapi/document-texts.ts';
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
import { readRankedList, type WantedPage } from '../ranked-list.ts';
import type { Services } from '../services.ts';
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
      const found = await findEdition(list, given, services);
      const wanted = { ...found, cell: cellOf(given), page: { page, pageSize }, noResult };
      const { entries, totalCount, about } = await readRankedList(wanted, services);
      const view = { detail, sides: !hasCoverOnly, addOnUserKey };
      return { ...about, members: await renderItemList(entries, view, wanted.page, totalCount, services) };
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
    title: inEach(title, { en: ', file', ko: ' 파일' }),
    description: inEach(title, {
      en: ' of a category, as a spreadsheet.',
      ko: ' 목록을 스프레드시트로 받습니다.',
    }),
    parameters,
    data: null,
    errors: [noResult],
    async answer({ given }, services) {
      const { page = 1, pageSize = PAGE_SIZE_EXPORT } = given;
      const found = await findEdition(list, given, services);
      const wanted = { ...found, cell: cellOf(given), page: { page, pageSize }, noResult };
      const { entries, about } = await readRankedList(wanted, services);
      const day = typeof given.date === 'number' ? found.edition?.untilDay : undefined;
      return { ...about, ...fileOf(prefix, await tableOf(entries, services), given, day) };
    },
  });
}

/** The edition that a call asks for, or null, and the period that its date selects. */
async function findEdition(
  { kind }: RankedList,
  { date = null }: SelectedList,
  services: Services,
): Promise<Pick<WantedPage, 'edition' | 'dated'>> {
  if (isDated(kind)) return findEditionOfDate(kind, date, services);
  return { edition: await services.rankings.findLatestEdition(kind), dated: null };
}
