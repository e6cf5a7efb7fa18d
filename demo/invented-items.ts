import type { Author, Catalog, Contributor, Item } from '../src/catalog/item.ts';
import { CATALOGS, DEFAULT_GOODS_TYPES } from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { categoryPathOf, ebookCategoryOf, leafIdsOf } from './category-tree.ts';
import { demoIsbn13 } from './isbn.ts';
import { drawAlbum, drawBook, drawDvd, drawEbook } from './media.ts';
import { inventPerson, type PersonKind } from './people.ts';
import type { Random } from './random.ts';
import { createRandom, mix } from './random.ts';
import { drawPrice, drawTrade } from './trade.ts';

/**
 * Invented items come in rounds of twenty with the shares of a large shop. An E is the electronic edition of
 * the book right before it.
 */
const ROUND = 'BEBFBEBMBEBFBEBMBBBD';

const CATALOG_OF_LETTER: Readonly<Record<string, Catalog>> = {
  B: 'BOOK',
  E: 'EBOOK',
  F: 'FOREIGN',
  M: 'MUSIC',
  D: 'DVD',
};

/** Letters of each kind in a round. */
const PER_ROUND: Readonly<Record<Catalog, number>> = { BOOK: 11, EBOOK: 4, FOREIGN: 2, MUSIC: 2, DVD: 1 };

/** Items for each invented person. */
const ITEMS_PER_PERSON: Readonly<Record<PersonKind, number>> = {
  writer: 8,
  foreignWriter: 30,
  artist: 20,
  director: 40,
};

/** Even the smallest catalogue has some, lest one person made everything. */
const PERSONS_MIN = 60;

/** How many people of each kind the first `count` invented items may name. */
export function inventedPersonCount(kind: PersonKind, count: number): number {
  return count === 0 ? 0 : PERSONS_MIN + Math.floor((count - 1) / ITEMS_PER_PERSON[kind]);
}

/**
 * The invented item at a position, 0 being the first one after the core. It depends only on position, number and day,
 * so a larger catalogue begins with the smaller one.
 */
export function inventedItem(place: number, itemId: number, ebookId: number | null, today: KstDay): Item {
  const letter = letterAt(place);
  if (letter === 'E') return ebookOf(place, itemId, today);
  const item = firstEditionAt(place, itemId, today);
  return { ...item, ebookId: letter === 'B' && letterAt(place + 1) === 'E' ? ebookId : null };
}

function letterAt(place: number): string {
  return ROUND[place % ROUND.length] ?? 'B';
}

function firstEditionAt(place: number, itemId: number, today: KstDay): Item {
  const random = createRandom(mix(place, 1));
  const catalog = CATALOG_OF_LETTER[letterAt(place)] ?? 'BOOK';
  const categoryIds = drawCategories(catalog, place, random);
  const path = categoryPathOf(categoryIds[0] ?? '');
  return {
    itemId,
    isbn13: catalog === 'MUSIC' || catalog === 'DVD' ? '' : demoIsbn13(itemId),
    isbn10: '',
    title: titleOf(catalog, path, place),
    subTitle: '',
    originalTitle: null,
    originalTranslation: null,
    contributors: drawContributors(catalog, place, random),
    publisher: random.pick(PUBLISHERS[catalog]),
    catalog,
    goodsType: DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: null,
    categoryIds,
    adultYn: ADULT_SECTIONS.test(path) && random.chance(0.02) ? 'Y' : 'N',
    ebookId: null,
    series: [],
    cover: null,
    sideCover: null,
    backCover: null,
    contentDetail: {
      bookIntroduction: `${FICTION_NOTES[catalog]} ‘${path.replace('/', ' > ')}’ 분류를 보여 주려고 지어냈습니다.`,
      bookSummary: null,
      tableOfContents: catalog === 'BOOK' && random.chance(0.3) ? PLAIN_CONTENTS : null,
    },
    withheld: place % 2503 === 1234,
    ...drawTrade(catalog, priceOf(catalog, random), today, random),
    ...mediaOf(catalog, random),
  };
}

/** The electronic edition of the previous book: same texts, its own number, price and dates. */
function ebookOf(place: number, itemId: number, today: KstDay): Item {
  const book = firstEditionAt(place - 1, itemId, today);
  const random = createRandom(mix(place, 1));
  const trade = drawTrade('EBOOK', Math.max(8000, Math.round(book.shopPrice / 140) * 100), today, random);
  return {
    ...book,
    ...trade,
    ...drawEbook(random),
    catalog: 'EBOOK',
    goodsType: DEFAULT_GOODS_TYPES.EBOOK,
    categoryIds: book.categoryIds.flatMap((id) => ebookCategoryOf(id) ?? []),
    withheld: false,
  };
}

/** Categories for invented items: not translated novels, classics and originals, where only real works make sense. */
const REAL_ONLY =
  /^소설\/(?!한국소설|추리|과학소설)|^시·희곡\/(서사시|유럽|아시아)|^어린이\/세계명작|^문학\/(?!영어 문학)/;

