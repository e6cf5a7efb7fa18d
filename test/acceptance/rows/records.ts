import assert from 'node:assert/strict';
import { type Fields, send } from '../../support/answer.ts';
import { writer } from '../../support/small-shop.ts';
import { AUTHOR, CATEGORIES, CONTENT, type Rows, succeeded } from '../rows.ts';

/** docs/api.md: author, table of contents and category. */
export function recordRows({ row }: Rows): void {
  const pageOf = async (address: unknown) => {
    const page = await send(String(address));
    assert.deepEqual([page.status, page.headers['content-type']?.split(';')[0]], [200, 'text/html']);
    return page.text;
  };

  row(
    'author fields: authorId, author, authorType, birthDate, deathDate, debutTitle, details, link, in this order',
    async ({ client }) => {
      const authorOf = async (query: number) => {
        const { data } = succeeded(await client.call(AUTHOR, { searchType: 'ItemId', query }));
        assert.deepEqual(Object.keys(data), ['meta', 'data']);
        const { link, ...fields } = data.data as Fields;
        return { link, text: JSON.stringify({ ...fields, link: '' }) };
      };
      const { kind: _, authorId, author, ...known } = writer;
      const full = await authorOf(1001);
      assert.equal(full.text, JSON.stringify({ authorId, author, authorType: '지음', ...known, link: '' }));
      assert.match(await pageOf(full.link), /허균/);
      const bare = { authorId: 8, author: '김살아', authorType: '지음', birthDate: '1970-02-03' };
      const missing = { deathDate: '', debutTitle: '', details: '', link: '' };
      assert.equal((await authorOf(1003)).text, JSON.stringify({ ...bare, ...missing }));
    },
  );

  row(
    'table of contents fields: itemId, contents with its line breaks, in this order',
    async ({ client }) => {
      const { data } = succeeded(await client.call(CONTENT, { searchType: 'ItemId', query: 1001 }));
      const contents = '1장 집을 떠나다\n\t첫째 마당\n2장 율도국';
      assert.equal(JSON.stringify(data.data), JSON.stringify({ itemId: 1001, contents }));
    },
  );

  row(
    'category fields: categoryId, categoryName, categoryFullPath, categoryUrl, in this order; every category once, parents first',
    async ({ client }) => {
      const categories = succeeded(await client.call(CATEGORIES)).data.data as readonly Record<
        string,
        string
      >[];
      const names = ['categoryId', 'categoryName', 'categoryFullPath', 'categoryUrl'];
      for (const category of categories) assert.deepEqual(Object.keys(category), names);
      const ids = categories.map(({ categoryId }) => categoryId).join(' ');
      assert.deepEqual(ids, '001 001001 001001001 001002 001003 001004 002 003 004 005 006');
      assert.deepEqual(
        categories.slice(0, 3).map(({ categoryName, categoryFullPath }) => [categoryName, categoryFullPath]),
        [
          ['국내도서', '국내도서'],
          ['소설', '국내도서 > 소설'],
          ['고전소설', '국내도서 > 소설 > 고전소설'],
        ],
      );
      assert.equal(new Set(categories.map(({ categoryUrl }) => categoryUrl)).size, categories.length);
      assert.match(await pageOf(categories[1]?.categoryUrl), /소설/);
    },
  );
}
