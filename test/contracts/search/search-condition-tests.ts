import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay } from '../../../src/clock.ts';
import { NO_FILTER, type SearchFilter } from '../../../src/search/search-index.ts';
import { TODAY } from '../../search/search-arbitraries.ts';
import { searchItem } from '../../search/search-item.ts';
import { by, found, idsOf, type OpenSubject, request } from './search-subject.ts';

/** The part of the contract about targets and filters (docs/search.md#filters). */
export function searchConditionTests(open: OpenSubject): void {
  test('a target names the one field that must hold every word', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '달빛', subTitle: '정원', originalTitle: 'Moonlight' }));
    subject.put(searchItem(2, { title: '바다', contributors: by('달빛', '정원') }));
    subject.put(searchItem(3, { title: '정원', publisher: '달빛' }));
    subject.put(searchItem(4, { title: '숲', series: [{ seriesId: 1, seriesName: '달빛' }] }));
    assert.deepEqual(await idsOf(subject, '달빛', { target: 'title' }), [1]);
    assert.deepEqual(await idsOf(subject, 'moonlight', { target: 'title' }), [1]);
    assert.deepEqual(await idsOf(subject, '달빛', { target: 'author' }), [2]);
    assert.deepEqual(await idsOf(subject, '달빛', { target: 'publisher' }), [3]);
    assert.deepEqual(await idsOf(subject, '달빛 정원', { target: 'title' }), [1]);
    assert.deepEqual(await idsOf(subject, '달빛 정원', { target: 'publisher' }), []);
  });

  test('with a target a number is a word', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(7, { title: '1984' }));
    subject.put(searchItem(1984, { title: '다른 책' }));
    assert.deepEqual(await idsOf(subject, '1984', { target: 'title' }), [7]);
  });

  test('inStock leaves out what is sold out or only ordered ahead', async (t) => {
    const subject = await open(t);
    for (const [at, itemStatus] of ['판매중', '예약판매', '일시품절', '절판'].entries()) {
      subject.put(searchItem(at + 1, { title: '강', itemStatus }));
    }
    assert.deepEqual(await idsOf(subject, '강', { filter: { ...NO_FILTER, inStock: true } }), [1]);
    subject.put(searchItem(1, { title: '강', itemStatus: '품절' }));
    assert.deepEqual(await idsOf(subject, '강', { filter: { ...NO_FILTER, inStock: true } }), []);
  });

  test('days and prices bound on both sides, bounds included; unknown ones never pass', async (t) => {
    const subject = await open(t);
    const day = (text: string) => parseKstDay(text) ?? 0;
    for (const [itemId, publishDate, salePrice] of [
      [1, '2024-01-01', 1000],
      [2, '2024-01-02', 1000.5],
      [3, '2024-01-03', 1001],
      [4, '', 0],
    ] as const) {
      subject.put(searchItem(itemId, { title: '강', publishDate, salePrice }));
    }
    const ids = (filter: Partial<SearchFilter>) =>
      idsOf(subject, '강', { filter: { ...NO_FILTER, ...filter } });
    assert.deepEqual(await ids({ publishedFrom: day('2024-01-02') }), [2, 3]);
    assert.deepEqual(await ids({ publishedTo: day('2024-01-02') }), [1, 2]);
    assert.deepEqual(await ids({ publishedFrom: day('2024-01-02'), publishedTo: day('2024-01-02') }), [2]);
    assert.deepEqual(await ids({ priceFrom: 1001 }), [3]);
    assert.deepEqual(await ids({ priceTo: 1000 }), [1]);
    assert.deepEqual(await ids({ priceFrom: 1000, priceTo: 1001 }), [1, 2, 3]);
    assert.deepEqual(await ids({ priceFrom: 0 }), [1, 2, 3]);
    subject.put(searchItem(5, { title: '강', shopPrice: 9000, salePrice: 0 }));
    assert.deepEqual(await ids({ priceTo: 0 }), [5]);
  });

  test('the selling price is that of the deal while it lasts', async (t) => {
    const subject = await open(t);
    const deal = (from: number, until: number) => ({
      salePrice: 500,
      from: TODAY + from,
      until: TODAY + until,
    });
    subject.put(searchItem(1, { title: '강', salePrice: 900, deal: deal(0, 0) }));
    subject.put(searchItem(2, { title: '강', salePrice: 900, deal: deal(1, 2) }));
    subject.put(searchItem(3, { title: '강', salePrice: 900, deal: deal(-2, -1) }));
    assert.deepEqual(await idsOf(subject, '강', { filter: { ...NO_FILTER, priceTo: 899 } }), [1]);
  });

  test('withheld items are counted only where they pass', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '강', salePrice: 900, withheld: true }));
    for (const [priceTo, withheldCount] of [
      [900, 1],
      [899, 0],
    ] as const) {
      const result = await subject.index.search(request('강', { filter: { ...NO_FILTER, priceTo } }));
      assert.deepEqual(result, found([], withheldCount));
    }
  });
}
