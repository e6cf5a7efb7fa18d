import assert from 'node:assert/strict';
import { decide } from '../../support/decide.ts';
import { eventually } from '../../support/eventually.ts';
import { todayInKorea } from '../calendar.ts';
import { WITHHELD_ISBN13 } from '../feed.ts';
import { failed, ITEM_DETAIL, ITEM_LIST, ITEMS, type Rows, SUGGEST, succeeded } from '../rows.ts';

/** Filters, suggestions, blocked terms (docs/search.md) and several products at once. */
export function searchRows(rows: Rows): void {
  filterRows(rows);
  suggestRows(rows);
  operatorTermRows(rows);
  itemsRows(rows);
}

function filterRows({ row }: Rows): void {
  const query = '바람';

  row('400 PARAM_007: a range of itemList that ends before it begins, with both ends', async ({ client }) => {
    for (const range of [
      { priceFrom: '2000', priceTo: '1999' },
      { publishedFrom: '2020-01-02', publishedTo: '2020-01-01' },
    ]) {
      const message = failed(await client.call(ITEM_LIST, { query, ...range }), 400, 'PARAM_007');
      for (const word of Object.entries(range).flat()) assert.ok(message.includes(word), message);
    }
  });

  row('itemList headers: none tells of a correction when there was none', async ({ client }) => {
    const { headers } = await client.call(ITEM_LIST, { query });
    assert.deepEqual([headers['seoga-query-used'], headers['seoga-correction']], [undefined, undefined]);
  });
}

function suggestRows({ row }: Rows): void {
  row('suggest: what was typed and at most ten texts, or none', async ({ client }) => {
    for (const query of ['서', '서가문고', '존재하지않는낱말', '!!']) {
      const { data } = succeeded(await client.call(SUGGEST, { query })).data;
      const { suggestions, ...typed } = data as { query: string; suggestions: string[] };
      assert.deepEqual(typed, { query });
      assert.ok(suggestions.length <= 10);
      assert.equal(new Set(suggestions).size, suggestions.length);
    }
  });
}

function operatorTermRows({ operatorRow }: Rows): void {
  operatorRow(
    '404 SEARCH_002: a term that the operator blocks, until it is allowed',
    async ({ server }, { client }) => {
      const search = (query: string) => client.call(ITEM_LIST, { query });
      const terms = ['물결', 'pride and'];
      succeeded(await search('물결'));
      await decide(server, async ({ searchTerms }) => {
        for (const term of terms) await searchTerms.blockTerm(term, 'command', '');
      });
      for (const query of ['물결', '물 결', '큰물결', 'Pride, AND prejudice']) {
        failed(await search(query), 404, 'SEARCH_002');
      }
      succeeded(await search('prejudice'));
      await decide(server, async ({ searchTerms }) => {
        for (const term of terms) await searchTerms.allowTerm(term, 'command', '');
      });
      succeeded(await search('물결'));
    },
  );

  operatorRow(
    'search terms without result: counted by day, without texts that tell of a person',
    async ({ server }, { client }) => {
      const queries = ['아무도 안 쓴 책', '아무도 안  쓴 책', 'someone@books.example', '010-1234-5678'];
      for (const query of queries) failed(await client.call(ITEM_LIST, { query }), 404, 'SEARCH_001');
      const listed = () => decide(server, ({ searchTerms }) => searchTerms.listQueryCounts(0));
      const counts = await eventually(listed, (all) => all.some(({ query }) => query.includes('아무도')));
      const found = counts.find(({ query }) => query === '아무도 안 쓴 책');
      assert.deepEqual([found?.calls, found?.day], [2, todayInKorea()]);
      assert.ok(
        counts.some(({ query }) => query === ''),
        'the others are counted without their text',
      );
      assert.doesNotMatch(JSON.stringify(counts), /@|010/);
    },
  );
}

interface Result {
  readonly query: string;
  readonly result: string;
  readonly item: { readonly itemId: number } | null;
}

function itemsRows({ row }: Rows): void {
  row('items: found, unknown and withheld, each as asked and in its place', async ({ client }) => {
    const ask = async (parameters: Readonly<Record<string, string>>) => {
      const { data } = succeeded(await client.call(ITEMS, parameters)).data;
      return (data as Result[]).map(({ query, result, item }) => [query, result, item?.itemId ?? null]);
    };
    assert.deepEqual(await ask({ searchType: 'ItemId', query: '1002,999,1005,1001,1002' }), [
      ['1002', 'found', 1002],
      ['999', 'notFound', null],
      ['1005', 'withheld', null],
      ['1001', 'found', 1001],
      ['1002', 'found', 1002],
    ]);
    assert.deepEqual(await ask({ query: `978-89-364-3459-5,${WITHHELD_ISBN13}` }), [
      ['978-89-364-3459-5', 'found', 1001],
      [WITHHELD_ISBN13, 'withheld', null],
    ]);
  });

  row('items: an item as on itemDetail, with its place in the question', async ({ client }) => {
    for (const detail of ['N', 'Y']) {
      const parameters = { searchType: 'ItemId', detail };
      const single = succeeded(await client.call(ITEM_DETAIL, { ...parameters, query: 1001 }));
      const several = succeeded(await client.call(ITEMS, { ...parameters, query: '1002,1001' }));
      const [, second] = several.data.data as Result[];
      assert.deepEqual(second?.item, { ...single.data.items[0], sortOrder: 2 });
    }
  });

  row('items query: up to a hundred product numbers at once', async ({ client }) => {
    const query = Array(100).fill('1001').join(',');
    const most = succeeded(await client.call(ITEMS, { searchType: 'ItemId', query }));
    assert.equal((most.data.data as Result[]).length, 100);
  });
}
