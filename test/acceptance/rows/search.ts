import assert from 'node:assert/strict';
import type { Values } from '../interface.ts';
import { failed, ITEM_LIST, itemIds, type Rows, SUGGEST, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

const ascending = (ids: readonly unknown[]) => ids.toSorted((a, b) => Number(a) - Number(b));

/** What is asked, and the numbers found; null where nothing is. In the order of the answer if a sort is asked for. */
const FOUND: Readonly<Record<string, readonly (readonly [asked: Values, ids: readonly number[] | null])[]>> =
  {
    'words and numbers': [
      [{ query: '해리 이야기' }, [1207, 1208]],
      [{ query: '큰글씨판 서가출판 허균' }, [1001]],
      [{ query: 'ｐｒｉｄｅ PREJUDICE' }, [2209]],
      [{ query: 'prejud', correct: 'N' }, null],
      [{ query: '89-364-3459-4' }, [1001]],
      [{ query: 1001 }, [1001]],
    ],
    category: [
      [{ query: '물결' }, [1206, 2206, 3206, 4206, 5206]],
      [{ query: '물결', category: 'BOOK' }, [1206]],
      [{ query: '물결', category: 'FOREIGN' }, [2206]],
      [{ query: '물결', category: 'EBOOK' }, [3206]],
      [{ query: '물결', category: 'MUSIC' }, [4206]],
      [{ query: '물결', category: 'DVD' }, [5206]],
    ],
    sort: [
      [{ query: '바람' }, [1201, 1202, 1203, 1204, 1205]],
      [{ query: '바람', sort: 'RELATION' }, [1201, 1203, 1202, 1205, 1204]],
      [{ query: '바람', sort: 'RECENT' }, [1203, 1205, 1201, 1204, 1202]],
      [{ query: '바람', sort: 'REG_DTS' }, [1201, 1204, 1202, 1205, 1203]],
    ],
    'target, days, prices, stock': [
      [{ query: '바람', target: 'title' }, [1201, 1202, 1205]],
      [{ query: '바람', target: 'author' }, [1203]],
      [{ query: '바람', target: 'publisher' }, [1204]],
      [{ query: '바람', publishedFrom: '2019-04-01' }, [1203, 1205]],
      [{ query: '바람', publishedTo: '2019-02-01' }, [1202, 1204]],
      [{ query: '바람', publishedFrom: '2019-03-01', publishedTo: '2019-03-01' }, [1201]],
      [{ query: '심청전', priceFrom: 6000, priceTo: 6000 }, [1004]],
      [{ query: '심청전', priceFrom: 10800 }, null],
      [{ query: '홍길동전 큰글씨판' }, [1001]],
      [{ query: '홍길동전 큰글씨판', inStock: 'Y' }, null],
    ],
  };

/** itemList and suggest over HTTP: docs/search.md. What matches, and in which order, is proved by test/search. */
export function searchRows({ test }: Rows): void {
  for (const [title, cases] of Object.entries(FOUND)) {
    test(`itemList: ${title}`, async ({ client }) => {
      for (const [asked, expected] of cases) {
        const answer = await client.call(ITEM_LIST, asked);
        if (expected === null) failed(answer, 404, 'SEARCH_001');
        else {
          const ids = itemIds(succeeded(answer));
          assert.deepEqual('sort' in asked ? ids : ascending(ids), expected, JSON.stringify(asked));
        }
      }
    });
  }

  test('400 PARAM_007: a range of itemList that ends before it begins', async ({ client }) => {
    for (const range of [
      { priceFrom: '2000', priceTo: '1999' },
      { publishedFrom: '2020-01-02', publishedTo: '2020-01-01' },
    ]) {
      const message = failed(await client.call(ITEM_LIST, { query: '바람', ...range }), 400, 'PARAM_007');
      for (const word of Object.entries(range).flat()) assert.ok(message.includes(word), message);
    }
  });
}

const USED = 'seoga-query-used';
const KIND = 'seoga-correction';
const SUGGESTION = 'seoga-suggestion';

async function corrected({ client }: Service, query: string): Promise<unknown> {
  const answer = await client.call(ITEM_LIST, { query, sort: 'REG_DTS' });
  const { data, message } = succeeded(answer);
  assert.equal(new URLSearchParams(String(data.meta.query)).get('query'), query, 'as asked');
  const used = decodeURIComponent(String(answer.headers[USED]));
  assert.ok(message.includes(query) && message.includes(used), message);
  return [answer.headers[KIND], used, data.items.length > 0];
}

export function correctionRows({ test }: Rows): void {
  test('search correction: each kind, with the query that was used in headers and message', async (service) => {
    for (const [kind, query, used] of [
      ['keyboard', 'anfruf', '물결'],
      ['keyboard', 'ㅔ걍ㄷ', 'pride'],
      ['spelling', '해리 포타', '해리 포터'],
      ['spelling', 'predjudice', 'prejudice'],
      ['spacing', 'prideprejudice', 'pride prejudice'],
      ['prefix', 'pride prej', 'pride prej'],
      ['partial', '해리 포터 책', '해리 포터'],
    ] as const)
      assert.deepEqual(await corrected(service, query), [kind, used, true]);
    const { headers } = await service.client.call(ITEM_LIST, { query: '바람' });
    assert.deepEqual([headers[USED], headers[KIND]], [undefined, undefined], 'none where there was none');
  });

  test('search correction: a name alone is offered in Seoga-Suggestion, not answered', async ({ client }) => {
    const answer = await client.call(ITEM_LIST, { query: 'austin' });
    failed(answer, 404, 'SEARCH_001');
    assert.equal(answer.headers[KIND], undefined);
    assert.equal(decodeURIComponent(String(answer.headers[SUGGESTION])), 'austen');
  });

  test('suggest: at most ten texts, by initials, other keyboard or later word', async ({ client }) => {
    for (const [query, expected] of [
      ['ㅎㄹㅍㅌ', ['해리 포터 이야기']],
      ['gofl v', ['해리 포터 이야기']],
      ['aust', ['Jane Austen']],
      // Of a withheld product.
      ['금서', []],
      ['모음', null],
    ] as const) {
      const { data } = succeeded(await client.call(SUGGEST, { query })).data;
      const { suggestions, ...typed } = data as { query: string; suggestions: string[] };
      assert.deepEqual(typed, { query });
      assert.ok(suggestions.length <= 10 && new Set(suggestions).size === suggestions.length);
      if (expected !== null) assert.deepEqual(suggestions.toSorted(), expected);
    }
  });
}
