import type { Catalog, Contributor, Item, Series } from '../src/catalog/item.ts';
import { DEFAULT_GOODS_TYPES } from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { categoryIdOf } from './category-tree.ts';
import type { CorePiece } from './core-catalog.ts';
import { CORE_PIECES, CORE_WORKS } from './core-catalog.ts';
import { introduceEdition } from './core-text.ts';
import { foreignEditionCategory, koreanEditionCategory } from './genres.ts';
import { demoIsbn13 } from './isbn.ts';
import { drawAlbum, drawBook, drawEbook } from './media.ts';
import type { Random } from './random.ts';
import { drawPrice, drawTrade } from './trade.ts';
import type { CoreWork } from './works/parse-table.ts';

/** How a work is sold. Every kind of edition has its own item numbers. */
type EditionKind = 'paperback' | 'ebook' | 'hardcover' | 'original' | 'english';

type Edition =
  | { readonly kind: EditionKind; readonly work: CoreWork }
  | { readonly kind: 'album'; readonly piece: CorePiece };

/**
 * All paperbacks come first, so that the beginning of the catalogue holds every work once; then, in the same
 * order, the eBooks, and the rarer kinds.
 */
const EDITIONS: readonly Edition[] = [
  ...CORE_WORKS.map((work) => ({ kind: 'paperback', work }) as const),
  ...CORE_WORKS.map((work) => ({ kind: 'ebook', work }) as const),
  ...CORE_WORKS.filter((work) => work.about !== null).map((work) => ({ kind: 'hardcover', work }) as const),
  ...CORE_WORKS.filter((work) => !work.isKorean).map((work) => ({ kind: 'original', work }) as const),
  ...CORE_WORKS.filter((work) => work.about !== null && work.language !== 'en').map(
    (work) => ({ kind: 'english', work }) as const,
  ),
  ...CORE_PIECES.map((piece) => ({ kind: 'album', piece }) as const),
];

/** How many items the real works and pieces make. */
export const CORE_ITEM_COUNT: number = EDITIONS.length;

const ebookPlaces = new Map(CORE_WORKS.map((work, place) => [work, CORE_WORKS.length + place]));

/** The item at a place of the core, 0 .. CORE_ITEM_COUNT - 1. `itemIdAt` numbers the whole catalogue. */
export function coreItem(
  place: number,
  itemIdAt: (place: number) => number | null,
  today: KstDay,
  random: Random,
): Item {
  const edition = EDITIONS[place];
  const itemId = itemIdAt(place);
  if (edition === undefined || itemId === null) throw new Error(`the demo's core has no item ${place}`);
  if (edition.kind === 'album') return albumItem(itemId, edition.piece, today, random);
  const ebookPlace = ebookPlaces.get(edition.work);
  const isPaperInKorean = edition.kind === 'paperback' || edition.kind === 'hardcover';
  const ebookId = isPaperInKorean && ebookPlace !== undefined ? itemIdAt(ebookPlace) : null;
  return { ...workItem(itemId, edition.kind, edition.work, today, random), ebookId };
}

function workItem(itemId: number, kind: EditionKind, work: CoreWork, today: KstDay, random: Random): Item {
  const catalog = CATALOG_OF_KIND[kind];
  const isKorean = catalog !== 'FOREIGN';
  const isTranslated = isKorean ? work.language !== 'ko' : kind === 'english';
  const language = kind === 'original' ? work.language : 'en';
  const categoryId = isKorean
    ? koreanEditionCategory(catalog, work.genre)
    : foreignEditionCategory(work.genre, language);
  return {
    ...blankItem(itemId, catalog),
    title: isKorean ? work.korean : kind === 'original' ? work.original : work.english,
    subTitle: isKorean ? subTitleOf(kind, work) : '',
    originalTitle: isTranslated || !isKorean ? work.original : null,
    originalTranslation: isTranslated ? '번역서' : null,
    contributors: contributorsOf(kind, work),
    publisher: isKorean ? random.pick(PUBLISHERS) : random.pick(FOREIGN_PUBLISHERS),
    categoryIds: [categoryId],
    series: isKorean ? [seriesOf(work)] : [],
    contentDetail: {
      bookIntroduction: introduceEdition(work),
      bookSummary: work.about,
      tableOfContents: isKorean ? work.contents : null,
    },
    ...drawTrade(catalog, priceOf(kind, random), today, random),
    ...mediaOf(kind, random),
  };
}

