import assert from 'node:assert/strict';
import { readRows } from '../../export/workbook-reader.ts';
import { dayText, todayInKorea } from '../calendar.ts';
import { bySort } from '../feed-lists.ts';
import { CATEGORY_COLUMNS, ENDPOINTS, type Endpoint, PRODUCT_COLUMNS, type Values } from '../interface.ts';
import { CATEGORIES, failed, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

/** Spreadsheets: docs/api.md#spreadsheets. Refusals are those of every endpoint (endpoints.ts). */
export function exportRows(rows: Rows): void {
  for (const endpoint of ENDPOINTS.filter(({ prefix }) => prefix !== undefined)) {
    fileRow(endpoint, rows);
    if (endpoint.call.categoryId !== undefined) entryRow(endpoint, rows);
  }

  rows.test('categoryListExport entries: those of the category list', async ({ client }) => {
    const file = await client.call(`${CATEGORIES}/export`, { header: 'N' });
    const { data } = succeeded(await client.call(CATEGORIES)).data;
    assert.deepEqual(
      readRows(file.bytes),
      (data as readonly object[]).map((category) => Object.values(category)),
    );
  });
}

function fileRow({ name, path, call, prefix }: Endpoint, { test }: Rows): void {
  const columns = call.categoryId === undefined ? CATEGORY_COLUMNS : PRODUCT_COLUMNS;
  const titles = columns.map(([title]) => title);

  test(`${name} file: name, type, ${columns.length} columns below a header, and as CSV`, async ({
    client,
  }) => {
    const day = dayText(todayInKorea()).replaceAll('-', '');
    const file = await client.call(path, call);
    assert.equal(
      file.headers['content-type'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    assert.equal(file.headers['content-disposition'], `attachment; filename="${prefix}_${day}.xlsx"`);
    const [header, ...entries] = readRows(file.bytes);
    assert.deepEqual(header, titles);
    for (const entry of entries) {
      for (const [index, [title, type]] of columns.entries())
        assert.ok(
          entry[index] === null || typeof entry[index] === (type === 'text' ? 'string' : 'number'),
          title,
        );
    }
    assert.deepEqual(readRows((await client.call(path, { ...call, header: 'N' })).bytes), entries);

    const csv = await client.call(path, { ...call, format: 'csv' });
    assert.match(String(csv.headers['content-type']), /^text\/csv/);
    assert.equal(csv.headers['content-disposition'], `attachment; filename="${prefix}_${day}.csv"`);
    const lines = [titles, ...entries].map((line) => `${line.map((cell) => cell ?? '').join(',')}\r\n`);
    assert.equal(csv.text, `\uFEFF${lines.join('')}`);
  });
}

function entryRow({ name, path, call, parameters, errors }: Endpoint, { test }: Rows): void {
  const takes = (wanted: string) => parameters.some((parameter) => parameter.name === wanted);
  const sorts = takes('sort') ? Object.keys(bySort) : [''];

  test(`${name} entries: those of its list, in order, with the edition and the other pages`, async (service) => {
    for (const sort of sorts) {
      const sorted = { ...call, ...(takes('sort') ? { sort } : {}) };
      const whole = await entriesOf(service, path, sorted);
      assert.deepEqual(whole, await expectedOf(service, path, sorted));
      if (!takes('page')) continue;
      const paging = { page: 3, pageSize: 20 };
      assert.deepEqual(await entriesOf(service, path, { ...sorted, ...paging }), whole.slice(40));
    }
    const { client } = service;
    const file = await client.call(path, { ...call, pageSize: 20, page: 2 });
    const list = await client.call(path.replace('/export', ''), { ...call, pageSize: 20, page: 2 });
    assert.equal(file.headers['seoga-edition'], list.headers['seoga-edition']);
    if (takes('page'))
      assert.equal(file.headers.link, list.headers.link?.toString().replaceAll('?', '/export?'));
    else assert.deepEqual([file.headers['seoga-ignored'], file.headers.link], ['pageSize, page', undefined]);
    if (takes('page'))
      failed(await client.call(path, { ...call, page: 2 }), 404, Object.keys(errors)[0] ?? '');
  });
}

async function entriesOf({ client }: Service, path: string, parameters: Values) {
  return readRows((await client.call(path, { ...parameters, header: 'N' })).bytes);
}

/** The columns of a file as the JSON list has them. An empty text is an empty cell. */
async function expectedOf({ client }: Service, path: string, parameters: Values) {
  const list = await client.call(path.replace('/export', ''), { ...parameters, pageSize: 100 });
  return succeeded(list).data.items.map((item) => [
    String(item.sortOrder),
    item.isbn13 === '' ? null : item.isbn13,
    item.itemId,
    item.title,
    item.author === '' ? null : item.author,
    item.shopPrice,
    item.salePrice,
    item.publisher === '' ? null : item.publisher,
    item.publishDate === '' ? null : item.publishDate,
    item.goodsSortNm,
  ]);
}