const LEAVES = Object.fromEntries(
  CATALOGS.map((catalog) => [
    catalog,
    leafIdsOf(catalog).filter((id) => !REAL_ONLY.test(categoryPathOf(id))),
  ]),
) as Record<Catalog, string[]>;

const LEAVES_WITH_EBOOK = LEAVES.BOOK.filter((id) => ebookCategoryOf(id) !== null);

/**
 * The first items of a catalogue go through its categories in turn, so none stays empty; later ones favour the
 * earlier categories. Books with an eBook stay in categories that eBooks have too.
 */
function drawCategories(catalog: Catalog, place: number, random: Random): string[] {
  const hasEbook = letterAt(place + 1) === 'E';
  const leaves = hasEbook ? LEAVES_WITH_EBOOK : LEAVES[catalog];
  const round = Math.floor(place / ROUND.length);
  const inRound = ROUND.slice(0, place % ROUND.length).split(letterAt(place)).length - 1;
  const turn = round * PER_ROUND[catalog] + inRound;
  const drawn =
    turn < leaves.length * 3 ? turn % leaves.length : Math.floor(random.next() ** 1.25 * leaves.length);
  const main = leaves[drawn];
  const other = leaves[random.below(leaves.length)];
  if (main === undefined || other === undefined) throw new Error(`no categories for ${catalog}`);
  return random.chance(0.04) && other !== main ? [main, other] : [main];
}

/** What an invented item is called says what it is: its category, and its number. */
function titleOf(catalog: Catalog, path: string, place: number): string {
  const leaf = path.slice(path.indexOf('/') + 1);
  return catalog === 'FOREIGN' ? `Demo Book ${place + 1}` : `${leaf} ${KIND_NAMES[catalog]} ${place + 1}`;
}

const KIND_NAMES = { BOOK: '데모 도서', EBOOK: '데모 도서', MUSIC: '데모 음반', DVD: '데모 영상' } as const;

function drawContributors(catalog: Catalog, place: number, random: Random): Contributor[] {
  const [kind, role] = MAKERS[catalog];
  const known = inventedPersonCount(kind, place + 1);
  const main = inventPerson(kind, random.below(known));
  const second = inventPerson(kind, random.below(known));
  const hasSecond = random.chance(0.12) && second.authorId !== main.authorId;
  return [main, ...(hasSecond ? [second] : [])].map((person) => contributorOf(person, role));
}

/** Who makes the items of a catalogue, and how they name it. */
const MAKERS: Readonly<Record<Catalog, readonly [kind: PersonKind, role: string]>> = {
  BOOK: ['writer', '지음'],
  EBOOK: ['writer', '지음'],
  FOREIGN: ['foreignWriter', '지음'],
  MUSIC: ['artist', '노래·연주'],
  DVD: ['director', '연출'],
};

function contributorOf(person: Author, authorType: string): Contributor {
  return { authorId: person.authorId, author: person.author, authorType };
}

const FICTION_NOTES: Readonly<Record<Catalog, string>> = {
  BOOK: '데모용 가상 도서입니다.',
  FOREIGN: '데모용 가상 도서입니다.',
  EBOOK: '데모용 가상 도서입니다.',
  MUSIC: '데모용 가상 음반입니다.',
  DVD: '데모용 가상 DVD입니다.',
};

const PUBLISHERS: Readonly<Record<Catalog, readonly [string, ...string[]]>> = {
  BOOK: [
    '서가데모 출판사',
    '데모나무',
    '데모숲',
    '데모바다',
    '데모창',
    '데모책방',
    '데모서림',
    '데모고래',
    '데모등대',
  ],
  FOREIGN: ['Seoga Demo Press', 'Demo House', 'Demo & Daughters', 'Demo Harbor Books'],
  EBOOK: ['서가데모 전자책'],
  MUSIC: ['서가데모 레코드', '데모소리', '데모뮤직'],
  DVD: ['서가데모 영상', '데모필름'],
};

const ADULT_SECTIONS = /^(소설|만화|외국영화)\//;
const PLAIN_CONTENTS = '머리말\n1장 시작하며\n2장 가까이 보기\n3장 멀리 보기\n4장 함께 생각하기\n맺음말';

function priceOf(catalog: Catalog, random: Random): number {
  if (catalog === 'BOOK') return random.chance(0.1) ? drawPrice(22, 45, random) : drawPrice(9, 22, random);
  return catalog === 'FOREIGN' ? drawPrice(11, 40, random) : drawPrice(8, 34, random);
}

function mediaOf(catalog: Catalog, random: Random) {
  if (catalog === 'MUSIC') return drawAlbum(random);
  if (catalog === 'DVD') return drawDvd(random);
  if (catalog === 'FOREIGN') return drawBook(random.chance(0.2) ? 'Hardcover' : 'Paperback', random);
  return drawBook(random.chance(0.12) ? '양장' : '반양장', random);
}
