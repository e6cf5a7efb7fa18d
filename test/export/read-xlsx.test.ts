import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXlsx } from '../../src/export/read-xlsx.ts';
import { writeXlsx } from '../../src/export/xlsx.ts';
import { fc } from '../support/properties.ts';
import { readRows } from './workbook-reader.ts';

test('reads what is in a workbook, whatever the cells hold', () => {
  const cell = fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', '=', ' ', '\n', 'a', '가', '😀', '_x000D_'),
  });
  const row = fc.tuple(cell, fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), cell);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.boolean(), (rows, hasHeader) => {
      const workbook = writeXlsx({
        name: 'sheet',
        hasHeader,
        columns: [
          { title: '이름 <1>', type: 'text' },
          { title: 'number', type: 'integer' },
          { title: 'b', type: 'text' },
        ],
        rows,
      });
      const expected = readRows(workbook).map((cells) => cells.map((one) => one ?? ''));
      assert.deepEqual(readXlsx(workbook), expected);
    }),
  );
});

test("an archive that isn't a workbook is refused", () => {
  assert.throws(() => readXlsx(Buffer.alloc(22)), /holds no/);
});
