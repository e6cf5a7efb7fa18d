import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { NO_FILTER, type SearchRequest } from '../../../src/search/search-index.ts';
import { searchItem } from '../../search/search-item.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import { SHOPS } from './search-cases.ts';
import { searchRandomTests } from './search-random-tests.ts';
import type { OpenSubject, SearchSubject } from './search-subject.ts';
import { found, idsOf, request, setSalePoints } from './search-subject.ts';

/** What every adapter of SearchIndex owes its callers (docs/search.md#matching). */
export function searchIndexContract(name: string, open: OpenSubject): void {
  suite(`${name}: examples`, () => {
    const t = suiteCleanup();
    let subject: SearchSubject;
    before(async () => {
      subject = await open(t);
    });
    for (const { what, items, salePoints = {}, finds } of SHOPS) {
      test(what, async () => {
        subject.clear();
        for (const one of items) subject.put(one);
        setSalePoints(subject, Object.fromEntries(items.map(({ itemId }) => [itemId, 0])));
        setSalePoints(subject, salePoints);
        for (const [query, ids, other] of finds)
          assert.deepEqual(await idsOf(subject, query, other), ids, JSON.stringify([query, other]));
      });
    }
  });
  suite(`${name}: pages and changes`, () => changeTests(open));
  suite(`${name}: any catalogue and any query`, () => searchRandomTests(open));
}

function changeTests(open: OpenSubject): void {
  test('withheld items are only counted, where they pass, from the change on; nothing is found instead', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '하늘' }));
    subject.put(searchItem(2, { title: '하늘', catalog: 'EBOOK', salePrice: 900 }));
    subject.put(searchItem(7, { title: '1984' }));
    subject.put(searchItem(1984, { withheld: true }));
    subject.setWithheld(2, true);
    const search = async (other: Partial<SearchRequest>) => subject.index.search(request('하늘', other));
    assert.deepEqual(await search({}), found([1], 1));
    assert.deepEqual(await search({ category: 'BOOK' }), found([1]));
    assert.deepEqual(await search({ category: 'EBOOK' }), found([], 1));
    const priceTo = (most: number) => search({ filter: { ...NO_FILTER, priceTo: most, priceFrom: 1 } });
    assert.deepEqual([await priceTo(900), await priceTo(899)], [found([], 1), found([])]);
    assert.deepEqual(await subject.index.search(request('1984')), found([], 1));
    subject.setWithheld(2, false);
    assert.deepEqual(await search({}), found([1, 2]));
  });
}
