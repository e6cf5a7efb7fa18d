import assert from 'node:assert/strict';
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
} from './spec-4-document.ts';

/** A file endpoint of spec 4.2. */
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

/** Spreadsheets: spec 4.2, decisions 2. */
export function exportRows(rows: Rows): void {
  for (const one of EXPORTS) {
    documentRow('spec 4.2', one.path, one.parameters, rows);
    fileRows(one, rows);
  }

  rows.row('spec 4: the OpenAPI document names these endpoints and no other', async ({ contract }) => {
    assert.match(contract.document.openapi, /^3\.1\./);
    const paths = [...Object.keys({ ...ENDPOINTS, ...MORE }), ...EXPORTS.map(({ path }) => path)];
    assert.deepEqual(Object.keys(contract.document.paths).sort(), paths.sort());
  });
}

function fileRows({ path, prefix, columns, noResult }: Export, { row }: Rows): void {
  const wanted = { categoryId: '001' };
  row(`spec 4.2 ${path}: a file of its name and the day, with its media type`, async ({ client }) => {
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

  row(`spec 4.2 ${path}: its columns in order under a header that can be left out`, async ({ client }) => {
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
