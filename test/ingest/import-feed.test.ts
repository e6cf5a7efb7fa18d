import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { jsonLines } from '../support/json-lines.ts';
import { fc } from '../support/properties.ts';
import { book, sales, smallShop } from '../support/small-shop.ts';
import { feedKit, placesOf } from './feed-kit.ts';
import { read } from './read-file.ts';

const cancelledAt = '2026-10-06T10:00:00+09:00';
const shop = [...smallShop, { kind: 'cancel', orderId: '2026-10-05-1002', lineNo: 1, cancelledAt }];

test('a feed is taken in and counted by kind', async (t) => {
  const kit = feedKit(t);
  const report = await kit.import([...shop, { kind: 'remove', itemId: 1003 }]);
  const dealLine = shop.findIndex((line) => 'deal' in line) + 1;
  const goneLine = shop.findIndex((line) => 'soldAt' in line && 'itemId' in line && line.itemId === 1003) + 1;
  // Half of a fixed price, and an order for an item that is gone (docs/feeds.md#warnings).
  assert.deepEqual(placesOf(report.warnings), [`${dealLine} deal.salePrice`, `${goneLine} itemId`]);
  const none = { added: 0, changed: 0, unchanged: 0, late: 0 };
  const added = (count: number) => ({ ...none, added: count });
  const saleCount = shop.filter((line) => 'soldAt' in line).length;
  const { unit, lines, taken, readAs, brakes, committed } = report;
  assert.deepEqual([unit, lines, taken, brakes, committed], ['line', shop.length + 1, lines, [], true]);
  assert.deepEqual(readAs, { format: 'jsonl', encoding: null, delimiter: null, mapping: null });
  assert.deepEqual(report.summary, {
    ...{ category: added(4), author: added(1), item: added(6), patch: none },
    ...{ remove: { ...none, changed: 1 }, sale: added(saleCount), cancel: added(1) },
  });
});

test('a second import changes nothing: every row of every table stays as it is', async (t) => {
  const kit = feedKit(t);
  await kit.import(shop);
  const before = kit.dump();
  kit.clock.advance(3 * 86_400_000);
  const { summary } = await kit.import(shop);
  for (const tally of Object.values(summary)) assert.equal(tally.added + tally.changed + tally.late, 0);
  assert.equal(kit.dump(), before);
});

test('what is written differently and means the same is the same: line ends, byte order mark, gzip, blank lines', async () => {
  const plain = jsonLines(shop);
  for (const feed of [
    plain.replaceAll('\n', '\r\n'),
    `\ufeff\n  \n${plain.replaceAll('\n', '\n\n\t\r\n')}`,
    gzipSync(plain.trimEnd()),
  ])
    assert.deepEqual((await read(feed)).records, shop);
});

test('strict: one wrong line among good ones and nothing is changed; a dry run: the same report, and nothing is changed', async (t) => {
  const [sold] = sales('2026-10-05', 1002, ['F34']);
  for (const wrong of [{ kind: 'item' }, { ...sold, quantity: 9 }]) {
    const kit = feedKit(t);
    await kit.import(sales('2026-10-05', 1002, ['F34']));
    const before = kit.dump();
    const refused = await kit.import([...shop, wrong], { strict: true });
    const { committed, problemCount, summary } = refused;
    assert.deepEqual([committed, problemCount, summary.item.added, kit.dump()], [false, 1, 6, before]);
    const dry = await kit.import([...shop, wrong], { dryRun: true });
    assert.equal(kit.dump(), before);
    const wet = await kit.import([...shop, wrong]);
    assert.deepEqual({ ...dry, committed: true }, wet);
    assert.notEqual(kit.dump(), before);
  }
});

test('an import that is called off leaves nothing, even while its input keeps silent', async (t) => {
  const kit = feedKit(t);
  const before = kit.dump();
  const calledOff = new AbortController();
  const silent = new Readable({ read() {} });
  silent.push(jsonLines(shop));
  const onProgress = () => calledOff.abort(new Error('enough'));
  await assert.rejects(kit.import(silent, { signal: calledOff.signal, onProgress }), /enough/);
  assert.equal(silent.destroyed, true);
  assert.equal(kit.dump(), before);
});

test('a feed larger than a batch is taken whole, progress grows to its end, and other work goes on', async (t) => {
  const kit = feedKit(t);
  const seen: number[] = [];
  const feed = Array.from({ length: 5000 }, (_, at) => book(at + 1, `제목 ${at}`));
  let isDone = false;
  const importing = kit
    .import(feed, { onProgress: (count) => seen.push(count) })
    .finally(() => (isDone = true));
  let turns = 0;
  for (; !isDone; turns++) await nextTurn();
  const { summary, lines } = await importing;
  assert.deepEqual([summary.item.added, lines, seen.at(-1)], [5000, 5000, 5000]);
  assert.ok(seen.length > 3 && turns >= 10, `${seen.length} reports, ${turns} turns`);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
});

test('any lines at all are taken or reported, each exactly once', async (t) => {
  const kit = feedKit(t);
  const pieces = fc
    .oneof(
      fc.constantFrom(...shop.map((line) => JSON.stringify(line))),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    .map((piece) => piece.replace(/[\n\r]/g, ' '));
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (lines) => {
      const feed = [...lines, '{}'].map((line) => `${line}\n`).join('');
      const { summary, problemCount, problems } = await kit.import(feed, { force: true });
      const tallies = Object.values(summary).flatMap((tally) => Object.values(tally));
      const taken = tallies.reduce((sum, count) => sum + count, 0);
      const blank = lines.filter((line) => line.replace(/^\ufeff/, '').trim() === '').length;
      assert.equal(taken + problemCount + blank, lines.length + 1);
      for (const { line } of problems) assert.ok(line >= 1 && line <= lines.length + 1);
    }),
    { numRuns: 60 },
  );
});
