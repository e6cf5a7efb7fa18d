import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { message } from '../../../src/messages/messages.ts';
import { check, read, refusalOf } from './read-table.ts';

describe('rows of tables', () => {
  it('merged cells have the value above them, and rows are skipped by a value', async () => {
    const mapping = JSON.stringify({
      columns: { 도서명: 'title', 분류: { to: 'categoryIds', fill: 'down' }, 코드: 'externalId' },
      constants: { catalog: 'BOOK' },
      skip: { 상태: ['절판', '판매중지*'] },
    });
    const { records, lines, problems } = await read(
      '분류,코드,도서명,상태\n001,a,가,판매중\n,b,나,\n,c,다,절판\n,d,라,판매중지(재고)\n002,e,마,\n,f,바,판매중\n',
      { mapping },
    );
    const books = [
      ['a', '가', '001'],
      ['b', '나', '001'],
      ['e', '마', '002'],
      ['f', '바', '002'],
    ];
    assert.deepEqual(
      records,
      books.map(([externalId, title, category]) => ({
        kind: 'item',
        catalog: 'BOOK',
        title,
        categoryIds: [category],
        externalId,
      })),
    );
    assert.deepEqual([lines, problems], [[2, 3, 6, 7], []]);
    assert.match(
      await refusalOf('분류,코드,도서명\n1,a,가\n', { mapping }),
      /skip."상태": the file has no such column/,
    );
  });

  it('an order table has sales, cancellations by their status, and returns by a negative quantity', async () => {
    const mapping = JSON.stringify({
      kind: 'sale',
      columns: {
        주문번호: 'orderId',
        순번: 'lineNo',
        ISBN: 'isbn13',
        수량: 'quantity',
        일시: 'soldAt',
        회원: 'buyer',
        상태: {
          to: 'kind',
          values: { 결제완료: 'sale', 주문취소: 'cancel', 반품: 'cancel', 입금대기: 'skip' },
        },
      },
    });
    const row = (line: number, quantity: number, status: string) =>
      `A-${line},1,9788954655972,${quantity},2026-11-20 10:00,m1,${status}\n`;
    const { records, warnings } = await read(
      `주문번호,순번,ISBN,수량,일시,회원,상태\n${row(1, 2, '결제완료')}${row(2, 2, '주문취소')}${row(3, -1, '반품')}${row(4, -2, '')}${row(5, 1, '입금대기')}${row(6, 1, '교환')}`,
      { mapping },
    );
    const at = '2026-11-20T10:00:00+09:00';
    const line = (order: number) => ({ orderId: `A-${order}`, lineNo: 1, isbn13: '9788954655972' });
    assert.deepEqual(records, [
      { kind: 'sale', ...line(1), quantity: 2, soldAt: at, buyer: 'm1' },
      { kind: 'cancel', ...line(2) },
      { kind: 'cancel', ...line(3), quantity: 1, cancelledAt: at, buyer: 'm1' },
      { kind: 'cancel', ...line(4), quantity: 2, cancelledAt: at, buyer: 'm1' },
      { kind: '교환', ...line(6), quantity: 1, soldAt: at, buyer: 'm1' },
    ]);
    assert.deepEqual(warnings, ['7: 상태: "교환" is not among the values of the mapping and was left out']);
    const cancels = await read(
      'orderId,lineNo,quantity,cancelledAt\nA-1,1,,2026-11-21\nA-2,1,1,2026-11-21\n',
    );
    assert.deepEqual(cancels.records, [
      { kind: 'cancel', orderId: 'A-1', lineNo: 1, cancelledAt: '2026-11-21' },
      { kind: 'cancel', orderId: 'A-2', lineNo: 1, quantity: 1, cancelledAt: '2026-11-21' },
    ]);
  });

  it('JSON Lines have our own names: a mapping is refused', async () => {
    const mapping = JSON.stringify({ columns: { name: 'title' } });
    const refused = await refusalOf('{"name":"가"}\n', { mapping });
    assert.equal(refused, message('feeds.jsonTakesNoMapping').en);
  });

  it('a refusal says what stood in the cell, not that nothing did', async () => {
    const values = { to: 'categoryIds', values: { 소설: '001' } };
    for (const [target, reason] of [
      [values, /^"과학" is not among the values of the mapping/],
      ['categoryIds', /^"과학" is not text of 1 to 40 letters, digits/],
    ] as const) {
      const mapping = JSON.stringify({
        columns: { 번호: 'itemId', 도서명: 'title', 분류: target },
        constants: { catalog: 'BOOK' },
      });
      const [problem] = await check('번호,도서명,분류\n7,가,과학\n', { mapping });
      assert.equal(problem?.field, 'categoryIds');
      assert.match(problem.reason.en, reason);
    }
    const [fraction] = await check(
      'itemId,title,catalog,categoryIds,deal.salePrice,deal.from,deal.until\n7,가,BOOK,001,12.900,2026-11-01,2026-11-30\n',
    );
    assert.equal(fraction?.field, 'deal.salePrice');
    assert.match(fraction.reason.en, /^"12.900" has a fraction, and KRW has none; did you mean 12900\?/);
  });
});
