import assert from 'node:assert/strict';
import { decide } from '../../support/decide.ts';
import { UNKNOWN_ISBN13 } from '../feed.ts';
import { failed, ITEM_LIST, itemIds, type Rows, SUGGEST, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';
import { fullItem } from './item-fields.ts';

/** Correction, filters and suggestions: docs/search.md. */
export function correctionRows(rows: Rows): void {
  correctedRows(rows);
  narrowingRows(rows);
  completionRows(rows);
}

const USED = 'seoga-query-used';
const KIND = 'seoga-correction';
const SUGGESTION = 'seoga-suggestion';

async function corrected({ client }: Service, query: string): Promise<unknown> {
  const answer = await client.call(ITEM_LIST, { query, sort: 'REG_DTS' });
  const data = succeeded(answer).data;
  assert.equal(new URLSearchParams(String(data.meta.query)).get('query'), query, 'as asked');
  const used = decodeURIComponent(String(answer.headers[USED]));
  const { message } = succeeded(answer);
  assert.ok(message.includes(query) && message.includes(used), message);
  return [answer.headers[KIND], used, itemIds(succeeded(answer)).length > 0];
}

function correctedRows({ row, operatorRow }: Rows): void {
  const cases: readonly [kind: string, query: string, used: string][] = [
    ['keyboard', 'anfruf', '물결'],
    ['keyboard', 'ㅔ걍ㄷ', 'pride'],
    ['spelling', '해리 포타', '해리 포터'],
    ['spelling', 'predjudice', 'prejudice'],
    ['spacing', 'prideprejudice', 'pride prejudice'],
    ['prefix', 'pride prej', 'pride prej'],
    ['partial', '해리 포터 책', '해리 포터'],
  ];
  for (const [kind, query, used] of cases) {
    row(`search correction: ${kind}, ${query} finds what ${used} does`, async (service) => {
      assert.deepEqual(await corrected(service, query), [kind, used, true]);
    });
  }

  operatorRow(
    'search correction: similar words of the operator, from the next search on',
    async ({ server }, service) => {
      failed(await service.client.call(ITEM_LIST, { query: '의적 이야기책' }), 404, 'SEARCH_001');
      await decide(server, ({ searchTerms }) => searchTerms.addSimilarWords(['의적 이야기책', '홍길동전']));
      assert.deepEqual(await corrected(service, '의적 이야기책'), ['similar', '홍길동전', true]);
      await decide(server, ({ searchTerms }) => searchTerms.removeSimilarWords('홍길동전'));
      failed(await service.client.call(ITEM_LIST, { query: '의적 이야기책' }), 404, 'SEARCH_001');
    },
  );

  row('search correction: a right word that the shop lacks stays', async ({ client }) => {
    for (const query of ['보험', '프랑스어', 'mustache']) {
      const answer = await client.call(ITEM_LIST, { query });
      failed(answer, 404, 'SEARCH_001');
      assert.deepEqual([answer.headers[KIND], answer.headers[SUGGESTION]], [undefined, undefined]);
    }
  });

  row('search correction: a name alone is offered in Seoga-Suggestion, not answered', async ({ client }) => {
    const answer = await client.call(ITEM_LIST, { query: 'austin' });
    failed(answer, 404, 'SEARCH_001');
    assert.equal(answer.headers[KIND], undefined);
    assert.equal(decodeURIComponent(String(answer.headers[SUGGESTION])), 'austen');
  });

  row('search correction: none of numbers and ISBNs, and none with correct=N', async ({ client }) => {
    const wrongDigit = `${fullItem.isbn13.slice(0, -2)}04`;
    for (const asked of [
      { query: UNKNOWN_ISBN13 },
      { query: wrongDigit },
      { query: '1002002' },
      { query: '해리 포타', correct: 'N' },
    ]) {
      const answer = await client.call(ITEM_LIST, asked);
      failed(answer, 404, 'SEARCH_001');
      assert.equal(answer.headers[KIND], undefined);
    }
  });

  row(
    'search correction: none of a term that the chosen catalogue has, whatever else is asked',
    async (service) => {
      const { client } = service;
      const query = '바람';
      failed(await client.call(ITEM_LIST, { query, publishedFrom: '2019-06-01' }), 404, 'SEARCH_001');
      const narrow = { query, target: 'publisher', publishedFrom: '2019-03-01' };
      failed(await client.call(ITEM_LIST, narrow), 404, 'SEARCH_001');
      // The catalogue of music has 물결 alone.
      assert.deepEqual(
        itemIds(succeeded(await client.call(ITEM_LIST, { query: '물걀', category: 'MUSIC' }))),
        [4206],
      );
    },
  );
}

function narrowingRows({ row }: Rows): void {
  const found = async ({ client }: Service, asked: Readonly<Record<string, string | number>>) =>
    itemIds(succeeded(await client.call(ITEM_LIST, { sort: 'REG_DTS', ...asked }))).sort();

  row('itemList target: the words stand in title, author or publisher', async (service) => {
    const query = '바람';
    assert.deepEqual(await found(service, { query, target: 'title' }), [1201, 1202, 1205]);
    assert.deepEqual(await found(service, { query, target: 'author' }), [1203]);
    assert.deepEqual(await found(service, { query, target: 'publisher' }), [1204]);
  });

  row('itemList publishedFrom and publishedTo: both days included', async (service) => {
    const query = '바람';
    assert.deepEqual(await found(service, { query, publishedFrom: '2019-04-01' }), [1203, 1205]);
    assert.deepEqual(await found(service, { query, publishedTo: '2019-02-01' }), [1202, 1204]);
    assert.deepEqual(
      await found(service, { query, publishedFrom: '2019-03-01', publishedTo: '2019-03-01' }),
      [1201],
    );
  });

  row('itemList priceFrom and priceTo: both prices included, deals counted', async (service) => {
    const query = '심청전';
    assert.deepEqual(await found(service, { query, priceFrom: 6000, priceTo: 6000 }), [1004]);
    failed(await service.client.call(ITEM_LIST, { query, priceFrom: 10800 }), 404, 'SEARCH_001');
  });

  row('itemList inStock: what is not on sale now is left out', async (service) => {
    const { title } = fullItem;
    assert.deepEqual(await found(service, { query: `${title} 큰글씨판` }), [1001]);
    const asked = { query: `${title} 큰글씨판`, inStock: 'Y' };
    failed(await service.client.call(ITEM_LIST, asked), 404, 'SEARCH_001');
  });
}

function completionRows({ row }: Rows): void {
  const cases: readonly [query: string, how: string, suggestions: readonly string[]][] = [
    ['prid', 'its beginning', ['Pride and Prejudice', 'Prideful Days']],
    ['해리 포', 'its beginning', ['해리 포터 이야기']],
    ['ㅎㄹㅍㅌ', 'its initial consonants', ['해리 포터 이야기']],
    ['gofl v', 'the other keyboard layout', ['해리 포터 이야기']],
    ['aust', 'a later word of a name', ['Jane Austen']],
  ];
  for (const [query, how, suggestions] of cases) {
    row(`suggest: a text by ${how}, as ${query}`, async ({ client }) => {
      const { data } = succeeded(await client.call(SUGGEST, { query })).data;
      assert.deepEqual([...(data as { suggestions: string[] }).suggestions].sort(), suggestions);
    });
  }

  row('suggest: nothing of a withheld product', async ({ client }) => {
    const { data } = succeeded(await client.call(SUGGEST, { query: '금서' })).data;
    assert.deepEqual((data as { suggestions: string[] }).suggestions, []);
  });
}
