import { type CategoryLine, type ItemLine, isbnPair } from './feed-line.ts';
import { KDC_CLASSES } from './seoul-titles.ts';

export const NLK_BOOKS_FILE = 'ko-nlk-lod/book_sample.json.gz';

const NLK_ROOT = '003';

const BOOK_ID_BASE = 20_000_000;
const SERIES_ID_BASE = 200_000;

type LodValue = string | readonly string[];

/** A node of the linked data. The same key holds one value here and a list there. */
export type LodNode = Readonly<Record<string, LodValue | undefined>> & { readonly '@id': string };

/** The nodes of a file, which is several JSON objects one after the other. */
export function parseLod(text: string): LodNode[] {
  return splitObjects(text).flatMap((part) => (JSON.parse(part) as { '@graph'?: LodNode[] })['@graph'] ?? []);
}

/** Cuts a text into its outermost {...}, minding braces within strings. */
function splitObjects(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{' && depth++ === 0) start = index;
    if (token === '}' && --depth === 0) parts.push(text.slice(start, index + 1));
  }
  return parts;
}

/** Book records as foreign books (nearly all are Chinese), by KDC class. */
export function convertNlkBooks(nodes: readonly LodNode[]): (CategoryLine | ItemLine)[] {
  const seriesNames = [...new Set(nodes.flatMap((node) => values(node.titleOfSeries)))];
  return [
    { kind: 'category', categoryId: NLK_ROOT, categoryName: '국립중앙도서관', parentId: null },
    ...KDC_CLASSES.map((categoryName, kdcClass) => ({
      kind: 'category' as const,
      categoryId: `${NLK_ROOT}00${kdcClass}`,
      categoryName,
      parentId: NLK_ROOT,
    })),
    ...nodes.map((node) => bookLine(node, seriesNames)),
  ];
}

function bookLine(node: LodNode, seriesNames: readonly string[]): ItemLine {
  const kdc = first(node.kdc);
  const pages = /(\d+) ?p/.exec(values(node.extent).join(' '));
  return {
    kind: 'item',
    itemId: BOOK_ID_BASE + Number(node['@id'].replace(/\D/g, '')),
    // "9579019215(平裝)", "750131201X (20)": the number comes first, then what it stands for.
    ...isbnPair(first(node.isbn).split(/[ (]/)[0] ?? ''),
    title: [values(node.title).join(' ; '), first(node.volume)].filter((part) => part !== '').join(' '),
    subTitle: values(node.remainderOfTitle).join(' ; '),
    authors: values(node.creator).map((author) => ({ authorId: null, author, authorType: '' })),
    publisher: first(node.publisher),
    publishDate: '',
    pages: pages === null ? null : Number(pages[1]),
    catalog: 'FOREIGN',
    categoryIds: [/^\d/.test(kdc) ? `${NLK_ROOT}00${kdc[0]}` : NLK_ROOT],
    series: values(node.titleOfSeries).map((seriesName) => ({
      seriesId: SERIES_ID_BASE + seriesNames.indexOf(seriesName) + 1,
      seriesName,
    })),
    contentDetail: {
      bookIntroduction: values(node.description).join('\n') || null,
      bookSummary: null,
      tableOfContents: tableOfContents(values(node.tableOfContents)) || null,
    },
  };
}

/** Linked data keep no order; numbered parts get theirs back. */
function tableOfContents(parts: readonly string[]): string {
  return parts.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).join('\n');
}

/** Every value of a key, whether it holds none, one or a list. */
function values(value: LodValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function first(value: LodValue | undefined): string {
  return values(value)[0] ?? '';
}
