import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFeedLine } from '../../demo/to-feed-line.ts';
import { checkRecord } from '../../src/ingest/check-record.ts';
import { demoWorld } from './demo-world.ts';

const RECEIVED_AT_MS = Date.UTC(2099, 0, 1);

test('the importer reads every line of the demo back as the record that was written', () => {
  const { records } = demoWorld({ items: 6000, months: 2 });
  for (const record of records)
    assert.deepEqual(checkRecord(JSON.parse(toFeedLine(record)), RECEIVED_AT_MS).outcome, record);
});

test('a removal is written, too', () => {
  assert.equal(toFeedLine({ kind: 'remove', itemId: 7 }), '{"kind":"remove","itemId":7}');
});
