import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ImportDetails, IntakeView, UndoView } from '../../../src/portal/contract/console-feeds.ts';
import { createSqliteFeedStore } from '../../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { newDeveloper } from '../../support/operator.ts';
import { book } from '../../support/small-shop.ts';
import { suiteConsole } from '../../support/suite-app.ts';
import { BYTES, feedDesk } from './feed-desk.ts';

describe('a feed from the console', () => {
  const shop = suiteConsole();
  const { app, operator } = shop;
  const { page, begin, piece, settled, upload, dismiss } = feedDesk(shop);
  beforeEach(() => app.clock.advance(60_000));

  const knows = async (itemId: number) =>
    (await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`)).status === 200;

  test('is checked without changing anything, and imported on the word of the operator', async () => {
    const feed = linesOf([book(6001, '새 책'), { kind: 'item', itemId: 0 }, book(1002, '구운몽 새 판')]);
    const checked = await upload(feed);
    assert.ok(checked.stage === 'checked');
    const { intakeId } = checked;
    assert.deepEqual([checked.report.lines, checked.report.problemCount], [3, 1]);
    assert.deepEqual(checked.report.counts.item, { added: 1, changed: 1, unchanged: 0, late: 0 });
    const [problem] = checked.report.problems;
    assert.deepEqual([problem?.line, problem?.field], [2, 'itemId']);
    assert.equal(await knows(6001), false);

    const started = await operator.post<IntakeView>('/console/feed/import', { intakeId, confirmed: null });
    assert.equal(started.view.stage, 'importing');
    const done = await settled();
    assert.ok(done.stage === 'imported');
    assert.deepEqual(done.report.counts, checked.report.counts);
    assert.equal(await knows(6001), true);
    const [last] = (await page()).imports;
    assert.deepEqual(
      [last?.name, last?.lines, last?.problemCount, last?.counts.item.added],
      ['shop.jsonl', 3, 1, 1],
    );
    assert.equal(typeof last?.accountId, 'number');
    const auditTrail = app.readAudit().filter((line) => line.startsWith('feed.'));
    assert.deepEqual(auditTrail, ['feed.uploaded feed', 'feed.imported feed']);
    assert.deepEqual(readdirSync(join(app.config.dataDir, 'intake')), [], 'the file is gone');
    await dismiss(intakeId);
    assert.equal((await page()).intake.stage, 'idle');
  });

  test('may be compressed; one that breaks off is told and changes nothing', async () => {
    const zipped = gzipSync(linesOf([book(6101, '압축된 책')]));
    const whole = await upload(zipped, 'shop.jsonl.gz');
    assert.equal(whole.stage, 'checked');
    const broken = await upload(zipped.subarray(0, zipped.length - 12));
    assert.ok(broken.stage === 'unreadable');
    assert.match(broken.reason ?? '', /unexpected end/);
    const { intake } = await page('ko');
    assert.equal('reason' in intake && intake.reason, '압축 파일이 중간에 끊겼습니다.');
    const refused = await operator.post('/console/feed/import', {
      intakeId: broken.intakeId,
      confirmed: null,
    });
    assert.equal(refused.failure.code, 'STALE');
    assert.equal(await knows(6101), false);
  });

  test('a file that meets a brake is imported once the operator has typed the number', async () => {
    const wrong = Array.from({ length: 5 }, () => ({ kind: 'item', itemId: 0 }));
    const good = Array.from({ length: 20 }, (_, at) => book(6301 + at, `새 책 ${at}`));
    const checked = await upload(linesOf([...good, ...wrong]), 'odd.jsonl');
    assert.ok(checked.stage === 'checked');
    const { intakeId } = checked;
    const [brake] = checked.report.brakes;
    assert.equal(brake?.count, 5);
    assert.match(
      brake.sentence,
      /^it would refuse 5 of 25 lines \(20\.0%; up to 10% pass\), such as 21: itemId: /,
    );
    for (const confirmed of [null, 4]) {
      const refused = await operator.post('/console/feed/import', { intakeId, confirmed });
      assert.deepEqual([refused.status, refused.failure.field], [400, 'confirmed']);
    }
    assert.equal((await page()).intake.stage, 'checked');
    await operator.post('/console/feed/import', { intakeId, confirmed: 5 });
    assert.equal((await settled()).stage, 'imported');
    assert.equal(await knows(6301), true);
    const [last] = (await page()).imports;
    assert.deepEqual([last?.outcome, last?.bytes, last?.problemCount], ['imported', checked.bytes, 5]);
    const details = await operator.get<ImportDetails>(`/console/feed/log?importId=${last?.importId}`);
    assert.equal(details.view.problems.length, 5);
    assert.equal(details.view.problems[0]?.line, 21);
    assert.match(details.view.problems[0]?.reason ?? '', /^0 is not a whole number/);
    const unknown = await operator.get('/console/feed/log?importId=999999');
    assert.equal(unknown.failure.code, 'NOT_FOUND');
    assert.ok(app.readAudit().some((line) => line.startsWith('feed.imported')));
    await dismiss(intakeId);
  });

  test('an import is undone on request, after a look at what that would change', async () => {
    const { intakeId } = await upload(linesOf([book(6401, '되돌릴 책')]));
    await operator.post('/console/feed/import', { intakeId, confirmed: null });
    await settled();
    const importId = (await page()).imports[0]?.importId;
    const undo = async (dryRun: boolean) =>
      (await operator.post<UndoView>('/console/feed/undo', { importId, dryRun, force: false })).view;
    const preview = await undo(true);
    assert.ok(preview.kind === 'undone' && preview.counts.remove.changed === 1);
    assert.equal(await knows(6401), true);
    const done = await undo(false);
    assert.ok(done.kind === 'undone' && done.importId !== null);
    assert.equal(await knows(6401), false);
    const [last, undone] = (await page()).imports;
    assert.deepEqual([last?.importId, last?.undoOf], [done.importId, importId]);
    assert.deepEqual([undone?.undoneBy, undone?.canUndo], [done.importId, false]);
    assert.equal((await undo(false)).kind, 'impossible');
    assert.equal(app.readAudit().filter((line) => line.startsWith('feed.undone')).length, 1);
    await dismiss(intakeId);
  });

  test('one at a time; one that is ended makes room, and its file goes', async () => {
    const first = await begin(100);
    const second = await operator.post('/console/feed/begin', { name: 'other.jsonl', bytes: 10 });
    assert.deepEqual([second.status, second.failure.code], [409, 'BUSY']);
    const wrong = await dismiss(first.intakeId + 1);
    assert.equal(wrong.failure.code, 'STALE');
    await dismiss(first.intakeId);
    assert.deepEqual(readdirSync(join(app.config.dataDir, 'intake')), []);
    assert.equal((await piece(first.intakeId, 0, Buffer.from('x'))).failure.code, 'STALE');
    const next = await begin(10);
    assert.ok(next.intakeId > first.intakeId);
    await dismiss(next.intakeId);
  });

  test('an import that is ended keeps nothing', async () => {
    const { intakeId } = await upload(linesOf([book(6201, '끊긴 책')]));
    // Another import holds the catalogue, so that this one waits.
    const path = join(app.config.dataDir, CATALOG_FILE);
    const transaction = await createSqliteFeedStore({ path, clock: app.clock }).begin();
    await operator.post('/console/feed/import', { intakeId, confirmed: null });
    const ended = await dismiss(intakeId);
    await transaction.rollback();
    assert.equal(ended.view.stage, 'stopped');
    assert.equal(await knows(6201), false);
    await dismiss(intakeId);
  });

  test('only the piece that comes next is taken, and nothing but pieces', async () => {
    const { intakeId } = await begin(4);
    for (const [offset, bytes] of [
      [1, 'abc'],
      [0, 'abcde'],
    ] as const) {
      assert.equal((await piece(intakeId, offset, Buffer.from(bytes))).failure.code, 'STALE');
    }
    assert.equal((await piece(intakeId, Number.NaN, Buffer.from('a'))).failure.field, 'offset');
    const empty = await piece(intakeId, 0, Buffer.alloc(0));
    assert.deepEqual([empty.status, empty.failure.code], [400, 'INVALID']);
    const asJson = await operator.post(`/console/feed/piece?intakeId=${intakeId}&offset=0`, {});
    assert.equal(asJson.failure.field, 'body');
    const tooLarge = await piece(intakeId, 0, Buffer.alloc(1024 * 1024 + 1));
    assert.equal(tooLarge.status, 400);
    const developer = await newDeveloper(app, 'dev@books.example');
    const path = `/console/feed/piece?intakeId=${intakeId}&offset=0`;
    const byDeveloper = await developer.post(path, Buffer.from('abcd'), BYTES);
    assert.deepEqual([byDeveloper.status, byDeveloper.failure.code], [403, 'FORBIDDEN']);
    const bytesElsewhere = await operator.post('/console/feed/begin', Buffer.from('{}'), BYTES);
    assert.deepEqual([bytesElsewhere.status, bytesElsewhere.failure.field], [400, 'body']);
    await dismiss(intakeId);
  });
});

function linesOf(lines: readonly object[]): Buffer {
  return Buffer.from(jsonLines(lines));
}