function albumItem(itemId: number, piece: CorePiece, today: KstDay, random: Random): Item {
  const { composer } = piece;
  return {
    ...blankItem(itemId, 'MUSIC'),
    isbn13: '',
    title: `${composer.korean}: ${piece.korean}`,
    subTitle: `${composer.english}: ${piece.english}`,
    contributors: [
      { authorId: composer.authorId, author: composer.korean, authorType: '작곡' },
      { authorId: null, author: '서가데모 교향악단', authorType: '연주' },
    ],
    publisher: '서가데모 레코드',
    categoryIds: [categoryIdOf('MUSIC', `클래식/${piece.category}`)],
    contentDetail: {
      bookIntroduction: `${composer.details} 데모용 음반으로, 연주자와 음반사, 가격은 지어낸 것이다.`,
      bookSummary: null,
      tableOfContents: null,
    },
    ...drawTrade('MUSIC', drawPrice(14, 32, random), today, random),
    ...drawAlbum(random),
  };
}

/** The fields that no edition of the core sets by itself. */
function blankItem(itemId: number, catalog: Catalog) {
  return {
    itemId,
    isbn13: demoIsbn13(itemId),
    // Numbers that begin with 979 have no ten-digit form.
    isbn10: '',
    subTitle: '',
    originalTitle: null,
    originalTranslation: null,
    catalog,
    goodsType: DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: null,
    adultYn: 'N',
    ebookId: null,
    series: [],
    cover: null,
    sideCover: null,
    backCover: null,
    withheld: false,
  } as const;
}

const CATALOG_OF_KIND = {
  paperback: 'BOOK',
  hardcover: 'BOOK',
  ebook: 'EBOOK',
  original: 'FOREIGN',
  english: 'FOREIGN',
} as const;

const PUBLISHERS = ['서가데모 출판사', '서가데모 고전', '서가데모 문학', '데모서림', '데모나무'] as const;
const FOREIGN_PUBLISHERS = ['Seoga Demo Press', 'Demo House Classics', 'Demo & Daughters'] as const;

function subTitleOf(kind: EditionKind, work: CoreWork): string {
  return kind === 'hardcover' ? `${work.english} (양장 기념판)` : work.english;
}

function seriesOf(work: CoreWork): Series {
  return work.isKorean
    ? { seriesId: 1, seriesName: '서가데모 한국고전' }
    : { seriesId: 2, seriesName: '서가데모 세계고전' };
}

function contributorsOf(kind: EditionKind, work: CoreWork): Contributor[] {
  const isKorean = kind !== 'original' && kind !== 'english';
  const nameless = isKorean ? '작자 미상' : 'Anonymous';
  const writers: Contributor[] = work.authors.map(({ authorId, korean, english, original }) => ({
    authorId,
    author: isKorean ? korean : kind === 'original' ? original : english,
    authorType: '지음',
  }));
  if (writers.length === 0) writers.push({ authorId: null, author: nameless, authorType: '지음' });
  if (kind === 'english')
    writers.push({ authorId: null, author: 'Seoga Demo Translations', authorType: '옮김' });
  if (isKorean && work.language !== 'ko') {
    writers.push({ authorId: null, author: '서가데모 번역실', authorType: '옮김' });
  }
  return writers;
}

function priceOf(kind: EditionKind, random: Random): number {
  if (kind === 'hardcover') return drawPrice(18, 45, random);
  if (kind === 'ebook') return drawPrice(8, 14, random);
  return kind === 'paperback' ? drawPrice(9, 19, random) : drawPrice(11, 28, random);
}

function mediaOf(kind: EditionKind, random: Random) {
  if (kind === 'ebook') return drawEbook(random);
  if (kind === 'hardcover') return drawBook('양장', random);
  return drawBook(kind === 'paperback' ? '반양장' : 'Paperback', random);
}
