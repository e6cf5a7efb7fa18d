import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { ALL_LISTS, bySales, bySort } from '../feed-lists.ts';
import {
  ATTENTION,
  CATEGORIES,
  DEAL,
  failed,
  MONTHLY,
  NEW_PRODUCTS,
  OVERALL,
  REALTIME,
  type Rows,
  STEADY,
} from '../rows.ts';
import {
  CATEGORY,
  type Documented,
  documentRow,
  ENDPOINTS,
  MORE,
  NEW_SORT,
  SEGMENT,
} from './openapi-document.ts';

/** A file endpoint: docs/rules/spreadsheets.md#endpoints. */
interface Export {
  readonly path: string;
  readonly prefix: string;
  readonly columns: readonly string[];
  readonly parameters: readonly Documented[];
  /** Code of an empty result, where a parameter can bring one about. */
  readonly noResult: string | null;
}

const ITEM_COLUMNS = [
  '순위',
  'ISBN13',
  '상품번호',
  '상품명',
  '저자',
  '정가',
  '판매가',
  '출판사',
  '출간일',
  '관리분류',
];
const FORM: readonly Documented[] = [
  ['format', false, 'xlsx', ['xlsx', 'csv']],
  ['header', false, 'Y', ['Y', 'N']],
];
const PAGING: readonly Documented[] = [
  ['page', false, 1],
  ['pageSize', false, 100],
];

const EXPORTS: readonly Export[] = [
  {
    path: `${NEW_PRODUCTS}/export`,
    prefix: 'newproduct',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, NEW_SORT, ...PAGING, ...FORM],
    noResult: 'NEW_001',
  },
  {
    path: `${ATTENTION}/export`,
    prefix: 'newproduct_attention',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, NEW_SORT, ...PAGING, ...FORM],
    noResult: 'ATTN_001',
  },
  {
    path: `${OVERALL}/export`,
    prefix: 'bestseller',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, ...SEGMENT, ...PAGING, ...FORM],
    noResult: 'BEST_001',
  },
  {
    path: `${DEAL}/export`,
    prefix: 'bestseller_deal',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, ...PAGING, ...FORM],
    noResult: 'BEST_001',
  },
  {
    path: `${REALTIME}/export`,
    prefix: 'bestseller_realtime',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, ...FORM],
    noResult: 'BEST_001',
  },
  {
    path: `${STEADY}/export`,
    prefix: 'bestseller_steady',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, ...PAGING, ...FORM],
    noResult: 'BEST_001',
  },
  {
    path: `${MONTHLY}/export`,
    prefix: 'bestseller_monthly',
    columns: ITEM_COLUMNS,
    parameters: [CATEGORY, ['date', false], ...SEGMENT, ...PAGING, ...FORM],
    noResult: 'BEST_001',
  },
  {
    path: `${CATEGORIES}/export`,
    prefix: 'category_list',
    columns: ['카테고리ID', '카테고리명', '전체경로', 'URL'],
    parameters: FORM,
    noResult: null,
  },
];

/** docs/rules/spreadsheets.md. */
export function exportRows(rows: Rows): void {
  for (const one of EXPORTS) {
    documentRow(one.path, one.parameters, rows);
    fileRows(one, rows);
    if (one.columns === ITEM_COLUMNS) entryRows(one, rows);
  }
  commonRows(rows);

  rows.row('the OpenAPI document names these endpoints and no other', async ({ contract }) => {
    assert.match(contract.document.openapi, /^3\.1\./);
    const paths = [...Object.keys({ ...ENDPOINTS, ...MORE }), ...EXPORTS.map(({ path }) => path)];
    assert.deepEqual(Object.keys(contract.document.paths).sort(), paths.sort());
  });
}

