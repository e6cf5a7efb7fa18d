import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFeedLine } from '../../demo/to-feed-line.ts';
import { checkRecord } from '../../src/ingest/check-record.ts';
import { dayOf, demoWorld } from './demo-world.ts';

const RECEIVED_AT_MS = Date.UTC(2099, 0, 1);

test('the importer reads every line of the demo back as the record that was written', () => {
  const { records } = demoWorld({ items: 6000, months: 2 });
  for (const record of records)
    assert.deepEqual(checkRecord(JSON.parse(toFeedLine(record)), RECEIVED_AT_MS).outcome, record);
});

test('a removal is written, too', () => {
  assert.equal(toFeedLine({ kind: 'remove', itemId: 7 }), '{"kind":"remove","itemId":7}');
});

test('windows are days, instants carry the offset of Korea, and nulls are left out', () => {
  const line = toFeedLine({
    kind: 'cancel',
    cancellation: { orderId: 'A-1', lineNo: 1, cancelledAtMs: Date.parse('2026-11-21T00:00:00Z') },
  });
  assert.deepEqual(JSON.parse(line), {
    kind: 'cancel',
    orderId: 'A-1',
    lineNo: 1,
    cancelledAt: '2026-11-21T09:00:00.000+09:00',
  });
  const [item] = demoWorld({ items: 1, months: 0 }).items;
  assert.ok(item !== undefined);
  const window = { from: dayOf('2026-11-01'), until: dayOf('2026-11-30') };
  const written = JSON.parse(toFeedLine({ kind: 'item', item: { ...item, attention: window, deal: null } }));
  assert.deepEqual(written.attention, { from: '2026-11-01', until: '2026-11-30' });
  assert.ok(!('deal' in written));
});
