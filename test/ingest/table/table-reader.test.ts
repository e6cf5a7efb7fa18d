import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { checkRecord } from '../../../src/ingest/check-record.ts';
import { message } from '../../../src/messages/messages.ts';
import { read, refusalOf } from './read-table.ts';

const SHOP_MAP = JSON.stringify({
  columns: {
    도서명: 'title',
    저자: { to: 'authors', split: ';' },
    정가: 'shopPrice',
    분류: { to: 'categoryIds', values: { 소설: '001001' } },
    코드: 'isbn13',
  },
  constants: { catalog: 'BOOK', 'contentDetail.bookSummary': '요약' },
});
const SHOP_CSV =
  '도서명,저자,정가,분류,코드\n"여행의 이유, 개정판",김영하 지음,"￦13,500",소설,978-89-546-5597-2\n';
const SHOP_RECORD = {
  kind: 'item',
  catalog: 'BOOK',
  contentDetail: { bookSummary: '요약' },
  title: '여행의 이유, 개정판',
  authors: [{ author: '김영하', authorType: '지음' }],
  shopPrice: 13500,
  categoryIds: ['001001'],
  isbn13: '9788954655972',
};

describe('tables', () => {
  it('a column kind says what each row is, and a row fills the fields of its kind alone', async () => {
    const { records, problems } = await read(
      'kind,categoryId,categoryName,itemId,title,catalog,categoryIds,shopPrice\n' +
        'category,001,소설,,,,,\nitem,,,7,홍길동전,BOOK,001,"1,200"\npatch,,,7,,,,900\ncategory,002,시,7,,,,\n책,,,,x,,,\n',
    );
    assert.deepEqual(records, [
      { kind: 'category', categoryId: '001', categoryName: '소설' },
      { kind: 'item', itemId: 7, title: '홍길동전', catalog: 'BOOK', categoryIds: ['001'], shopPrice: 1200 },
      { kind: 'patch', itemId: 7, shopPrice: 900 },
      { kind: 'category', categoryId: '002', categoryName: '시', itemId: '7' },
      { kind: '책', title: 'x' },
    ]);
    assert.deepEqual(problems, []);
    assert.match(await refusalOf('kind,itemId,제목\nitem,7,x\n'), /"제목" isn.t a field of any record/);
  });

  it('files of the National Library of Korea have their mapping, unless another one is given', async () => {
    const csv =
      'ISBN_THIRTEEN_NO,TITLE_NM,AUTHR_NM,PUBLISHER_NM,PBLICTE_DE,PRC_VALUE,IMAGE_URL,BOOK_INTRCN_CN,KDC_NM\n';
    const row = '9788954655972,여행의 이유,김영하 지음,문학동네,20190417,13500,,소개,814.7\n';
    const { records, lines, format } = await read(csv + row);
    assert.equal(format, 'csv');
    assert.deepEqual(records[8], { kind: 'category', categoryId: 'kdc-8', categoryName: '문학' });
    assert.deepEqual(records.slice(10), [
      {
        kind: 'item',
        catalog: 'BOOK',
        categoryIds: ['kdc-8'],
        isbn13: '9788954655972',
        title: '여행의 이유',
        authors: [{ author: '김영하', authorType: '지음' }],
        publisher: '문학동네',
        publishDate: '20190417',
        shopPrice: 13500,
        contentDetail: { bookIntroduction: '소개' },
      },
    ]);
    assert.deepEqual([lines[0], lines.at(-1)], [1, 2]);
    const mapping = JSON.stringify({
      kind: 'patch',
      columns: { ISBN_THIRTEEN_NO: 'isbn13', PRC_VALUE: 'salePrice' },
    });
    assert.deepEqual((await read(csv + row, { mapping })).records, [
      { kind: 'patch', isbn13: '9788954655972', salePrice: 13500 },
    ]);
  });

  it('our own column names need no mapping, and tell the kind', async () => {
    const items = await read('itemId,title,catalog,categoryIds,deal.salePrice\n7,가,BOOK,001;002,9900\n');
    assert.equal(items.format, 'csv');
    assert.deepEqual(items.records, [
      {
        kind: 'item',
        itemId: 7,
        title: '가',
        catalog: 'BOOK',
        categoryIds: ['001', '002'],
        deal: { salePrice: 9900 },
      },
    ]);
    const sales = await read(
      'orderId,lineNo,isbn13,quantity,soldAt\nA-1,1,9788954655972,2,2026-11-20 10:00\n',
    );
    assert.deepEqual(sales.records, [
      {
        kind: 'sale',
        orderId: 'A-1',
        lineNo: 1,
        isbn13: '9788954655972',
        quantity: 2,
        soldAt: '2026-11-20T10:00:00+09:00',
      },
    ]);
    const kinds = await Promise.all([
      read('categoryId,categoryName\n001,소설\n'),
      read('authorId,author\n1,허균\n'),
      read('isbn13,salePrice\n9788954655972,9000\n'),
    ]);
    const firsts = kinds.map(({ records }) => (records[0] as { kind: string }).kind);
    assert.deepEqual(firsts, ['category', 'author', 'patch']);
  });

  it("a shop's own columns become records by its mapping, in every encoding, delimiter and packing", async () => {
    for (const encoding of ['utf-8', 'cp949', 'utf-16le']) {
      const bytes = iconv.encode(SHOP_CSV, encoding, { addBOM: encoding === 'utf-16le' });
      for (const packed of [bytes, gzipSync(bytes)]) {
        assert.deepEqual((await read(packed, { mapping: SHOP_MAP })).records, [SHOP_RECORD], encoding);
      }
    }
    const semicolons = SHOP_CSV.replaceAll(/,(?=[^ 5])/g, ';').replace('"₩13;500"', '"￦13,500"');
    assert.deepEqual((await read(semicolons, { mapping: SHOP_MAP })).records, [SHOP_RECORD]);
  });

  it('rows above the header are passed over, and rows are numbered as a spreadsheet shows them', async () => {
    const { records, lines, lastLine } = await read(
      `서점 도서 목록,,\n\n${SHOP_CSV}\n${SHOP_CSV.split('\n')[1]}\n`,
      {
        mapping: SHOP_MAP,
      },
    );
    assert.equal(records.length, 2);
    assert.deepEqual([lines, lastLine], [[4, 6], 6]);
  });

  it('several columns of one field: texts are joined in the order of the mapping, lists one after the other', async () => {
    const mapping = JSON.stringify({
      columns: {
        제목: ['externalId', 'title'],
        권: 'title',
        저자1: ['externalId', 'authors'],
        저자2: 'authors',
      },
      constants: { catalog: 'BOOK', categoryIds: ['001'] },
    });
    const { records, warnings } = await read(
      '제목,권,저자1,저자2\n토지,1,박경리,-\n태백산맥,,조정래,홍길동\n',
      {
        mapping,
      },
    );
    const constants = { kind: 'item', catalog: 'BOOK', categoryIds: ['001'] };
    const author = (name: string) => ({ author: name, authorType: '' });
    assert.deepEqual(records, [
      { ...constants, title: '토지 1', externalId: '토지 박경리', authors: [author('박경리')] },
      {
        ...constants,
        title: '태백산맥',
        externalId: '태백산맥 조정래',
        authors: [author('조정래'), author('홍길동')],
      },
    ]);
    assert.deepEqual(warnings, []);
  });

  it('a table of days has no order numbers: date and ISBN together name the line, and a date alone is its time', async () => {
    const mapping = JSON.stringify({
      kind: 'sale',
      columns: { 날짜: ['orderId', 'soldAt'], ISBN: ['orderId', 'isbn13'], 부수: 'quantity' },
      constants: { lineNo: 1, buyerType: 'aggregate' },
    });
    const { records } = await read('날짜,ISBN,부수\n2026.11.1,9788936434595,12\n', { mapping });
    const [record] = records;
    assert.deepEqual(record, {
      kind: 'sale',
      lineNo: 1,
      buyerType: 'aggregate',
      orderId: '2026.11.1 9788936434595',
      soldAt: '2026-11-01',
      isbn13: '9788936434595',
      quantity: 12,
    });
    const { outcome } = checkRecord(record, Date.parse('2026-11-21T12:00:00+09:00'));
    assert.equal(
      'kind' in outcome && outcome.kind === 'sale' && outcome.sale.soldAtMs,
      Date.parse('2026-11-01T00:00:00+09:00'),
    );
  });

  it('a key that is too long is shortened, the same text always to the same key and no other', async () => {
    const mapping = '{"columns":{"제목":"externalId"}}';
    const long = '가'.repeat(300);
    const { records } = await read(`제목\n${long}\n${long}나\n${long}\n${'다'.repeat(100)}\n`, { mapping });
    const keys = records.map((record) => Object(record).externalId);
    const lengths = keys.map((key) => key.length);
    assert.deepEqual(lengths, [100, 100, 100, 100]);
    assert.ok(keys[0] === keys[2] && keys[0] !== keys[1] && keys[3] === '다'.repeat(100));
  });

  it('a file without a header is mapped by the numbers of its columns', async () => {
    const mapping = '{"columns":{"#1":"isbn10","#3":"title"},"constants":{"catalog":"FOREIGN"}}';
    const { records, lines } = await read(
      '"044310073X","x.jpg","Oral Surgery"\n"1438005687","y.jpg","GRE"\n',
      { mapping },
    );
    assert.deepEqual(records, [
      { kind: 'item', catalog: 'FOREIGN', isbn10: '044310073X', title: 'Oral Surgery' },
      { kind: 'item', catalog: 'FOREIGN', isbn10: '1438005687', title: 'GRE' },
    ]);
    assert.deepEqual(lines, [1, 2]);
  });

  it('whatever cells hold comes back from a file that we wrote', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '가', ',', '"', '\n', ';', '\t', "'", ' '),
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const csv = ['title,publisher', ...rows.map((row) => row.map(quoted).join(','))].join('\r\n');
        const { records } = await read(csv);
        const expected = rows
          .filter((row) => row.some((text) => text.trim() !== ''))
          .map(([title, publisher]) => ({
            kind: 'item',
            ...(title.trim() === '' ? {} : { title: title.trim() }),
            ...(publisher.trim() === '' ? {} : { publisher: publisher.trim() }),
          }));
        assert.deepEqual(records, expected);
      }),
    );
  });

  it('a file that does not fit is refused as a whole, with the columns named', async () => {
    assert.match(
      await refusalOf('도서명,정가\n가,1\n'),
      /header \(도서명, 정가\) uses none of our column names/,
    );
    assert.match(
      await refusalOf('도서명,정가\n가,1\n', { mapping: SHOP_MAP }),
      /columns\."저자": the file has no such column; it has 도서명, 정가/,
    );
    assert.match(await refusalOf('title,제목\n가,나\n'), /column "제목" isn't a field of item records/);
    const wrong = '{"columns":{"도서명":"name"}}';
    assert.match(
      await refusalOf('도서명\n가\n', { mapping: wrong }),
      /"name" isn't a field of item records; they have itemId/,
    );
    assert.match(await refusalOf('title\n"가'), /Quote Not Closed/i);
  });

  it('values beyond the thousandth column are refused by their row, empty cells there are not', async () => {
    const cells = (count: number, cell: string) => Array.from({ length: count }, () => cell).join(',');
    const row = (count: number, after: string) => `${cells(count, 'a')}${after}\n`;
    const header = `${cells(1000, 'title')},,\n`;
    const { records } = await read(header + row(1000, ',, ,'));
    assert.deepEqual(records, [{ kind: 'item', title: cells(1000, 'a').replaceAll(',', ' ') }]);
    assert.equal(
      await refusalOf(header + row(1001, '')),
      message('feeds.tableColumns', { row: 2, max: 1000 }).en,
    );
    const bomb = `${cells(200_000, 'title')}\n${cells(200_000, 'a')}\n`;
    assert.equal(await refusalOf(bomb), message('feeds.tableColumns', { row: 1, max: 1000 }).en);
  });

  it('a row with bytes of another encoding is refused alone, by its column', async () => {
    const bytes = Buffer.concat([
      iconv.encode('title,publisher\n가나다라,서가\n', 'cp949'),
      Buffer.from([0x41, 0x2c, 0xff, 0xff, 0x0a]),
      iconv.encode('마바사,서가\n', 'cp949'),
    ]);
    const { records, problems } = await read(bytes, { encoding: 'cp949' });
    assert.equal(records.length, 2);
    assert.deepEqual(problems, [
      '3: publisher: has bytes that are not cp949, the encoding of the file; --encoding sets another',
    ]);
  });

  it('repairs are reported by row and column', async () => {
    const { records, warnings } = await read('title,isbn10\n가,439023483\n');
    assert.deepEqual(records, [{ kind: 'item', title: '가', isbn10: '0439023483' }]);
    assert.deepEqual(warnings, ['2: isbn10: "439023483" was read as 0439023483']);
  });

  it('a workbook of the old format is refused with the way out', async () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    assert.match(await refusalOf(old), /\.xls workbook; save it as \.xlsx or CSV/);
    assert.match(await refusalOf(Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])), /./);
  });
});
