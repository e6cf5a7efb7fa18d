import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ChangeBatch, type ItemChange } from '../../../src/search/engine/change-batch.ts';
import { docFigures } from '../../../src/search/engine/doc-figures.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/next-segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { SEARCH_SORTS, type SearchSort } from '../../../src/search/search-index.ts';
import { request } from '../../contracts/search/search-subject.ts';

const ITEMS = 30_000;

/** Item n says n modulo 7, 1000 and 40,000; its figures are spread without order, with many ties. */
function changeOf(n: number): ItemChange {
  const title = ['all', `seven${n % 7}`, `thousand${n % 1000}`, `rare${n % 40_000}`];
  const spread = (n * 7919) % 1009;
  return {
    itemId: n * 3,
    figures: docFigures({
      catalog: n % 2 === 0 ? 'BOOK' : 'EBOOK',
      publishDay: spread,
      registeredAtMs: spread * 1000,
      salePoint: spread % 50,
      shopPrice: 1,
      salePrice: 1,
      deal: null,
      itemStatus: '판매중',
      withheld: false,
    }),
    document: {
      title,
      contributor: [],
      publisher: [],
      series: [],
      titleKey: `title${spread % 7}`,
      headLength: 0,
      names: [],
      volume: 0,
    },
  };
}

function ask(index: ItemIndex, query: string, other: Parameters<typeof request>[1]) {
  const { text } = parseQuery(query);
  assert.ok(text !== null);
  return index.searchText(text, request(query, other), 0);
}

/** Item numbers that fulfil a condition, in the order of a sort: the keys are those of changeOf. */
function expected(sort: SearchSort, holds: (n: number) => boolean): number[] {
  const key = (n: number) => {
    const spread = (n * 7919) % 1009;
    if (sort === 'DEFAULT') return -(spread % 50);
    return sort === 'RELATION' ? 0 : -spread;
  };
  const found = Array.from({ length: ITEMS }, (_, at) => at + 1).filter(holds);
  return found.sort((a, b) => key(a) - key(b) || a - b).map((n) => n * 3);
}

function checkAll(index: ItemIndex): void {
  const cases: readonly [string, (n: number) => boolean][] = [
    ['seven3', (n) => n % 7 === 3],
    ['seven3 thousand10', (n) => n % 7 === 3 && n % 1000 === 10],
    ['rare77 all', (n) => n % 40_000 === 77],
    ['thousand10 rare10', (n) => n % 40_000 === 10],
  ];
  for (const [query, holds] of cases) {
    for (const sort of SEARCH_SORTS) {
      const wanted = expected(sort, holds);
      for (const offset of [0, 90, Math.max(wanted.length - 5, 0)]) {
        const { totalCount, itemIds } = ask(index, query, { sort, offset });
        assert.deepEqual(
          { totalCount, itemIds },
          { totalCount: wanted.length, itemIds: wanted.slice(offset, offset + 100) },
        );
      }
    }
  }
}

suite('a large index', () => {
  test('large and small segments beside the main one, and all of it merged', () => {
    const base = new NextSegment(emptySegment());
    for (let n = 1; n <= ITEMS; n += 2) base.add(changeOf(n));
    const index = new ItemIndex({ arrays: base.finish(), position: 0 });
    const merged = new NextSegment(index.segment);
    let batch = new ChangeBatch();
    for (let n = 2; n <= ITEMS; n += 2) {
      batch.add(changeOf(n));
      merged.add(changeOf(n));
      // Batches of 5,000 documents, then of a hundred.
      if (n % (n < 20_000 ? 10_000 : 200) !== 0) continue;
      index.publish(batch, n);
      batch = new ChangeBatch();
    }
    assert.equal(index.smallDocCount, ITEMS / 2);
    checkAll(index);
    checkAll(new ItemIndex({ arrays: merged.finish(), position: 0 }));
  });

  test('a query of more than eight common words is bounded in what it reads, others match every word', () => {
    const words = Array.from({ length: 10 }, (_, at) => `word${at}`);
    const next = new NextSegment(emptySegment());
    for (let n = 1; n <= 100_000; n++) {
      const { document, ...change } = changeOf(n);
      const title = words.filter((_, at) => n % 1_000 !== at);
      next.add({ ...change, document: document && { ...document, title } });
    }
    const index = new ItemIndex({ arrays: next.finish(), position: 0 });
    assert.equal(ask(index, words.slice(0, 8).join(' '), {}).totalCount, 99_200);
    const before = index.work;
    ask(index, words.join(' '), {});
    assert.ok(index.work - before <= 600_000, `${index.work - before} postings`);
  });
});
