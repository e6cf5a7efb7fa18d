import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasValidIsbn10Check } from '../../src/catalog/isbn.ts';
import { book } from '../support/small-shop.ts';
import { feedKit } from './feed-kit.ts';
import { author, category, fullItem } from './sample-records.ts';

/** A value that can't be read, for every field that a record may do without. */
const UNREADABLE: readonly (readonly [field: string, value: unknown])[] = [
  ...'subTitle originalTitle originalTranslation publisher goodsType goodsSortNm itemStatus itemFormat'
    .split(' ')
    .map((field) => [field, 7] as const),
  ...'shopPrice salePrice pages weight width length height servicePoint starScore ebookId'
    .split(' ')
    .map((field) => [field, '문의'] as const),
  ['isbn10', 'x'],
  ['publishDate', '봄'],
  ['registeredAt', '봄'],
  ['adultYn', 'maybe'],
  ['fixedBookPriceYn', 'maybe'],
  ['withheld', 'maybe'],
  ['authors', [{ author: '허균' }, { authorType: '지음' }]],
  ['series', [{ seriesName: '이름만' }]],
  ['categoryIds', ['001', '국내 도서']],
  ['deal', { salePrice: '문의', from: '2026-11-01', until: '2026-11-30' }],
  ['attention', { from: '2026-11-30', until: '2026-11-01' }],
  ['contentDetail', { bookIntroduction: 7, bookSummary: '새 요약' }],
  ...'cover sideCover backCover'.split(' ').map((field) => [field, 'cover.jpg'] as const),
];

describe('a field that is there and cannot be read', () => {
  for (const [field, value] of UNREADABLE) {
    test(`${field}: a known item keeps what it has, in a full record as in a patch`, async (t) => {
      const kit = feedKit(t);
      await kit.import([fullItem]);
      const before = kit.dump();
      const { kind: _kind, ...rest } = fullItem;
      for (const record of [
        { ...fullItem, [field]: value },
        { ...rest, [field]: value, kind: 'patch' },
      ]) {
        const { summary, warnings, problemCount } = await kit.import([record]);
        assert.equal(problemCount, 0);
        assert.equal(warnings.filter(({ reason }) => reason.en.endsWith('; left out')).length, 1);
        assert.equal(summary.item.changed + summary.patch.changed, 0);
        assert.equal(kit.dump(), before);
      }
    });
  }

  test('isbn13 as a spreadsheet rounds it, beside whole ISBN10s: these name the items, and nothing is refused', async (t) => {
    const kit = feedKit(t);
    const isbns = Array.from({ length: 30 }, (_, at) => validIsbn10(at));
    const named = (isbn10: string) => ({ isbn13: '9.78894E+12', isbn10 });
    await kit.import(isbns.map((isbn10, at) => book(100 + at, `책 ${at}`, { isbn10, shopPrice: 15_000 })));
    const patches = isbns.map((isbn10) => ({ kind: 'patch', ...named(isbn10), pages: 99 }));
    const sales = isbns.map((isbn10, at) => ({
      ...{ kind: 'sale', orderId: `A-${at}`, lineNo: 1, quantity: 1, soldAt: '2026-11-19', buyer: `b${at}` },
      ...named(isbn10),
    }));
    const returns = isbns.slice(0, 3).map((isbn10, at) => ({
      ...{
        kind: 'cancel',
        orderId: `R-${at}`,
        lineNo: 1,
        quantity: 1,
        cancelledAt: '2026-11-20',
        buyer: `b${at}`,
      },
      ...named(isbn10),
    }));
    const { summary, warnings, problems, brakes } = await kit.import([...patches, ...sales, ...returns]);
    assert.deepEqual([problems, brakes], [[], []]);
    assert.deepEqual([summary.patch.changed, summary.sale.added], [30, 30]);
    assert.deepEqual(new Set(warnings.map(({ field }) => field)), new Set(['isbn13']));
  });

  test('fields that would follow from it are kept as well', async (t) => {
    const kit = feedKit(t);
    const known = book(7, '책', { shopPrice: 15_000, salePrice: 13_500, isbn13: '9788936434595' });
    await kit.import([known]);
    const before = kit.dump();
    const daily = { ...known, shopPrice: '문의', salePrice: null };
    await kit.import([daily]);
    await kit.import([{ ...known, isbn13: '978-89' }]);
    assert.equal(kit.dump(), before);
    await kit.import([{ ...daily, title: '새 제목', publisher: '새 출판사' }]);
    assert.match(kit.dump(), /새 출판사/, 'the rest of the line counts');
  });

  test('a new item whose price cannot be read is refused; a known one by any name is not', async (t) => {
    const kit = feedKit(t);
    const unnamed = { ...book(1, '책'), itemId: null };
    const { problems, summary } = await kit.import([
      { ...unnamed, externalId: 'a', shopPrice: '문의' },
      { ...unnamed, externalId: 'b', salePrice: '문의' },
      { ...unnamed, externalId: 'c', shopPrice: null },
      { ...unnamed, externalId: 'c', shopPrice: '문의' },
    ]);
    assert.deepEqual(
      problems.map(({ line, field, reason }) => [line, field, reason.en]),
      [
        [
          1,
          'shopPrice',
          '"문의" is not a price: a number from 0 to 1000000000000 with at most 2 decimals; a new item needs a price that can be read, or none',
        ],
        [
          2,
          'salePrice',
          '"문의" is not a price: a number from 0 to 1000000000000 with at most 2 decimals; a new item needs a price that can be read, or none',
        ],
      ],
    );
    assert.deepEqual([summary.item.added, summary.item.unchanged], [1, 1]);
  });

  test('authors and categories keep what they have, too', async (t) => {
    const kit = feedKit(t);
    await kit.import([{ ...category, parentId: '001' }, author]);
    const before = kit.dump();
    const { warningCount } = await kit.import([
      { ...category, parentId: 'a/b' },
      { ...author, birthDate: 1569 },
    ]);
    assert.equal(warningCount, 2);
    assert.equal(kit.dump(), before);
  });
});

/** A valid ISBN10 of a publisher of the sample, by number. */
function validIsbn10(at: number): string {
  const body = `8936${String(at).padStart(5, '0')}`;
  return [...'0123456789X'].map((check) => body + check).find(hasValidIsbn10Check) ?? '';
}
