import { Readable } from 'node:stream';
import { compactIsbn, hasValidIsbn10Check, isbn13Of } from '../../src/catalog/isbn.ts';
import { openCsv } from '../../src/ingest/table/csv-rows.ts';
import type { TextEncoding } from '../../src/ingest/text/text-encoding.ts';
import type { SearchTexts } from '../../src/search/search-document.ts';
import { readData } from '../../test/support/real-data.ts';

/** An item of the judged catalogue; those of a source are in the order of its own popularity. */
export interface JudgedItem {
  readonly itemId: number;
  readonly language: 'ko' | 'en';
  readonly texts: SearchTexts;
  readonly isbn13: string;
  readonly isbn10: string;
  readonly salePoint: number;
  readonly year: number;
}

/** A quarter of all items is held back: what is right and not in the shop. */
export interface JudgedCatalogue {
  readonly held: readonly JudgedItem[];
  readonly absent: readonly JudgedItem[];
}

export async function readCatalogue(): Promise<JudgedCatalogue> {
  const items = (await readTitles()).map((one, at) => ({ ...one, itemId: at + 1 }));
  const isAbsent = (_: JudgedItem, at: number) => at % 4 === 3;
  return { held: items.filter((item, at) => !isAbsent(item, at)), absent: items.filter(isAbsent) };
}

type Row = Readonly<Record<string, string | undefined>>;
type Title = Omit<JudgedItem, 'itemId'>;

/** The titles most lent by the libraries of Seoul, and those of goodbooks-10k, each in the order of its popularity. */
async function readTitles(): Promise<Title[]> {
  const korean = readData('ko-seoul-library/popular-loans-2024q1.sample-80pct.cp949.csv');
  const english = readData('en-goodbooks/books.sample-80pct.csv.gz');
  return [
    ...(await rowsOf(korean, 'cp949')).map(koreanTitle),
    ...(await rowsOf(english, 'utf-8')).map(englishTitle),
  ];
}

async function rowsOf(bytes: Buffer, encoding: TextEncoding): Promise<Row[]> {
  const { rows } = await openCsv(Readable.from([bytes]), { encoding, delimiter: ',' });
  const [header = [], ...others] = (await Array.fromAsync(rows)).flatMap((block) => block.rows);
  return others.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
}

const NO_TEXTS = { subTitle: '', originalTitle: '', publisher: '', series: [] };

function koreanTitle(row: Row, at: number, { length }: readonly Row[]): Title {
  // A blank and then ":" begins the subtitle, "." the volume, "=" the title in another language.
  const [title = '', ...subTitle] = oneBlank(row.제목).split(/ [:=](?=\S)/);
  const names = (row.저자 ?? '').split(/[;,]/).map((name) => oneBlank(name.replace(ROLE, '')));
  return {
    language: 'ko',
    texts: {
      ...NO_TEXTS,
      title: title.replaceAll(/ ([.,])(?=\S)/g, (_, mark) => (mark === ',' ? ', ' : ' ')),
      subTitle: subTitle.join(' = '),
      contributors: names.filter((name) => name !== ''),
      publisher: row.발행처 ?? '',
    },
    ...isbnPair(compactIsbn(row.ISBN번호 ?? '')),
    salePoint: length - at,
    year: Number(/\d{4}/.exec(row.발행년도 ?? '')?.[0] ?? 0),
  };
}

const ROLE =
  /^(?:지은이|글쓴이) ?:| ?\[?(?:외\]? ?)?(?:지음|글[?./]그림|글|그림|사진|저자|저|편저|엮음|원작|감독|옮김|역)\]?$/u;

function englishTitle(row: Row, at: number, { length }: readonly Row[]): Title {
  const isbn = row.isbn ?? '';
  return {
    language: 'en',
    texts: {
      ...NO_TEXTS,
      title: oneBlank(row.title),
      originalTitle: oneBlank(row.original_title),
      contributors: (row.authors ?? '').split(', ').map(oneBlank),
    },
    // The source's ISBN-10s lost their leading zeros.
    ...isbnPair(isbn === '' ? '' : isbn.padStart(10, '0')),
    salePoint: length - at,
    year: Math.max(0, Number(row.original_publication_year ?? 0)),
  };
}

function isbnPair(isbn: string): { readonly isbn13: string; readonly isbn10: string } {
  if (hasValidIsbn10Check(isbn)) return { isbn13: isbn13Of(isbn) ?? '', isbn10: isbn };
  return { isbn13: isbn.length === 13 ? isbn : '', isbn10: '' };
}

function oneBlank(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}
