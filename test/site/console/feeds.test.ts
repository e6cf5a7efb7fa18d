import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { writeXlsx } from '../../../src/export/xlsx.ts';
import { bringIn, checkFile, FEEDS, feedLines, submitFile } from '../../feeds/feed-senders.ts';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { faultOf, formIn, newBrowser, partOf, rowsIn, signedIn, suiteBrowser } from '../site-kit.ts';

/** The titles of a shop's table stand below a heading; the encoding is that of Korean spreadsheets. */
const CSV = iconv.encode(
  '11월 신간,,,,\n관리번호,도서명,저자,정가,분류\nA-1,뷁의 역사,김영하 지음;노진선 옮김,"12,000원",수필\nA-2,둘째 책,,9000,수필\n',
  'cp949',
);
const NEW_BOOKS = { name: 'new.csv', bytes: CSV };

/** The number of a column in the form of a mapping. */
const numberOf = (fields: ReturnType<typeof formIn>['fields'], column: string) =>
  Object.keys(fields)
    .find((name) => /^name\./.test(name) && fields[name] === column)
    ?.slice('name.'.length);

describe('feeds in the console', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  const knows = async (itemId: number) =>
    (await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`)).status === 200;

  test('an import leads to its entry in the log; another file than the checked one is refused', async () => {
    const bytes = feedLines([book(6001, '새 책'), { kind: 'item', itemId: 0 }]);
    const file = { name: 'C:\\shop\\책.jsonl', bytes };
    const checked = await checkFile(operator, file);
    const other = { ...file, bytes: feedLines([book(6002, '다른 책')]) };
    assert.equal((await submitFile(operator, checked.text, 'import', other)).status, 400);
    assert.deepEqual([await knows(6001), await knows(6002)], [false, false]);
    const done = await submitFile(operator, checked.text, 'import', file);
    assert.equal(done.status, 200);
    assert.ok(partOf(done.text, 'problems') !== null && formIn(done.text, 'undo'));
    const [entry] = await app.importLog.list(1);
    assert.deepEqual([entry?.name, entry?.problemCount], ['책.jsonl', 1]);
    assert.equal(entry?.actor, `account:${operator.accountId}`);
    assert.equal(app.readAudit().at(-1), 'feed.imported feed');
  });

  test('skipped lines are told where there are others than headers', async () => {
    const table = '상품번호,도서명,저자,정가,분류\n1,책,김영하,9000,소설\n';
    const tells = async (csv: string) => {
      const { text } = await checkFile(operator, { name: 'books.csv', bytes: Buffer.from(csv) });
      return text.includes('id="skipped"');
    };
    assert.deepEqual([await tells(table), await tells(`${table}합계,,,9000,\n`)], [false, true]);
  });

  test('a brake takes no other number than its own', async () => {
    const wrong = Array.from({ length: 5 }, () => ({ kind: 'item', itemId: 0 }));
    const good = Array.from({ length: 20 }, (_, at) => book(6301 + at, `새 책 ${at}`));
    const file = { name: 'odd.jsonl', bytes: feedLines([...good, ...wrong]) };
    const { text } = await checkFile(operator, file);
    const odd = await submitFile(operator, text, 'import', file, { confirmation: '4' });
    assert.equal(faultOf(odd), '409 confirmation');
    assert.equal(await knows(6301), false);
  });

  test('reasons are grouped; where nothing would come in, there is no import', async () => {
    const wrong = Array.from({ length: 25 }, (_, at) =>
      book(7000 + at, '책', { shopPrice: `값 ${at}`, isbn13: '1' }),
    );
    const { text } = await checkFile(operator, { name: 'wrong.jsonl', bytes: feedLines(wrong) });
    assert.equal(rowsIn(text, 'problems').length, 1);
    assert.ok(partOf(text, 'nothing') !== null && partOf(text, 'brakes') === null);
    assert.throws(() => formIn(text, 'import'));
    const known = await checkFile(operator, { name: 'a.jsonl', bytes: feedLines([book(6001, '새 책')]) });
    assert.ok(partOf(known.text, 'nothing') !== null, 'also where nothing is new');
  });

  test('a file that is none has its reason at the field', async () => {
    for (const [name, bytes] of [
      ['', Buffer.alloc(0)],
      ['empty.csv', Buffer.alloc(0)],
      ['cut.gz', gzipSync(CSV).subarray(0, 40)],
      ['cover.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ] as const)
      assert.equal(faultOf(await checkFile(operator, { name, bytes })), '400 file', name);
  });

  test('a table is mapped by a form: a guess, another look, a fault, a check, and the mapping kept by its name', async () => {
    const first = await checkFile(operator, NEW_BOOKS);
    assert.match(partOf(first.text, 'mapped') ?? '', /뷁의 역사/);
    const { fields } = formIn(first.text, 'map');
    const columns = ['도서명', '관리번호', '정가'].map((one) => fields[`to.${numberOf(fields, one)}.0`]);
    assert.deepEqual(columns, ['title', 'externalId', 'shopPrice']);
    const { 'fixed.catalog': catalog, encoding, delimiter } = fields;
    assert.deepEqual([catalog, encoding, delimiter], ['BOOK', 'cp949', ',']);

    const category = numberOf(fields, '분류');
    const send = (values: Readonly<Record<string, string>>, more = {}) =>
      submitFile(operator, first.text, 'map', NEW_BOOKS, values, more);
    const look = { action: `${FEEDS}?look=yes` };
    assert.ok('fixed.soldAt' in formIn((await send({ kind: 'sale' }, look)).text, 'map').fields);
    const asLatin = await send({ encoding: 'windows-1252' }, look);
    assert.doesNotMatch(partOf(asLatin.text, 'mapped') ?? '', /뷁/);

    const faulty = await send({ json: '{"columns":{"없는 열":"title"}}' });
    assert.equal(faulty.status, 400);
    assert.ok(partOf(faulty.text, 'mapped') !== null);
    const [, pattern = ''] =
      /pattern="([^"]*)"[^>]*aria-describedby="map-keepAs-hint"/.exec(first.text) ?? [];
    // Browsers match the whole text in this mode, before the form with its mapping is sent.
    const takes = (name: string) => new RegExp(`^(?:${pattern})$`, 'v').test(name);
    assert.deepEqual(['신간 2-1_a.b', 'a/b', ' a'].map(takes), [true, false, false]);
    for (const bad of [{ json: '{"kind":"book"}' }, { keepAs: 'a/b' }])
      assert.equal((await send(bad)).status, 400);

    const made = await send({ [`create.${category}.0`]: 'yes' });
    assert.equal(rowsIn(made.text, 'counts').length, 2, 'a category, its books');
    const mapped = await send({ [`choice.${category}.0.0`]: '001', skip: '관리번호 = A-3', keepAs: '신간' });
    const done = await submitFile(operator, mapped.text, 'import', NEW_BOOKS);
    assert.equal(done.status, 200, mapped.text);
    const [entry] = await app.importLog.list(1);
    assert.deepEqual(entry?.readAs, { format: 'csv', encoding: 'cp949', delimiter: ',', mapping: '신간' });
    assert.equal(entry?.summary.item.added, 2);
    const kept = JSON.parse((await app.feedMappings.find('신간')) ?? '');
    assert.deepEqual(kept.columns.분류, [{ to: 'categoryIds', values: { 수필: '001' } }]);
    assert.deepEqual(kept.skip, { 관리번호: ['A-3'] });
  });

  test('a kept mapping is offered for the next file of its kind, chosen at once, and forgotten on request', async () => {
    const next = { name: 'next.csv.gz', bytes: gzipSync(CSV) };
    const { fields } = formIn((await checkFile(operator, next)).text, 'map');
    const { keepAs, skip } = fields;
    const choice = fields[`choice.${numberOf(fields, '분류')}.0.0`];
    assert.deepEqual([keepAs, choice, skip], ['신간', '001', '관리번호 = A-3']);
    const checked = await checkFile(operator, next, { kept: '신간' });
    assert.ok(partOf(checked.text, 'counts') !== null);
    const again = await submitFile(operator, checked.text, 'map', next, {}, { at: 'again' });
    const { fields: shown } = formIn(again.text, 'map');
    assert.equal(shown[`to.${numberOf(shown, '도서명')}.0`], 'title');
    const other = { name: 'other.csv', bytes: Buffer.from('제목,값\n책,1\n') };
    const misfit = await checkFile(operator, other, { kept: '신간' });
    assert.deepEqual([misfit.status, formIn(misfit.text, 'map').fields.keepAs], [400, '신간']);
    const page = await operator.page(FEEDS);
    const gone = await operator.submit(FEEDS, 'forget', {}, '신간');
    assert.equal(gone.status, 200);
    assert.equal(await app.feedMappings.find('신간'), null);
    const late = await submitFile(operator, page, 'check', next, { kept: '신간' });
    assert.deepEqual([late.status, late.text.includes('id="form-check"')], [409, true]);
    const audit = app.readAudit().filter((line) => line.startsWith('feed.mapping'));
    assert.deepEqual(audit, ['feed.mapping-kept feed', 'feed.mapping-removed feed']);
  });

  test('the form of the widest table can be sent', async () => {
    const names = ['도서명', '저자', '정가', ...Array.from({ length: 997 }, (_, at) => `열 ${at}`)];
    const wide = { name: 'wide.csv', bytes: Buffer.from(`${names}\n책,저자,9000${',값'.repeat(997)}\n`) };
    const shown = await checkFile(operator, wide);
    const again = await submitFile(operator, shown.text, 'map', wide, {}, { action: `${FEEDS}?look=yes` });
    assert.equal(again.status, 200);
    assert.equal(numberOf(formIn(again.text, 'map').fields, '열 996'), '999');
  });

  test('a workbook of daily totals is taken for sales, an unexplained status is asked for, and subjects of ONIX are mapped to categories', async () => {
    const columns = ['판매일', 'ISBN', '부수'].map((title) => ({ title, type: 'text' as const }));
    const table = { name: 'days', columns, rows: [['2026-11-01', '9788936434595', '12']], hasHeader: true };
    const days = { name: 'days.xlsx', bytes: writeXlsx(table) };
    const { text } = await checkFile(operator, days);
    assert.ok(formIn(text, 'import'), text);
    assert.match(partOf(text, 'columns') ?? '', /판매일.*ISBN.*부수/s);
    const changed = await submitFile(operator, text, 'map', days, {}, { at: 'again' });
    const { fields } = formIn(changed.text, 'map');
    assert.equal(fields[`to.${numberOf(fields, '부수')}.0`], 'quantity');
    const rows =
      '주문번호,ISBN,주문일,수량,처리\n1,9788936434595,2026-11-01,1,\n2,9788936434595,2026-11-01,1,반품완료\n';
    const orders = { name: 'orders.csv', bytes: Buffer.from(rows) };
    const asked = await checkFile(operator, orders);
    const status = numberOf(formIn(asked.text, 'map').fields, '처리');
    const told = { [`to.${status}.0`]: 'kind' };
    const look = { action: `${FEEDS}?look=yes` };
    const shown = await submitFile(operator, asked.text, 'map', orders, told, look);
    const { fields: answers } = formIn(shown.text, 'map');
    const meaning = [answers[`value.${status}.0.0`], answers[`choice.${status}.0.0`]];
    assert.deepEqual(meaning, ['반품완료', 'cancel']);
    const answered = await submitFile(operator, shown.text, 'map', orders);
    assert.equal(rowsIn(answered.text, 'counts').length, 2, 'a sale, a cancellation');
    const onix = {
      name: 'onix.xml',
      bytes: Buffer.from(
        `<ONIXMessage release="3.0"><Product><RecordReference>r1</RecordReference><NotificationType>03</NotificationType>
<DescriptiveDetail><ProductForm>BB</ProductForm><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>A book</TitleText></TitleElement></TitleDetail>
<Subject><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject></DescriptiveDetail></Product></ONIXMessage>`,
      ),
    };
    const subjects = await checkFile(operator, onix);
    const mapped = await submitFile(operator, subjects.text, 'map', onix, { subjects: '93:FB* = 001' });
    assert.ok(formIn(mapped.text, 'import'), mapped.text);
  });

  test('an undo asks for its size', async () => {
    const bytes = feedLines([book(6401, '되돌릴 책'), book(6402, '또 한 권')]);
    await bringIn(operator, { name: 'undo.jsonl', bytes });
    const [entry] = await app.importLog.list(1);
    const path = `${FEEDS}/imports/${entry?.importId}`;
    const asked = await operator.submit(path, 'undo');
    assert.deepEqual([asked.status, await knows(6401)], [409, true]);
    const done = await operator.submitIn(asked.text, path, 'undo', { confirmation: '2' });
    assert.deepEqual([done.status, await knows(6401)], [200, false]);
    assert.throws(() => formIn(done.text, 'undo'));
    assert.ok(app.readAudit().includes('feed.undone feed'));
    assert.equal((await operator.get(`${FEEDS}/imports/999999`)).status, 404);
  });

  test('only who looks after the shop may send a file, from a page of ours', async () => {
    const page = await operator.page(FEEDS);
    const viewer = await signedIn(app, 'viewer');
    assert.equal((await submitFile(viewer, page, 'check', NEW_BOOKS)).status, 403);
    const stranger = await submitFile(newBrowser(app), page, 'check', NEW_BOOKS, {}, { follows: false });
    assert.deepEqual([stranger.status, stranger.location.split('?')[0]], [303, '/portal/sign-in']);
    assert.equal((await submitFile(operator, page, 'check', NEW_BOOKS, { csrf: 'x' })).status, 403);
  });
});
