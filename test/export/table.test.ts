import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCsv } from '../../src/export/table.ts';

test('UTF-8 with a byte order mark, lines ended by CR LF, numbers without separators', () => {
  const bytes = writeCsv([
    ['상품명', '정가'],
    ['홍길동전', 15000],
  ]);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(bytes.toString('utf8'), '\ufeff상품명,정가\r\n홍길동전,15000\r\n');
});

test('only what must be is quoted; texts are those of the workbook', () => {
  for (const [title, field] of [
    ['홍길동전', '홍길동전'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\nb"'],
    [' a', '" a"'],
    ["a b;'c", "a b;'c"],
    ['=1+1', '=1+1'],
    ['a\u0000\ud800b', 'ab'],
  ] as const) {
    const written = writeCsv([[title, 1]]);
    assert.equal(written.toString('utf8'), `\ufeff${field},1\r\n`);
  }
});
