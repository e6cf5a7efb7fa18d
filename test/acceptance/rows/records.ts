import assert from 'node:assert/strict';
import { type Fields, send } from '../client.ts';
import { AUTHOR, CATEGORIES, CONTENT, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

/** docs/rules/interface.md: author, table of contents and category. */
export function recordRows(rows: Rows): void {
  authorFields(rows);
  contentFields(rows);
  categoryFields(rows);
}

function authorFields({ row }: Rows): void {
  const authorOf = async ({ client }: Service, itemId: number) =>
    succeeded(await client.call(AUTHOR, { searchType: 'ItemId', query: itemId })).data.data as Fields;
  const fields: readonly [name: string, says: string, full: unknown, bare: unknown][] = [
    ['authorId', 'integer, the author number', 7, 8],
    ['author', 'string, the name', '허균', '김살아'],
    ['authorType', 'string, the role in this product', '지음', '지음'],
    ['birthDate', 'string, the date of birth', '1569', '1970-02-03'],
    ['deathDate', 'string, the date of death, empty when none', '1618', ''],
    ['debutTitle', 'string, the first work, empty when unknown', '홍길동전', ''],
    [
      'details',
      'string with line breaks, the introduction',
      '조선 중기의 문신.\n홍길동전의 지은이로 알려져 있다.',
      '',
    ],
  ];
  for (const [name, says, full, bare] of fields) {
    row(`author ${name}: ${says}`, async (service) => {
      assert.equal((await authorOf(service, 1001))[name], full);
      assert.equal((await authorOf(service, 1003))[name], bare);
    });
  }

  row('author link: string, the page of the author', async (service) => {
    const { link } = await authorOf(service, 1001);
    const page = await send(String(link));
    assert.deepEqual([page.status, page.headers['content-type']?.split(';')[0]], [200, 'text/html']);
    assert.match(page.text, /허균/);
  });

  row(
    'author order: authorId, author, authorType, birthDate, deathDate, debutTitle, details, link',
    async (service) => {
      assert.deepEqual(Object.keys(await authorOf(service, 1001)), [...fields.map(([name]) => name), 'link']);
    },
  );
}

function contentFields({ row }: Rows): void {
  const contentOf = async ({ client }: Service) =>
    succeeded(await client.call(CONTENT, { searchType: 'ItemId', query: 1001 })).data.data as Fields;

  row('table of contents itemId: integer, the product number', async (service) => {
    assert.equal((await contentOf(service)).itemId, 1001);
  });

  row('table of contents contents: string, the table of contents with its line breaks', async (service) => {
    assert.equal((await contentOf(service)).contents, '1장 집을 떠나다\n\t첫째 마당\n2장 율도국');
  });

  row('table of contents order: itemId, contents', async (service) => {
    assert.deepEqual(Object.keys(await contentOf(service)), ['itemId', 'contents']);
  });
}

function categoryFields({ row }: Rows): void {
  const categories = async ({ client }: Service) =>
    succeeded(await client.call(CATEGORIES)).data.data as readonly Record<string, string>[];

  row('category categoryId: string, every category of the shop once, parents first', async (service) => {
    const ids = (await categories(service)).map((category) => category.categoryId);
    const tree = [
      '001',
      '001001',
      '001001001',
      '001002',
      '001003',
      '001004',
      '002',
      '003',
      '004',
      '005',
      '006',
    ];
    assert.deepEqual(ids, tree);
  });

  row('category categoryName: string, the name', async (service) => {
    const names = (await categories(service)).map((category) => category.categoryName);
    assert.deepEqual(names.slice(0, 4), ['국내도서', '소설', '고전소설', '문고']);
  });

  row('category categoryFullPath: string, the names from the root down to the category', async (service) => {
    const paths = (await categories(service)).map((category) => category.categoryFullPath ?? '');
    assert.equal(paths[0], '국내도서');
    assert.match(paths[2] ?? '', /^국내도서.*소설.*고전소설$/);
  });

  row('category categoryUrl: string, the page of the category', async (service) => {
    const urls = (await categories(service)).map((category) => category.categoryUrl ?? '');
    assert.equal(new Set(urls).size, urls.length);
    const page = await send(urls[1] ?? '');
    assert.deepEqual([page.status, page.headers['content-type']?.split(';')[0]], [200, 'text/html']);
    assert.match(page.text, /소설/);
  });

  row('category order: categoryId, categoryName, categoryFullPath, categoryUrl', async (service) => {
    for (const category of await categories(service)) {
      assert.deepEqual(Object.keys(category), [
        'categoryId',
        'categoryName',
        'categoryFullPath',
        'categoryUrl',
      ]);
    }
  });
}
