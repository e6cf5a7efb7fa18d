import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bindFragment,
  type FragmentBinding,
  type FragmentValues,
  parseFragment,
  renderFragment,
  serialiseItem,
  tableOfContentsOf,
} from '../../src/catalog/fragment.ts';
import { CATALOGS, type Item } from '../../src/catalog/item.ts';
import { measuresBy } from '../../src/catalog/measures.ts';

/** Text that somebody sends who wants to break out of a string, and every control character. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(...'"\\\0\u0001\u0004\u0010\u001f\u007f\u009f\ud800\u2028{,'),
    maxLength: 30,
  }),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary);
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const amount = fc.nat();
const price = fc.nat({ max: 10_000_000 }).map((hundredths) => hundredths / 100);
const yesNo = fc.constantFrom('Y' as const, 'N' as const);

const anyItem: fc.Arbitrary<Item> = fc.record({
  itemId: id,
  isbn13: hostile,
  isbn10: hostile,
  title: hostile,
  subTitle: hostile,
  originalTitle: orNull(hostile),
  originalTranslation: orNull(hostile),
  contributors: fc.array(fc.record({ authorId: orNull(id), author: hostile, authorType: hostile }), {
    maxLength: 3,
  }),
  publisher: hostile,
  publishDate: fc.constantFrom('', '2024-05-01'),
  catalog: fc.constantFrom(...CATALOGS),
  goodsType: hostile,
  goodsSortNm: orNull(hostile),
  categoryIds: fc.constant(['001']),
  adultYn: yesNo,
  shopPrice: price,
  salePrice: price,
  deal: fc.constant(null),
  itemStatus: hostile,
  itemFormat: orNull(hostile),
  fixedBookPriceYn: yesNo,
  ...measuresBy(() => orNull(amount)),
  servicePoint: orNull(amount),
  starScore: price,
  ebookId: orNull(id),
  series: fc.array(fc.record({ seriesId: id, seriesName: hostile }), { maxLength: 2 }),
  cover: orNull(hostile),
  sideCover: orNull(hostile),
  backCover: fc.oneof(orNull(hostile), fc.constant('http://own.example/own:')),
  contentDetail: orNull(
    fc.record({
      bookIntroduction: orNull(hostile),
      bookSummary: orNull(hostile),
      tableOfContents: orNull(hostile),
    }),
  ),
  registeredAtMs: amount,
  attention: fc.constant(null),
  withheld: fc.boolean(),
});

const anyValues: fc.Arbitrary<FragmentValues> = fc.record({
  sortOrder: id,
  salePrice: price,
  addOnLink: hostile,
  upDown: orNull(fc.integer()),
  salePoint: orNull(amount),
  withSides: fc.boolean(),
  withDetail: fc.boolean(),
});

const anyBinding: fc.Arbitrary<FragmentBinding> = fc
  .record({ baseUrl: hostile, goodsSortNm: hostile, prefix: hostile })
  .map(({ baseUrl, goodsSortNm, prefix }) => ({
    substituteCover: (side, itemId) => `${baseUrl}/${side}/${itemId}`,
    goodsSortNm,
    link: (itemId) => `${prefix}/goods/${itemId}`,
    mobileLink: (itemId) => `${prefix}/m/${itemId}`,
  }));

/** The members of an item in their order (docs/rules/interface.md#item), made the plain way. */
function expectedEntries(item: Item, binding: FragmentBinding, values: FragmentValues): [string, unknown][] {
  const picture = (side: string, url: string | null) => url ?? binding.substituteCover(side, item.itemId);
  const sides: [string, unknown][] = [
    ['sideCover', picture('side', item.sideCover)],
    ['backCover', picture('back', item.backCover)],
  ];
  const detail: [string, unknown][] = [
    ['subTitle', item.subTitle],
    ['originalTitle', item.originalTitle],
    ['originalTranslation', item.originalTranslation],
    ['servicePoint', item.servicePoint],
    ['salePoint', values.salePoint],
    ['fixedBookPriceYn', item.fixedBookPriceYn],
    ...Object.entries(measuresBy((name) => item[name])),
    ['itemFormat', item.itemFormat],
    ['starScore', item.starScore],
    ['mobileLink', binding.mobileLink(item.itemId)],
    ['eBookLink', item.ebookId === null ? null : binding.link(item.ebookId)],
    ['ebookId', item.ebookId],
    ['series', item.series],
  ];
  return [
    ['sortOrder', values.sortOrder],
    ['itemId', item.itemId],
    ['title', item.title],
    ['author', item.contributors.map((one) => one.author).join(', ')],
    ['goodsType', item.goodsType],
    ['goodsSortNm', item.goodsSortNm ?? binding.goodsSortNm],
    ['adultYn', item.adultYn],
    ['publisher', item.publisher],
    ['isbn10', item.isbn10],
    ['isbn13', item.isbn13],
    ['shopPrice', item.shopPrice],
    ['salePrice', values.salePrice],
    ['publishDate', item.publishDate],
    ['itemStatus', item.itemStatus],
    ['cover', picture('cover', item.cover)],
    ...(values.withSides ? sides : []),
    ['link', binding.link(item.itemId)],
    ['addOnLink', values.addOnLink],
    ['upDown', values.upDown],
    ['contentDetail', item.contentDetail],
    ...(values.withDetail ? detail : []),
  ];
}

test('an item comes back with exactly the fields of an item, in order, whatever its text holds', () => {
  fc.assert(
    fc.property(anyItem, anyBinding, anyValues, (item, binding, values) => {
      const rendered = renderFragment(bindFragment(serialiseItem(item), binding), values);
      const text = Buffer.from(rendered, 'latin1').toString();
      const expected = expectedEntries(item, binding, values);
      // A JSON round trip on both sides: it compares the order of the fields, too.
      assert.equal(JSON.stringify(Object.entries(JSON.parse(text) as object)), JSON.stringify(expected));
    }),
    { numRuns: 500 },
  );
});

test('an item is read back from its fragment as it was written, but for what the tables of a store hold', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const { author, ...read } = parseFragment(serialiseItem(item));
      assert.equal(author, item.contributors.map((one) => one.author).join(', '));
      // Contributors, catalogue, selling price, categories, registration, deal, attention, withheld.
      assert.equal(Object.keys(read).length, Object.keys(item).length - 8);
      // Objects as JSON.parse makes them on both sides.
      assert.deepEqual(JSON.parse(JSON.stringify({ ...item, ...read })), JSON.parse(JSON.stringify(item)));
    }),
  );
});

test('the table of contents is found without binding the fragment', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      assert.equal(tableOfContentsOf(serialiseItem(item)), item.contentDetail?.tableOfContents || null);
    }),
    { numRuns: 300 },
  );
});
