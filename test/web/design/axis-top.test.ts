import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTop } from '../../../web/src/design/axis-top.ts';

test('an axis ends at a round number that is not below its highest bar', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 7, 10, 11, 21, 99, 4200].map(axisTop),
    [2, 2, 2, 4, 10, 10, 20, 50, 100, 5000],
  );
});

test('half of it, which the axis names as well, is a whole number', () => {
  const values = Array.from({ length: 1000 }, (_, value) => value);
  assert.deepEqual(
    values.filter((value) => !Number.isInteger(axisTop(value) / 2)),
    [],
  );
});
