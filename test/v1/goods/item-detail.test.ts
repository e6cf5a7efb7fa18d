import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/itemDetail';

describe('itemDetail', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });

  test('200: every field of an item as the feed gave it, in the order of the interface', async () => {
    const { json } = await app.get(`${PATH}?searchType=ItemId&query=1001&detail=Y`);
    const expected = {
      sortOrder: 1,
      itemId: 1001,
      title: '홍길동전',
      author: '김옮김, 허균',
      goodsType: '국내도서',
      goodsSortNm: '국내도서-소설',
      adultYn: 'N',
      publisher: '서가출판',
      isbn10: '8936434594',
      isbn13: '9788936434595',
      shopPrice: 15000,
      salePrice: 13500,
      publishDate: '2024-05-01',
      itemStatus: '판매중',
      cover: 'https://img.example/1001.jpg',
      sideCover: 'https://books.example/images/substitute/side/1001.svg',
      backCover: 'https://books.example/images/substitute/back/1001.svg',
      link: 'https://books.example/goods/1001',
      addOnLink: '',
      upDown: null,
      contentDetail: {
        bookIntroduction: '의적 이야기 & 새 나라',
        bookSummary: null,
        tableOfContents: '1장 집을 떠나다\n2장 율도국',
      },
      subTitle: '큰 글씨판',
      originalTitle: '洪吉童傳',
      originalTranslation: null,
      servicePoint: 750,
      // Up to 2026-11-20: none in 7 days, 3 (November) in 30, 5 (and October) in 180 and in all.
      salePoint: 12 * 0 + 6 * 3 + 3 * 5 + 5,
      fixedBookPriceYn: 'Y',
      pages: 320,
      weight: 400,
      width: 130,
      length: 190,
      height: 20,
      itemFormat: null,
      starScore: 9.1,
      mobileLink: 'https://books.example/goods/1001',
      eBookLink: 'https://books.example/goods/3001',
      ebookId: 3001,
      series: [{ seriesId: 3, seriesName: '조선 소설' }],
    };
    const item = json.data.items[0] ?? {};
    assert.deepEqual(Object.keys(item), Object.keys(expected));
    assert.deepEqual(item, expected);
    const { currentPage, pageSize, totalCount } = json.data;
    assert.deepEqual({ currentPage, pageSize, totalCount }, { currentPage: 1, pageSize: 1, totalCount: 1 });
  });

  test('200: no link to an e-book, and no number of it, while it is withheld', async () => {
    const link = async () => {
      const { json } = await app.get(`${PATH}?searchType=ItemId&query=1001&detail=Y`);
      const { eBookLink, ebookId } = json.data.items[0] ?? {};
      return [eBookLink, ebookId];
    };
    const shown = ['https://books.example/goods/3001', 3001];
    assert.deepEqual(await link(), shown);
    await app.feed([{ kind: 'patch', itemId: 3001, withheld: true }]);
    assert.deepEqual(await link(), [null, null]);
    await app.feed([{ kind: 'patch', itemId: 3001, withheld: false }]);
    assert.deepEqual(await link(), shown);
  });

  test('200: ISBN13 is the default search type; hyphens and blanks do not matter', async () => {
    for (const query of ['9788936434595', '978-89-364-3459-5', '978+8936434595']) {
      const answer = await app.get(`${PATH}?query=${query}`);
      assert.equal(answer.json.data.items[0]?.itemId, 1001, query);
    }
  });

  test('200: an item of which little is known has every field, empty or null', async () => {
    const { json } = await app.get(`${PATH}?searchType=ItemId&query=3001&detail=Y`);
    const item = json.data.items[0] ?? {};
    assert.equal(item.goodsType, 'eBook');
    assert.equal(item.goodsSortNm, 'eBook');
    assert.equal(item.publishDate, '');
    assert.equal(item.contentDetail, null);
    assert.equal(item.salePoint, null);
    assert.deepEqual(item.series, []);
  });

  const answers: [string, number, string][] = [
    ['searchType=ItemId&query=999', 404, 'GOODS_001'],
    ['searchType=ItemId&query=99999999999999999999', 404, 'GOODS_001'],
    ['query=9791199999999', 404, 'GOODS_002'],
    ['query=9788936434590', 404, 'GOODS_002'],
    ['searchType=ItemId&query=1005', 404, 'SEARCH_002'],
    ['query=9791199900042', 404, 'SEARCH_002'],
    ['', 400, 'PARAM_004'],
    ['query=', 400, 'PARAM_004'],
    ['query=123', 400, 'PARAM_004'],
    ['query=97889364345951', 400, 'PARAM_004'],
    ['query=9788936434595&query=9788936434595', 400, 'PARAM_004'],
    ['searchType=isbn13&query=9788936434595', 400, 'PARAM_004'],
    ['searchType=&query=9788936434595', 400, 'PARAM_004'],
    ['searchType=ItemId&query=0', 400, 'PARAM_004'],
    ['searchType=ItemId&query=-1', 400, 'PARAM_004'],
    ['searchType=ItemId&query=1e3', 400, 'PARAM_004'],
    ['searchType=ItemId&query=%201001', 400, 'PARAM_004'],
    ['query=1&detail=x', 400, 'PARAM_004'],
    ['searchType=ItemId&query=1001&detail=x', 400, 'PARAM_007'],
  ];
  for (const [query, status, code] of answers) {
    test(`${status} ${code}: ?${query}`, async () => {
      const answer = await app.get(`${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [status, code]);
    });
  }

  test('400 PARAM_004: the message for an ISBN10 gives its ISBN13', async () => {
    const { json } = await app.get(`${PATH}?query=89-364-3459-4`);
    assert.match(json.message, /9788936434595/);
  });

  test('addOnLink is filled for enrolled accounts only, and the click is counted and led on', async () => {
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: true });
    const { userKey } = (await app.accounts.findAccount(app.accountId)) ?? {};
    const answer = await app.get(`${PATH}?searchType=ItemId&query=1001`);
    assert.equal(answer.json.data.items[0]?.addOnLink, `https://books.example/a/${userKey}/goods/1001`);
    const click = await app.app.inject({ url: `/a/${userKey}/goods/1001` });
    assert.equal(click.statusCode, 302);
    assert.equal(click.headers.location, 'https://books.example/goods/1001');
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: false });
    const after = await app.get(`${PATH}?searchType=ItemId&query=1001`);
    assert.equal(after.json.data.items[0]?.addOnLink, '');
  });
});
