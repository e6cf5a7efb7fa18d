import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { message } from '../../../src/messages/messages.ts';
import { fc } from '../../support/properties.ts';
import { check, read, refusalOf } from '../read-file.ts';
import { casesIn } from './cases.ts';

const ISBN = '9788954655972';

describe('tables', () => {
  for (const { what, csv, mapping, record, lines, warnings = [] } of casesIn('mapped.txt')) {
    it(what, async () => {
      const found = await read(csv, mapping === undefined ? {} : { mapping: JSON.stringify(mapping) });
      assert.deepEqual([found.format, found.records, found.problems], ['csv', record, []]);
      assert.deepEqual(found.warnings, warnings);
      if (lines !== undefined) assert.deepEqual(found.lines, lines);
    });
  }

  it('our own names tell the kind', async () => {
    for (const [names, row, record] of [
      ['orderId,lineNo,soldAt', 'A-1,1,2026-11-20', { kind: 'sale', soldAt: '2026-11-20' }],
      [
        'orderId,lineNo,quantity,cancelledAt',
        'A-1,1,,2026-11-21',
        { kind: 'cancel', cancelledAt: '2026-11-21' },
      ],
      ['categoryId,categoryName', '001,소설', { kind: 'category', categoryName: '소설' }],
      ['authorId,author', '1,허균', { kind: 'author', author: '허균' }],
      ['isbn13,salePrice', `${ISBN},9000`, { kind: 'patch', salePrice: 9000 }],
    ] as const)
      assert.partialDeepStrictEqual((await read(`${names}\n${row}\n`)).records, [record]);
  });

  it('a constant may be written as text; a misspelt field or column is answered with the one that is meant', async () => {
    const constants = { lineNo: '1', buyerType: 'person' };
    const columns = { 주문: 'orderId', 일: 'soldAt', 수: 'quantity', ISBN: 'isbn13' };
    const rows = `주문,일,수,ISBN\nA,2026-11-01,1,${ISBN}\n`;
    const { records } = await read(rows, { mapping: JSON.stringify({ kind: 'sale', columns, constants }) });
    assert.partialDeepStrictEqual(records, [{ lineNo: 1, quantity: 1 }]);
    for (const [text, mapping] of [
      [`isbn13,title,catalog,categoryIds,publishr\n${ISBN},가,BOOK,001,나\n`, null],
      ['도서명\n가\n', '{"columns":{"도서명":"publishr"}}'],
    ] as const)
      assert.match(await refusalOf(text, { mapping }), /Did you mean "publishr" = publisher\?$/);
  });

  it('a row without a product is reported by the column that names it, as is the field that a column fills', async () => {
    const mapping = JSON.stringify({ kind: 'sale', columns: { 코드: 'externalId', 수량: 'quantity' } });
    const { labelOf } = await read('코드,수량\n,1\n', { mapping });
    const places = ['itemId', 'quantity', 'orderId'].map((field) => labelOf?.(field));
    assert.deepEqual(places, ['코드', '수량', 'orderId']);
  });

  it('a last row that the file ends within is refused, and no other', async () => {
    const csv = 'itemId,title,publisher\n1,하나,서가\n2,둘,서';
    const told = `3: : ${message('feeds.cutShort').en}`;
    for (const [file, problems] of [
      [csv, []],
      [csv.slice(0, -3), [told]],
      [`${csv.slice(0, -3)}\n`, []],
      [`${csv.slice(0, -3)}\n3,셋,서가`, []],
    ] as const) {
      const found = await read(file);
      assert.deepEqual(found.problems, problems, file);
      assert.equal(found.records.length + problems.length, file.trimEnd().split('\n').length - 1);
    }
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
        ...{ kind: 'item', catalog: 'BOOK', isbn13: ISBN, shopPrice: 13500, categoryIds: ['kdc-8'] },
        ...{ title: '여행의 이유', authors: [{ author: '김영하', authorType: '지음' }] },
        ...{ publisher: '문학동네', publishDate: '20190417', contentDetail: { bookIntroduction: '소개' } },
      },
    ]);
    assert.deepEqual([lines[0], lines.at(-1)], [1, 2]);
    const columns = { ISBN_THIRTEEN_NO: 'isbn13', PRC_VALUE: 'salePrice' };
    const other = await read(csv + row, { mapping: JSON.stringify({ kind: 'patch', columns }) });
    assert.deepEqual(other.records, [{ kind: 'patch', isbn13: ISBN, salePrice: 13500 }]);
  });

  it('a table is the same in every encoding, delimiter and packing', async () => {
    const csv = `itemId,title,publisher\n7,"여행의 이유, 개정판",문학동네\n`;
    const encoded = ['utf-8', 'cp949', 'utf-16le'].map((encoding) =>
      iconv.encode(csv, encoding, { addBOM: encoding === 'utf-16le' }),
    );
    const record = { kind: 'item', itemId: 7, title: '여행의 이유, 개정판', publisher: '문학동네' };
    for (const bytes of [...encoded, ...encoded.map((one) => gzipSync(one)), csv.replaceAll(/,(?! )/g, ';')])
      assert.deepEqual((await read(bytes)).records, [record]);
  });

  it('a key that is too long is shortened, the same text always to the same key and no other', async () => {
    const mapping = '{"columns":{"제목":"externalId"}}';
    const long = '가'.repeat(300);
    const { records } = await read(`제목\n${long}\n${long}나\n${long}\n${'다'.repeat(100)}\n`, { mapping });
    const keys = records.map((record) => Object(record).externalId);
    assert.ok(keys.every((key) => key.length === 100));
    assert.ok(keys[0] === keys[2] && keys[0] !== keys[1] && keys[3] === '다'.repeat(100));
  });

  it('whatever cells hold comes back from a file that we wrote', async () => {
    const unit = fc.constantFrom('a', '가', ',', '"', '\n', ';', '\t', "'", ' ');
    const cell = fc.string({ unit, maxLength: 8 });
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
    for (const [file, mapping, reason] of [
      ['도서명,정가\n가,1\n', null, /header \(도서명, 정가\) has no column for .*categoryIds/],
      ['도서명,정가\n가,1\n', '{"columns":{"저자":"authors"}}', /columns\."저자": .* it has 도서명, 정가/],
      ['kind,itemId,제목\nitem,7,x\n', null, /"제목" isn.t a field of any record/],
      ['title,제목\n가,나\n', null, /\(title, 제목\) has no column for/],
      [
        '도서명\n가\n',
        '{"columns":{"도서명":"name"}}',
        /"name" isn't a field of item records; they have itemId/,
      ],
      ['분류\n1\n', '{"columns":{"분류":"categoryIds"},"skip":{"상태":["절판"]}}', /skip."상태"/],
      ['{"name":"가"}\n', '{"columns":{"name":"title"}}', /take no mapping/],
      ['[{"kind":"remove","itemId":1}]\n', null, /JSON array; write one record a line/],
      ['\ufeff[\r\n  {"kind":"remove","itemId":1}\r\n]\n', null, /JSON array/],
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]), null, /^(?!read$)./],
    ] as const)
      assert.match(await refusalOf(file, { mapping }), reason);
  });

  it('values beyond the thousandth column are refused by their row, empty cells there are not', async () => {
    const cells = (count: number, cell: string) => Array.from({ length: count }, () => cell).join(',');
    const row = (count: number, after: string) => `${cells(count, 'a')}${after}\n`;
    const header = `${cells(1000, 'title')},,\n`;
    const { records } = await read(header + row(1000, ',, ,'));
    assert.deepEqual(records, [{ kind: 'item', title: cells(1000, 'a').replaceAll(',', ' ') }]);
    const tooMany = (at: number) => message('feeds.tableColumns', { row: at, max: 1000 }).en;
    assert.equal(await refusalOf(header + row(1001, '')), tooMany(2));
    const bomb = `${cells(200_000, 'title')}\n${cells(200_000, 'a')}\n`;
    assert.equal(await refusalOf(bomb), tooMany(1));
  });

  it('values below the empty end of a header have pushed the others aside, however many rows have one', async () => {
    const row = `${ISBN},가,15,000,소설\n`;
    const { records, problems } = await read(`ISBN,도서명,정가,분류,\n${row.repeat(3)}`);
    const reason = message('feeds.rowTooWide', { width: 4 }).en;
    assert.deepEqual([records, problems], [[], [2, 3, 4].map((line) => `${line}: : ${reason}`)]);
  });

  it('a row with bytes of another encoding is refused alone, by its column', async () => {
    const bytes = Buffer.concat([
      iconv.encode('title,publisher\n가나다라,서가\n', 'cp949'),
      Buffer.from([0x41, 0x2c, 0xff, 0xff, 0x0a]),
      iconv.encode('마바사,서가\n', 'cp949'),
    ]);
    const { records, problems } = await read(bytes, { encoding: 'cp949' });
    const reason = message('feeds.notInEncoding', { encoding: 'cp949' }).en;
    assert.deepEqual([records.length, problems], [2, [`3: publisher: ${reason}`]]);
  });

  it('a refusal says what stood in the cell, not that nothing did', async () => {
    const book = (분류: unknown) => {
      const columns = { 번호: 'itemId', 도서명: 'title', 분류 };
      return JSON.stringify({ columns, constants: { catalog: 'BOOK' } });
    };
    const listed = book({ to: 'categoryIds', values: { 소설: '001' } });
    const science = '번호,도서명,분류\n7,가,과학\n';
    const deal =
      'itemId,title,catalog,categoryIds,deal.salePrice,deal.from,deal.until\n7,가,BOOK,001,12.900,2026-11-01,2026-11-30\n';
    const orders = '주문번호,주문일시,ISBN,수량';
    const priced = (heading: string, price: string) =>
      `ISBN,도서명,분류,${heading}\n${ISBN},가,001,${price}\n`;
    for (const [file, mapping, field, reason] of [
      [priced('Price (USD)', '15'), null, 'shopPrice', /^"15 USD" is not in KRW/],
      [priced('정가(단위: 천원)', '15'), null, 'shopPrice', /^"15 천원" is not a price/],
      [`${priced('정가', '9000')}#N/A,나,001,9000\n`, null, 'isbn13', /^"#N\/A" is an error/],
      [`${orders}\n1,1969-11-06,${ISBN},1\n,1969-11-06,${ISBN},1\n`, null, 'orderId', /"fill": "down"/],
      [`${orders}\n1,26-11-06 10:00,${ISBN},1\n`, null, 'soldAt', /^"26-11-06" doesn't say which part/],
      [science, listed, 'categoryIds', /"과학"; left out/],
      [science, book('categoryIds'), 'categoryIds', /^"과학" is not one of your categories/],
      [deal, null, 'deal.salePrice', /^"12.900" .* 12900\?/],
    ] as const) {
      const [fault] = await check(file, { mapping });
      assert.equal(fault?.field, field);
      assert.match(fault.reason.en, reason);
    }
  });
});
