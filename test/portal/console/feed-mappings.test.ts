import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import type { Table } from '../../../src/export/table.ts';
import { writeXlsx } from '../../../src/export/xlsx.ts';
import type { FeedPage, IntakeView } from '../../../src/portal/contract/console-feeds.ts';
import type { KeptMappings, NamedMapping } from '../../../src/portal/contract/console-mappings.ts';
import { newDeveloper } from '../../support/operator.ts';
import { suiteConsole } from '../../support/suite-app.ts';
import { BYTES, feedDesk } from './feed-desk.ts';

/** The titles of a shop's table stand below a heading; the encoding is that of Korean spreadsheets. */
const CSV = iconv.encode(
  '11월 신간,,,\n관리번호,도서명,저자,정가\nA-1,뷁의 역사,김영하 지음;노진선 옮김,"12,000원"\nA-2,둘째 책,,9000\n',
  'cp949',
);
const MAPPING = JSON.stringify({
  kind: 'item',
  columns: { 관리번호: 'externalId', 도서명: 'title', 저자: 'authors', 정가: 'shopPrice' },
  constants: { catalog: 'BOOK', categoryIds: ['001'] },
});

describe('a file of a shop in the console', () => {
  const shop = suiteConsole();
  const { app, operator } = shop;
  const { settled, upload, dismiss } = feedDesk(shop);
  beforeEach(() => app.clock.advance(60_000));

  const map = async (intakeId: number, mapping: string, keepAs = '') => {
    app.clock.advance(60_000);
    const path = `/console/feed/map?intakeId=${intakeId}&keepAs=${encodeURIComponent(keepAs)}`;
    return operator.post<IntakeView>(path, Buffer.from(mapping), BYTES);
  };

  test('its first rows are shown with a guess, mapped, checked, mapped again and imported', async () => {
    const waiting = await upload(CSV, 'new.csv');
    assert.ok(waiting.stage === 'mapping', JSON.stringify(waiting));
    const { intakeId, preview, suggested, fields } = waiting;
    assert.ok(preview.kind === 'table');
    assert.deepEqual(preview.rows[preview.headerAt], ['관리번호', '도서명', '저자', '정가']);
    assert.deepEqual(preview.rows[2], ['A-1', '뷁의 역사', '김영하 지음;노진선 옮김', '12,000원']);
    assert.deepEqual(preview.values[0], ['A-1', 'A-2']);
    assert.deepEqual(JSON.parse(suggested.mapping), {
      kind: 'item',
      columns: { 관리번호: ['externalId'], 도서명: ['title'], 저자: ['authors'], 정가: ['shopPrice'] },
      constants: { catalog: 'BOOK' },
    });
    assert.ok(fields.item?.some(({ name, isRequired }) => name === 'title' && isRequired));

    const refused = await map(intakeId, '{"kind":"book"}');
    assert.equal(refused.status, 400);
    await map(intakeId, '{"columns":{"없는 열":"title"}}');
    const faulty = await settled();
    assert.ok(faulty.stage === 'mapping' && /the file has no such column/.test(faulty.fault ?? ''));

    // Without a category nothing is good, and the mapping may be changed.
    await map(intakeId, suggested.mapping);
    const empty = await settled();
    assert.ok(empty.stage === 'checked' && empty.canMap && empty.report.problemCount === 2);
    assert.equal((await operator.post('/console/feed/map-again', { intakeId })).status, 200);
    await map(intakeId, MAPPING, '신간');
    const good = await settled();
    assert.ok(good.stage === 'checked', JSON.stringify(good));
    assert.deepEqual(
      [good.report.unit, good.report.problemCount, good.report.counts.item.added],
      ['row', 0, 2],
    );
    await operator.post('/console/feed/import', { intakeId, confirmed: null });
    assert.equal((await settled()).stage, 'imported');
    const found = await app.get('/v1/goods/itemList?query=%EB%B7%81%EC%9D%98&correct=N');
    assert.equal(found.status, 200);
    await dismiss(intakeId);
  });

  test('the import log keeps how the file was read', async () => {
    const [entry] = (await operator.get<FeedPage>('/console/feed')).view.imports;
    assert.deepEqual(entry?.readAs, { format: 'csv', encoding: 'cp949', delimiter: ',', mapping: '신간' });
    assert.equal(entry?.unit, 'row');
  });

  test('a kept mapping is offered for the next file of its kind, and forgotten on request', async () => {
    const waiting = await upload(gzipSync(CSV), 'next.csv.gz');
    assert.ok(waiting.stage === 'mapping');
    assert.deepEqual([waiting.suggested, waiting.kept], [{ name: '신간', mapping: MAPPING }, ['신간']]);
    const shown = await operator.get<NamedMapping>(
      `/console/feed/mapping?name=${encodeURIComponent('신간')}`,
    );
    assert.equal(shown.view.mapping, MAPPING);
    await dismiss(waiting.intakeId);
    const gone = await operator.post<KeptMappings>('/console/feed/mapping/remove', { name: '신간' });
    assert.deepEqual(gone.view.kept, []);
    assert.equal((await operator.post('/console/feed/mapping/remove', { name: '신간' })).status, 404);
    assert.equal((await operator.get('/console/feed/mapping?name=x')).status, 404);
    const audit = app.readAudit().filter((line) => line.startsWith('feed.mapping'));
    assert.deepEqual(audit, ['feed.mapping-kept feed', 'feed.mapping-removed feed']);
  });

  test('a workbook shows its rows, a table of days is taken for sales, our own names need no mapping', async () => {
    const table: Table = {
      name: 'days',
      columns: [
        { title: '판매일', type: 'text' },
        { title: 'ISBN', type: 'text' },
        { title: '부수', type: 'integer' },
      ],
      rows: [['2026-11-01', '9788936434595', 12]],
      hasHeader: true,
    };
    const days = await upload(writeXlsx(table), 'days.xlsx');
    assert.ok(days.stage === 'mapping', JSON.stringify(days));
    assert.deepEqual(JSON.parse(days.suggested.mapping), {
      kind: 'sale',
      columns: { 판매일: ['soldAt', 'orderId'], ISBN: ['isbn13', 'orderId'], 부수: ['quantity'] },
      constants: { lineNo: 1, buyerType: 'aggregate' },
    });
    await map(days.intakeId, days.suggested.mapping);
    const checked = await settled();
    assert.ok(checked.stage === 'checked' && checked.report.counts.sale.added === 1, JSON.stringify(checked));
    await dismiss(days.intakeId);
    const own = await upload(Buffer.from('itemId,title,catalog,categoryIds\n9001,책,BOOK,001\n'), 'own.csv');
    assert.ok(own.stage === 'checked' && !own.canMap, JSON.stringify(own));
    assert.equal((await operator.post('/console/feed/map-again', { intakeId: own.intakeId })).status, 409);
    await dismiss(own.intakeId);
  });

  test('only who looks after the shop may map, and only the file that waits', async () => {
    const developer = await newDeveloper(app, 'dev@books.example');
    assert.equal(
      (await developer.post('/console/feed/map?intakeId=1', Buffer.from('{}'), BYTES)).status,
      403,
    );
    assert.equal((await map(999, MAPPING)).status, 409);
    const waiting = await upload(CSV, 'new.csv');
    assert.equal((await map(waiting.intakeId, MAPPING, 'a/b')).status, 400);
    await dismiss(waiting.intakeId);
  });
});
