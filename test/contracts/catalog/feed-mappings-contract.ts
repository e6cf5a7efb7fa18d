import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Clock } from '../../../src/clock.ts';
import type { FeedMappings } from '../../../src/ingest/feed-mappings.ts';
import { fixedClock } from '../../support/fixed-clock.ts';

/** What every adapter of the FeedMappings port guarantees. */
export function feedMappingsContract(
  adapter: string,
  setUp: (t: TestContext, clock: Clock) => FeedMappings | Promise<FeedMappings>,
): void {
  test(`${adapter}: a mapping is kept by name until it is replaced or removed`, async (t) => {
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const mappings = await setUp(t, clock);
    assert.deepEqual([await mappings.list(), await mappings.find('책')], [[], null]);
    await mappings.keep('책', '{"columns":{"가":"title"}}');
    clock.advance(1000);
    await mappings.keep('orders', '{}');
    assert.equal(await mappings.find('책'), '{"columns":{"가":"title"}}');
    assert.deepEqual(
      (await mappings.list()).map(({ name }) => name),
      ['orders', '책'],
    );
    clock.advance(1000);
    await mappings.keep('책', '{"columns":{"나":"title"}}');
    assert.deepEqual(await mappings.list(), [
      { name: '책', mapping: '{"columns":{"나":"title"}}', keptAtMs: clock.nowMs() },
      { name: 'orders', mapping: '{}', keptAtMs: clock.nowMs() - 1000 },
    ]);
    assert.equal(await mappings.remove('책'), true);
    assert.equal(await mappings.remove('책'), false);
    assert.deepEqual([await mappings.find('책'), await mappings.find('orders')], [null, '{}']);
  });
}
