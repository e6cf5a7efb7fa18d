import { kstDayOf, parseKstDay } from '../../src/clock.ts';
import { NO_FILTER, SEARCH_TARGETS, type SearchFilter } from '../../src/search/search-index.ts';
import { fc } from '../support/properties.ts';
import { by } from './search-item.ts';
import { ISBN_PAIR } from './search-oracle.ts';

/** The day of the generated searches: one of the deals of the generated items lasts, one is over. */
export const TODAY = kstDayOf(Date.parse('2026-11-21T12:00:00+09:00'));

const piece = fc.constantFrom(
  ...['해리', '포터', '리포', '해', '터', '나', '의', '집', '나의집'],
  ...['Harry', 'POTTER', 'e-book', 'ebook', 'Ｂook', 'A', '팀', '3', '권', '1-2', '12', '３권'],
);
const phrase = (maxLength: number) =>
  fc
    .array(fc.tuple(piece, fc.constantFrom('', '', ' ', ' ', ' ', ', ', '-')), { minLength: 1, maxLength })
    .map((parts) => parts.map(([word, gap]) => word + gap).join(''));
const optionalPhrase = fc.oneof(fc.constant(''), phrase(2));

export const itemIds = fc.integer({ min: 1, max: 14 });

const aboutItem = fc.record({
  title: fc.oneof(
    { weight: 3, arbitrary: phrase(4) },
    { weight: 1, arbitrary: fc.tuple(phrase(2), phrase(2)).map((parts) => parts.join(' : ')) },
  ),
  subTitle: optionalPhrase,
  contributors: fc.array(phrase(2), { maxLength: 2 }).map((names) => by(...names)),
  publisher: optionalPhrase,
  series: fc.array(
    phrase(2).map((seriesName) => ({ seriesId: 1, seriesName })),
    { maxLength: 2 },
  ),
  originalTitle: fc.option(phrase(2)),
  catalog: fc.constantFrom('BOOK', 'FOREIGN', 'EBOOK'),
  publishDate: fc.constantFrom('', '2001-02-03', '2024-05-06'),
  registeredAtMs: fc.integer({ min: 0, max: 3 }),
  withheld: fc.nat(3).map((n) => n === 0),
  isbn13: fc.constantFrom('', '', '', ISBN_PAIR.isbn13),
  isbn10: fc.constantFrom('', '', '', ISBN_PAIR.isbn10),
  shopPrice: fc.constantFrom(0, 900),
  salePrice: fc.constantFrom(0, 500, 500.5, 501),
  deal: fc.constantFrom(
    null,
    null,
    { salePrice: 499, from: TODAY - 1, until: TODAY },
    { salePrice: 499, from: TODAY - 2, until: TODAY - 1 },
  ),
  itemStatus: fc.constantFrom('판매중', '판매중', '일시품절', '예약판매'),
});

const anyQuery = fc.oneof(
  { weight: 8, arbitrary: phrase(3) },
  { weight: 1, arbitrary: itemIds.map(String) },
  { weight: 1, arbitrary: fc.constantFrom('978-89-364-3459-5', ISBN_PAIR.isbn10, ' 978 8936434595 ') },
);

const day = fc.constantFrom(
  null,
  parseKstDay('2001-02-03'),
  parseKstDay('2001-02-04'),
  parseKstDay('2024-05-06'),
);
const price = fc.constantFrom(null, 0, 499, 500, 501, 502);
const filter: fc.Arbitrary<SearchFilter> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(NO_FILTER) },
  {
    weight: 1,
    arbitrary: fc.record({
      inStock: fc.boolean(),
      publishedFrom: day,
      publishedTo: day,
      priceFrom: price,
      priceTo: price,
    }),
  },
);

const put = fc.record({ kind: fc.constant('put'), itemId: itemIds, about: aboutItem });
const figures = fc.record({ kind: fc.constant('figures'), itemId: itemIds, about: aboutItem });
const remove = fc.record({ kind: fc.constant('remove'), itemId: itemIds });
const sale = fc.record({ kind: fc.constant('sale'), itemId: itemIds, salePoint: fc.nat(3) });
const ask = fc.record({
  kind: fc.constant('ask'),
  query: anyQuery,
  target: fc.constantFrom('all', 'all', ...SEARCH_TARGETS),
  filter,
  offset: fc.nat(2),
});

/** Changes of a small catalogue, and questions in between. `figures` changes all but the words of an item. */
export const change = fc.oneof(
  { weight: 5, arbitrary: put },
  { weight: 2, arbitrary: figures },
  { weight: 1, arbitrary: remove },
  { weight: 1, arbitrary: sale },
  { weight: 4, arbitrary: ask },
);

/** Whatever a client can put into the query parameter. */
export const hostileQuery = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((c) => String.fromCharCode(...c)),
  fc.array(fc.constantFrom(...'"\'*()^:{}+- \0해a', 'AND', 'NOT', 'NEAR')).map((parts) => parts.join('')),
);
