import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Table, writeCsv } from '../../src/export/table.ts';

const table: Table = {
  name: 'books',
  hasHeader: true,
  columns: [
    { title: '상품명', type: 'text' },
    { title: '정가', type: 'price' },
  ],
  rows: [],
};

function written(title: string): string {
  return writeCsv({ ...table, hasHeader: false, rows: [[title, 1]] }).toString('utf8');
}

test('UTF-8 with a byte order mark, lines ended by CR LF, numbers without separators', () => {
  const bytes = writeCsv({ ...table, rows: [['홍길동전', 15000]] });
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(bytes.toString('utf8'), '\ufeff상품명,정가\r\n홍길동전,15000\r\n');
});

test('without a header the first line is data', () => {
  assert.equal(written('홍길동전'), '\ufeff홍길동전,1\r\n');
});

test('fields with commas, quotes, line breaks or blanks at the ends are quoted, others are not', () => {
  assert.equal(written('a,b'), '\ufeff"a,b",1\r\n');
  assert.equal(written('a"b'), '\ufeff"a""b",1\r\n');
  assert.equal(written('a\r\nb'), '\ufeff"a\nb",1\r\n');
  assert.equal(written(' a'), '\ufeff" a",1\r\n');
  assert.equal(written("a b;'c"), "\ufeffa b;'c,1\r\n");
});

test('the texts are those of the workbook: unchanged before a formula sign, without what XML cannot hold', () => {
  assert.equal(written('=1+1'), '\ufeff=1+1,1\r\n');
  assert.equal(written('a\u0000\ud800b'), '\ufeffab,1\r\n');
});
