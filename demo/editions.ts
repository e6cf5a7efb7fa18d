import type { Catalog } from '../src/catalog/item.ts';
import { languageName } from './texts.ts';
import { PIECES, type Piece, WORKS, type Work } from './works.ts';

/** How a work is sold. Every kind of edition has its own item numbers. */
export type WorkKind = 'paperback' | 'ebook' | 'hardcover' | 'original' | 'english' | 'stage';

/** A work or a piece of music, as an item of a catalogue. */
export type Edition = {
  readonly catalog: Catalog;
  /** Second and third level of its category. */
  readonly category: string;
} & ({ readonly kind: WorkKind; readonly work: Work } | { readonly kind: 'album'; readonly piece: Piece });

/** Languages with shelves of their own. */
const SHELF_LANGUAGES = ['en', 'fr', 'de', 'ru', 'es', 'it', 'ja', 'zh', 'la', 'el'];

const described = WORKS.filter(({ about }) => about !== null);

/**
 * One edition of every kind. All paperbacks come first, so that the beginning of the catalogue holds every work once; then,
 * in the same order, the eBooks, and the rarer kinds.
 */
export const EDITIONS: readonly Edition[] = [
  ...WORKS.map((work) => korean('paperback', 'BOOK', work)),
  ...WORKS.map((work) => korean('ebook', 'EBOOK', work)),
  ...described.map((work) => korean('hardcover', 'BOOK', work)),
  ...WORKS.filter(({ isKorean }) => !isKorean).map((work) => foreign('original', work, work.language)),
  ...described.filter(({ language }) => language !== 'en').map((work) => foreign('english', work, 'en')),
  ...PIECES.map((piece): Edition => {
    return { kind: 'album', catalog: 'MUSIC', category: `클래식/${piece.category}`, piece };
  }),
  ...WORKS.filter(({ category }) => category === '시·희곡/희곡').map((work): Edition => {
    return { kind: 'stage', catalog: 'DVD', category: '공연/연극', work };
  }),
];

const ebookPlaces = new Map(WORKS.map((work, place) => [work, WORKS.length + place]));

/** Where in EDITIONS the eBook stands to which a Korean book links; null if the edition isn't one. */
export function ebookPlaceOf(edition: Edition): number | null {
  return edition.kind !== 'album' && edition.catalog === 'BOOK'
    ? (ebookPlaces.get(edition.work) ?? null)
    : null;
}

function korean(kind: WorkKind, catalog: Catalog, work: Work): Edition {
  return { kind, catalog, category: work.category, work };
}

/** Foreign books stand by language. */
function foreign(kind: WorkKind, work: Work, language: string): Edition {
  const section = work.category.slice(0, work.category.indexOf('/'));
  const shelf = SHELF_LANGUAGES.includes(language) ? languageName(language) : '그 밖의 언어';
  return { kind, catalog: 'FOREIGN', category: `${section}/${shelf}`, work };
}
