import assert from 'node:assert/strict';
import { failed, ITEM_LIST, itemIds, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';
import { fullItem } from './item-fields.ts';

/** itemList: docs/api.md#endpoints and docs/search.md. */
export function itemListRows(rows: Rows): void {
  termRows(rows);
  categoryRows(rows);
  sortRows(rows);
  matchingRows(rows);
}

type Asked = Readonly<Record<string, string | number>>;

async function found({ client }: Service, parameters: Asked): Promise<unknown[]> {
  return itemIds(succeeded(await client.call(ITEM_LIST, parameters)));
}

function ascending(ids: readonly unknown[]): unknown[] {
  return [...ids].sort((a, b) => Number(a) - Number(b));
}

function termRows({ row }: Rows): void {
  row('itemList query: 200 characters, whatever number of code units each takes', async ({ client }) => {
    for (const character of ['가', '𠀀'])
      failed(await client.call(ITEM_LIST, { query: character.repeat(200) }), 404, 'SEARCH_001');
  });
}

function categoryRows({ row }: Rows): void {
  row('itemList category: BOOK, FOREIGN, EBOOK, MUSIC, DVD look at one catalogue', async (service) => {
    const query = '물결';
    assert.deepEqual(ascending(await found(service, { query })), [1206, 2206, 3206, 4206, 5206]);
    const ids = { BOOK: 1206, FOREIGN: 2206, EBOOK: 3206, MUSIC: 4206, DVD: 5206 };
    for (const [category, itemId] of Object.entries(ids)) {
      assert.deepEqual(await found(service, { query, category }), [itemId], category);
    }
  });
}

function sortRows({ row }: Rows): void {
  const query = '바람';
  row('itemList sort DEFAULT: over the same products as the others', async (service) => {
    assert.deepEqual(ascending(await found(service, { query })), [1201, 1202, 1203, 1204, 1205]);
  });

  row('itemList sort RELATION: exact title, author, leading, elsewhere, publisher', async (service) => {
    assert.deepEqual(await found(service, { query, sort: 'RELATION' }), [1201, 1203, 1202, 1205, 1204]);
  });

  row('itemList sort RECENT: publication date, newest first', async (service) => {
    assert.deepEqual(await found(service, { query, sort: 'RECENT' }), [1203, 1205, 1201, 1204, 1202]);
  });

  row('itemList sort REG_DTS: registration time, newest first', async (service) => {
    assert.deepEqual(await found(service, { query, sort: 'REG_DTS' }), [1201, 1204, 1202, 1205, 1203]);
  });

  row('search ties: the lower item number first', async (service) => {
    const ids = await found(service, { query: '서가문고', sort: 'REG_DTS', pageSize: 100 });
    assert.deepEqual(ids, ascending(ids));
  });
}

function matchingRows({ row }: Rows): void {
  row('search matching: every word must match, in any field', async (service) => {
    assert.deepEqual(ascending(await found(service, { query: '해리 이야기' })), [1207, 1208]);
    assert.deepEqual(await found(service, { query: '이야기 포터' }), [1207]);
    assert.deepEqual(await found(service, { query: '큰글씨판 서가출판 허균' }), [1001]);
    assert.deepEqual(await found(service, { query: '洪吉童傳' }), [1001]);
    assert.deepEqual(await found(service, { query: '조선소설' }), [1001]);
  });

  row('search matching: Hangul across blanks and inside words', async (service) => {
    assert.deepEqual(await found(service, { query: '해리포터' }), [1207]);
    assert.deepEqual(await found(service, { query: '길동 전자' }), [3001]);
    assert.deepEqual(await found(service, { query: '홍길 동전자책' }), [3001]);
  });

  row('search matching: Latin words whole, case and width do not matter', async (service) => {
    for (const query of ['pride', 'PRIDE prejudice', 'ｐｒｉｄｅ', 'jane AUSTEN']) {
      assert.deepEqual(await found(service, { query }), [2209], query);
    }
    failed(await service.client.call(ITEM_LIST, { query: 'prejud', correct: 'N' }), 404, 'SEARCH_001');
  });

  row('search matching: an ISBN13, ISBN10 or product number finds exactly its product', async (service) => {
    for (const query of [fullItem.isbn13, '978-89-364-3459-5', fullItem.isbn10, '89-364-3459-4', '1001']) {
      assert.deepEqual(await found(service, { query }), [1001], query);
    }
  });

  row('search matching: Unicode form does not matter', async (service) => {
    assert.deepEqual(await found(service, { query: '구운몽'.normalize('NFD') }), [1002]);
  });
}
