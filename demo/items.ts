import { hasValidIsbn13Check } from '../src/catalog/isbn.ts';
import { type Contributor, DEFAULT_GOODS_TYPES, type Item } from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { categoryIdOf } from './categories.ts';
import { EDITIONS, type Edition, ebookPlaceOf, type WorkKind } from './editions.ts';
import { drawAlbum, drawBook, drawDvd, drawEbook } from './media.ts';
import { createRandom, mix, type Random } from './random.ts';
import { introduceEdition } from './texts.ts';
import { drawPrice, drawTrade } from './trade.ts';
import type { Piece, Work } from './works.ts';

/** Item numbers have seven or eight digits, as many as the demo's ISBNs have room for. */
export const FIRST_ITEM_ID = 1_000_001;
export const DEMO_ITEMS_MAX = 50_000_000;

/**
 * The item at a place of a catalogue of `items` items. Places 0 .. EDITIONS.length - 1 hold the editions; the next ones
 * hold them again, as number 2, and so on. An item depends only on place and day, but for its link to an eBook that
 * is not in the catalogue.
 */
export function itemAt(place: number, items: number, today: KstDay): Item {
  const edition = EDITIONS[place % EDITIONS.length];
  if (edition === undefined) throw new RangeError(`${place} is no place`);
  const number = Math.floor(place / EDITIONS.length) + 1;
  const itemId = FIRST_ITEM_ID + place;
  const { catalog } = edition;
  const random = createRandom(mix(place, 3));
  const { title, ...texts } =
    edition.kind === 'album' ? textsOfAlbum(edition.piece) : textsOfWork(edition.kind, edition.work, random);
  const ebookPlace = ebookPlaceOf(edition);
  const ebook = ebookPlace === null ? items : place - (place % EDITIONS.length) + ebookPlace;
  return {
    itemId,
    isbn13: catalog === 'MUSIC' || catalog === 'DVD' ? '' : demoIsbn13(itemId),
    isbn10: '',
    title: number === 1 ? title : `${title} (${catalog === 'FOREIGN' ? 'edition' : '판본'} ${number})`,
    ...texts,
    catalog,
    goodsType: DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: null,
    categoryIds: [categoryIdOf(catalog, edition.category)],
    adultYn: 'N',
    ebookId: ebook < items ? FIRST_ITEM_ID + ebook : null,
    cover: null,
    sideCover: null,
    backCover: null,
    withheld: number > 1 && place % 2503 === 1234,
    ...drawTrade(catalog, drawPrice(...PRICES[edition.kind], random), today, random),
    ...mediaOf(edition.kind, random),
  };
}

type Texts = Pick<
  Item,
  | 'title'
  | 'subTitle'
  | 'originalTitle'
  | 'originalTranslation'
  | 'contributors'
  | 'publisher'
  | 'series'
  | 'contentDetail'
>;

const PUBLISHERS = ['서가데모 출판사', '서가데모 고전', '서가데모 문학', '데모서림', '데모나무'] as const;
const FOREIGN_PUBLISHERS = ['Seoga Demo Press', 'Demo House Classics', 'Demo & Daughters'] as const;

function textsOfWork(kind: WorkKind, work: Work, random: Random): Texts {
  const isForeign = kind === 'original' || kind === 'english';
  const isTranslated = isForeign ? kind === 'english' : work.language !== 'ko';
  const common = {
    subTitle: '',
    originalTitle: isTranslated || isForeign ? work.original : null,
    originalTranslation: isTranslated && kind !== 'stage' ? '번역서' : null,
    contributors: contributorsOf(kind, work),
    series: [],
    contentDetail: {
      bookIntroduction: introduceEdition(work),
      bookSummary: work.about,
      tableOfContents: isForeign || kind === 'stage' ? null : work.contents,
    },
  };
  if (isForeign) {
    const title = kind === 'original' ? work.original : work.english;
    return { ...common, title, publisher: random.pick(FOREIGN_PUBLISHERS) };
  }
  if (kind === 'stage') {
    return {
      ...common,
      title: `${work.korean} 공연 실황`,
      subTitle: work.english,
      publisher: '서가데모 영상',
    };
  }
  const publisher = random.pick(PUBLISHERS);
  const seriesId = 1 + PUBLISHERS.indexOf(publisher) * 2 + (work.isKorean ? 0 : 1);
  const seriesName = `${publisher} ${work.isKorean ? '한국고전' : '세계고전'}`;
  const subTitle = kind === 'hardcover' ? `${work.english} (양장 기념판)` : work.english;
  return { ...common, title: work.korean, subTitle, publisher, series: [{ seriesId, seriesName }] };
}

function textsOfAlbum({ composer, korean, english }: Piece): Texts {
  return {
    title: `${composer.korean}: ${korean}`,
    subTitle: `${composer.english}: ${english}`,
    originalTitle: null,
    originalTranslation: null,
    contributors: [
      { authorId: composer.authorId, author: composer.korean, authorType: '작곡' },
      { authorId: null, author: '서가데모 교향악단', authorType: '연주' },
    ],
    publisher: '서가데모 레코드',
    series: [],
    contentDetail: {
      bookIntroduction: `${composer.details} 데모용 음반으로, 연주자와 음반사, 가격은 지어낸 것이다.`,
      bookSummary: null,
      tableOfContents: null,
    },
  };
}

function contributorsOf(kind: WorkKind, work: Work): Contributor[] {
  const isForeign = kind === 'original' || kind === 'english';
  const authorType = kind === 'stage' ? '원작' : '지음';
  const writers: Contributor[] = work.authors.map(({ authorId, korean, english, original }) => {
    const author = kind === 'original' ? original : kind === 'english' ? english : korean;
    return { authorId, author, authorType };
  });
  const nameless = { authorId: null, author: isForeign ? 'Anonymous' : '작자 미상', authorType };
  const helpers: Contributor[] = [];
  if (kind === 'stage') helpers.push({ authorId: null, author: '서가데모 극단', authorType: '공연' });
  else if (kind === 'english')
    helpers.push({ authorId: null, author: 'Seoga Demo Translations', authorType: '옮김' });
  else if (!isForeign && work.language !== 'ko')
    helpers.push({ authorId: null, author: '서가데모 번역실', authorType: '옮김' });
  return [...(writers.length === 0 ? [nameless] : writers), ...helpers];
}

/** List prices of a kind, in thousand won. */
const PRICES: Readonly<Record<Edition['kind'], readonly [low: number, high: number]>> = {
  paperback: [9, 19],
  ebook: [8, 14],
  hardcover: [18, 45],
  original: [11, 28],
  english: [11, 28],
  album: [14, 32],
  stage: [14, 32],
};

function mediaOf(kind: Edition['kind'], random: Random) {
  if (kind === 'ebook') return drawEbook(random);
  if (kind === 'album') return drawAlbum(random);
  if (kind === 'stage') return drawDvd(random);
  return drawBook(kind === 'hardcover' ? '양장' : kind === 'paperback' ? '반양장' : 'Paperback', random);
}

/**
 * The demo's ISBN-13 of an item. Numbers that begin with 979-9 belong to no registration group, so no real book can
 * have them; the check digit is correct all the same. Throws when the item's number has more than eight digits.
 */
export function demoIsbn13(itemId: number): string {
  const body = `9799${String(itemId).padStart(8, '0')}`;
  const check = DIGITS.find((digit) => hasValidIsbn13Check(body + digit));
  if (check === undefined) throw new Error(`item number ${itemId} has no room in an ISBN`);
  return body + check;
}

const DIGITS: readonly string[] = [...'0123456789'];