function fileRows({ path, prefix, columns, noResult }: Export, { row }: Rows): void {
  const wanted = { categoryId: ALL_LISTS };
  row(`${path}: a file of its name and the day, with its media type`, async ({ client }) => {
    const answer = await client.call(path, wanted);
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    assert.equal(
      answer.headers['content-type'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    assert.equal(answer.headers['content-disposition'], `attachment; filename="${prefix}_${day}.xlsx"`);
    assert.equal(answer.bytes.toString('latin1', 0, 4), 'PK\u0003\u0004');
  });

  row(`${path}: its columns in order under a header that can be left out`, async ({ client }) => {
    const lines = async (header: string) =>
      (await client.call(path, { ...wanted, format: 'csv', header })).text
        .replace('\uFEFF', '')
        .split('\r\n');
    const [titles = '', first = ''] = await lines('Y');
    assert.deepEqual(titles.split(','), columns);
    assert.equal((await lines('N'))[0], first);
  });

  if (noResult === null) return;
  row(`404 ${noResult}: ${path} without result, in the envelope`, async ({ client }) => {
    failed(await client.call(path, { categoryId: 'none' }), 404, noResult);
  });
}

/** Item numbers of a file, in order. */
async function numbersIn(
  { client }: { client: Client },
  path: string,
  parameters: object,
): Promise<number[]> {
  const wanted = { categoryId: ALL_LISTS, format: 'csv', header: 'N', ...parameters };
  const answer = await client.call(path, wanted);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const lines = answer.text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
  return lines.map((line) => Number(line.split(',')[2]));
}

function entryRows({ path, parameters, noResult }: Export, { row }: Rows): void {
  const takes = (name: string) => parameters.some(([parameter]) => parameter === name);

  row(`${path}: the entries of its list, more than 20 without pageSize`, async (service) => {
    assert.deepEqual(await numbersIn(service, path, {}), takes('sort') ? bySort.RegDate : bySales);
    if (!takes('sort')) return;
    for (const [sort, list] of Object.entries(bySort)) {
      assert.deepEqual(await numbersIn(service, path, { sort }), list, sort);
    }
    failed(await service.client.call(path, { categoryId: ALL_LISTS, sort: 'Best' }), 400, 'PARAM_005');
  });

  row(`${path}: page and pageSize, where it has them`, async (service) => {
    const { client } = service;
    const paging = { page: 3, pageSize: 20 };
    const whole = await numbersIn(service, path, {});
    failed(await client.call(path, {}), 400, 'PARAM_001');
    if (!takes('pageSize')) {
      assert.deepEqual(await numbersIn(service, path, { page: 'x', pageSize: 0 }), whole);
      return;
    }
    assert.deepEqual(await numbersIn(service, path, paging), whole.slice(40));
    assert.deepEqual(await numbersIn(service, path, { pageSize: 100 }), whole);
    const wanted = { categoryId: ALL_LISTS };
    for (const pageSize of [0, 101, '']) {
      failed(await client.call(path, { ...wanted, pageSize }), 400, 'PARAM_006');
    }
    failed(await client.call(path, { ...wanted, page: 0 }), 400, 'PARAM_007');
    failed(await client.call(path, { ...wanted, page: 2 }), 404, noResult ?? '');
  });
}

function commonRows({ row }: Rows): void {
  const calls = EXPORTS.map(({ path }) => path);
  const wanted = { categoryId: ALL_LISTS };

  row('401 AUTH_001 and AUTH_002: no file without a good key', async ({ client }) => {
    for (const path of calls) {
      failed(await client.call(path, wanted, { key: null }), 401, 'AUTH_001');
      failed(await client.call(path, wanted, { key: 'x' }), 401, 'AUTH_002');
    }
  });

  row('caching and HEAD of files: as of every answer', async ({ client }) => {
    for (const path of calls) {
      const { headers } = await client.call(path, wanted);
      assert.match(headers['cache-control'] ?? '', /^private, max-age=\d+$/);
      const etag = headers.etag ?? '';
      const current = await client.call(path, wanted, { headers: { 'If-None-Match': etag } });
      assert.deepEqual([current.status, current.bytes.length], [304, 0], path);
      const head = await client.call(path, wanted, { method: 'HEAD' });
      assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, etag], path);
      assert.equal(head.headers['content-length'], headers['content-length']);
    }
  });

  row(
    '400 PARAM_007: format and header of files, with the value and the values allowed',
    async ({ client }) => {
      for (const path of calls) {
        const format = failed(await client.call(path, { ...wanted, format: 'pdf' }), 400, 'PARAM_007');
        assert.match(format, /format.*pdf.*xlsx.*csv/);
        assert.match(failed(await client.call(path, { ...wanted, header: 'n' }), 400, 'PARAM_007'), /header/);
      }
    },
  );
}
