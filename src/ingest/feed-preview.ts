import type { Readable } from 'node:stream';
import { type ChosenReader, chooseReader, type ReaderOptions } from './choose-reader.ts';
import { longestMatch, type Mapping } from './mapping.ts';
import { readProducts, subjectsOf } from './onix/onix-reader.ts';
import { productFields } from './onix/product-fields.ts';
import { type Recognised, recogniseColumns } from './table/recognise-columns.ts';
import { faultOfOwnNames } from './table/row-mapper.ts';
import { headerFor, VALUES } from './table/shop-columns.ts';
import type { TextEncoding } from './text/text-encoding.ts';

/** The beginning of a file, for mapping it to our fields. */
export type FeedPreview =
  /** The file needs no mapping: JSON Lines, our own column names, or a built-in format. */
  | { readonly kind: 'own' }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly string[])[];
      /** The most likely header row, counted from 0, and the recognised meaning of its columns. */
      readonly recognised: Recognised;
      /** By column, the distinct values below the header; empty for a column with too many values. */
      readonly values: readonly (readonly string[])[];
      /** Null for a workbook. */
      readonly encoding: TextEncoding | null;
      readonly delimiter: string | null;
    }
  | {
      readonly kind: 'onix';
      readonly products: readonly { readonly title: string; readonly subjects: readonly string[] }[];
      readonly subjects: readonly SubjectCount[];
    };

/** How many of the examined products have a subject code (schemes: code list 27). */
export interface SubjectCount {
  readonly scheme: string;
  readonly code: string;
  readonly products: number;
}

/** The rows of a preview. They include every row that may be the header. */
const ROWS_SHOWN = 12;
const COLUMNS_SHOWN_MAX = 200;
const ROWS_GATHERED = 5_000;
/** Blocks have a limited size: if rows are long, gathering ends after this many blocks. */
const BLOCKS_GATHERED = 16;
/** A column with more distinct values has titles, not categories. */
const VALUES_MAX = 200;
const ALL_VALUES_MAX = 2_000;
const CELL_CHARS_MAX = 200;
const PRODUCTS_MAX = 300;
const PRODUCTS_SHOWN = 5;
const SUBJECTS_SHOWN_MAX = 50;

/** Throws UnreadableInputError. Destroys the input. */
export async function previewFeed(
  input: Readable,
  options: Omit<ReaderOptions, 'today'>,
): Promise<FeedPreview> {
  try {
    const chosen = await chooseReader(input, { ...options, today: '' });
    if (chosen.format === 'onix') return await previewOnix(chosen);
    return chosen.rows === null ? { kind: 'own' } : await previewTable(chosen.rows, chosen);
  } finally {
    input.destroy();
  }
}

async function previewTable(
  blocks: NonNullable<ChosenReader['rows']>,
  { readAs }: ChosenReader,
): Promise<FeedPreview> {
  const rows: (readonly string[])[] = [];
  let blockCount = 0;
  for await (const block of blocks) {
    rows.push(...block.rows.slice(0, ROWS_GATHERED - rows.length));
    if (rows.length >= ROWS_GATHERED || ++blockCount === BLOCKS_GATHERED) break;
  }
  const [first = []] = rows;
  if (faultOfOwnNames(first) === null) return { kind: 'own' };
  const shown = rows.slice(0, ROWS_SHOWN).map((cells) => cells.slice(0, COLUMNS_SHOWN_MAX).map(shownCell));
  const { encoding, delimiter } = readAs;
  const recognised = recogniseColumns(rows);
  const { names, at } = recognised.header;
  const values = valuesOf(rows.slice(at + 1), Math.min(names.length, COLUMNS_SHOWN_MAX));
  return { kind: 'table', rows: shown, recognised, values, encoding, delimiter };
}

function shownCell(cell: string): string {
  return cell.trim().slice(0, CELL_CHARS_MAX).toWellFormed();
}

function valuesOf(rows: readonly (readonly string[])[], columnCount: number): string[][] {
  let left = ALL_VALUES_MAX;
  return Array.from({ length: columnCount }, (_, column) => {
    const values = new Set<string>();
    for (const cells of rows) {
      const value = shownCell(cells[column] ?? '');
      if (value !== '') values.add(value);
      if (values.size > Math.min(VALUES_MAX, left)) return [];
    }
    left -= values.size;
    return [...values];
  });
}

async function previewOnix({ input }: ChosenReader): Promise<FeedPreview> {
  const products: { title: string; subjects: string[] }[] = [];
  const counts = new Map<string, SubjectCount>();
  for await (const batch of readProducts(input)) {
    for (const { product } of batch) {
      if (product === null) continue;
      const subjects = subjectsOf(product).filter(({ scheme }) => scheme !== '');
      for (const { scheme, code } of subjects) {
        const { products: before } = counts.get(`${scheme}:${code}`) ?? { products: 0 };
        counts.set(`${scheme}:${code}`, { scheme, code, products: before + 1 });
      }
      const { title } = productFields(product);
      products.push({
        title: shownCell(String(title ?? '').replace(/<[^<>]*>/g, '')),
        subjects: subjects.map(({ scheme, code }) => `${scheme}:${code}`),
      });
    }
    if (products.length >= PRODUCTS_MAX) break;
  }
  const subjects = [...counts.values()].sort((a, b) => b.products - a.products);
  return {
    kind: 'onix',
    products: products.slice(0, PRODUCTS_SHOWN),
    subjects: subjects.slice(0, SUBJECTS_SHOWN_MAX),
  };
}

/** Whether a table has all columns of the mapping. For ONIX: whether the mapping has subjects. */
export function fits(mapping: Mapping, preview: Exclude<FeedPreview, { kind: 'own' }>): boolean {
  if (preview.kind === 'onix') return Object.keys(mapping.subjects).length > 0;
  return Object.keys(mapping.columns).length > 0 && (headerFor(preview.rows, mapping)?.at ?? -1) !== -1;
}

/** The likely meaning of a value in a field's column, as shop systems export it, or null. */
export function likelyMeaning(field: string, value: string): string | null {
  return longestMatch(VALUES[field] ?? {}, value);
}
