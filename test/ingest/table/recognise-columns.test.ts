import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersIn } from '../../../src/ingest/table/shop-columns.ts';
import { check, read, refusalOf } from '../read-file.ts';
import { casesIn } from './cases.ts';

const csvOf = (rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

for (const { what, csv, taken, refused, record } of casesIn('recognised.txt'))
  test(`${refused === undefined ? 'recognised' : 'refused'}: ${what}`, async () => {
    if (refused !== undefined) return assert.match(await refusalOf(csv), new RegExp(refused));
    const found = await read(csv);
    assert.deepEqual([found.records, found.problems], [record, []]);
    const used = (found.recognised?.columns ?? []).filter(({ fields }) => fields.length > 0);
    const named = Object.fromEntries(used.map(({ column, fields }) => [column, fields.join(' ')]));
    if (taken !== undefined) assert.deepEqual(named, taken);
    const again = await read(csv, { mapping: JSON.stringify(found.recognised?.mapping) });
    assert.deepEqual(again.records, record, 'the mapping that is offered reads the same');
  });

test('a second name of an item is not asked for: it could only name another one', async () => {
  const likelyOf = async (code: string) => {
    const rows = [
      `Order ID,Date,Qty,${code},Item,Lineitem taxable,Unit price paid`,
      '1,2026-11-01,1,9788936434120,Acts,x,1',
    ];
    const found = (await read(csvOf(rows))).recognised?.columns ?? [];
    return found.flatMap(({ column, likely }) => (likely === null ? [] : [[column, likely]]));
  };
  assert.deepEqual(await likelyOf('ISBN'), [['Unit price paid', 'unitPrice']]);
});

test('a column whose words are answered, or said to mean nothing, stops no orders', async () => {
  const rows = csvOf(['번호,ISBN,일,수량,처리', '1,9788936434120,2026-11-01,1,취소']);
  const columns = { 번호: 'orderId', ISBN: 'isbn13', 일: 'soldAt', 수량: 'quantity' };
  const read = (처리: unknown) =>
    refusalOf(rows, {
      mapping: JSON.stringify({ kind: 'sale', columns: { ...columns, ...(처리 === null ? {} : { 처리 }) } }),
    });
  assert.match(await read(null), /"처리"/);
  assert.equal(await read([]), 'read');
  assert.equal(await read({ to: 'kind', values: { 취소: 'cancel' } }), 'read');
});

test('a group over columns of one name is shortened, as each of them gets it', () => {
  const header = headersIn([
    ['제'.repeat(100_000), '목'],
    ['값', '값'],
  ]).at(-1);
  assert.match(header?.names.join(' ') ?? '', /^제.* 값 목 값$/);
  assert.ok((header?.names ?? []).join('').length < 1_000);
});

test('reports name a column without what a terminal obeys', async () => {
  const title = '\u001b[31m제목';
  const columns = { [title]: 'title', ISBN: 'isbn13' };
  const { problems } = await read(csvOf([`${title},ISBN`, '\ufffd,9788936434120']), {
    mapping: JSON.stringify({ columns, constants: { catalog: 'BOOK' } }),
  });
  assert.match(problems.join(''), /제목/);
  assert.ok(!problems.join('').includes('\u001b'));
  const refused = await refusalOf(csvOf([`${title},ISBN`, '책,9788936434120']));
  assert.match(refused, /제목/);
  assert.ok(!refused.includes('\u001b'));
});

test('a status that nobody has explained is refused once, by what may be said of it', async () => {
  const text = csvOf([
    '주문번호,주문일시,ISBN,수량,주문상태',
    '1,1969-11-20,9788936434120,1,배송완료',
    '2,1969-11-20,9788936434120,1,매장픽업',
  ]);
  const [fault, ...others] = await check(text);
  assert.deepEqual([others, (await read(text)).warnings], [[], []]);
  assert.match(fault?.reason.en ?? '', /"매장픽업".*sale, cancel or skip/);
});
