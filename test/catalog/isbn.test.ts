import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
  readIsbn10,
  readIsbn13,
} from '../../src/catalog/isbn.ts';
import { fc } from '../support/properties.ts';

test('printed pairs are turned into each other', () => {
  for (const [isbn13, isbn10] of [
    ['9788936434595', '8936434594'],
    ['9780131103627', '0131103628'],
    ['9780306406157', '0306406152'],
    ['9780804429573', '080442957X'],
  ] as const) {
    assert.equal(isbn10Of(isbn13), isbn10);
    assert.equal(isbn13Of(isbn10), isbn13);
  }
});

const ISBN = '9788936434595';
/** Every way in which a number was met: whatever stands around it, between its digits and behind it. */
const DRESSED =
  ` 978-89\u20113643–4595\u00a0 | 978‐89‒364—3459―5 | 978−89−364−3459−5 | 978ㅡ89ㅡ364ㅡ3459ㅡ5 | 978.89.364.3459.5
978 89 364 3459 5 | 978\u200989\u202f364\u30003459\t5 | 978_89_364_3459_5 | ９７８８９３６４３４５９５
９７８－８９－３６４－３４５９－５ | ٩٧٨٨٩٣٦٤٣٤٥٩٥ | ۹۷۸۸۹۳۶۴۳۴۵۹۵ | ९७८८९३६४३४५९५ | 𝟗𝟕𝟖𝟖𝟗𝟑𝟔𝟒𝟑𝟒𝟓𝟗𝟓 | \ufeff9788936434595
9788936\u200b434595 | \u200e9788936434595\u200f | 978\u00ad8936434595 | \u20689788936434595\u2069
ISBN 9788936434595 | isbn:9788936434595 | ISBN-13: 978-89-364-3459-5 | ISBN13 9788936434595
ISBN139788936434595 | ISBN-13 : 9788936434595 | ISBN(13) 9788936434595 | ISBN 13자리: 9788936434595
eISBN 9788936434595 | p-ISBN: 9788936434595 | EAN 9788936434595 | EAN-13: 9788936434595
EAN13=9788936434595 | GTIN 9788936434595 | urn:isbn:9788936434595 | URN:ISBN:978-89-364-3459-5
ISBN번호 9788936434595 | ISBN No. 9788936434595 | 9788936434595 03810 | 978893643459503810
978-89-364-3459-5 03810 | 9788936434595-03810 | 9788936434595+03810 | 9788936434595 (03810)
9788936434595/03810 | "9788936434595" | “9788936434595” | ‘9788936434595’ | 「9788936434595」
="9788936434595" | ='9788936434595' | =9788936434595 | '9788936434595 | '="9788936434595" | [9788936434595]
(9788936434595) | 【9788936434595】 | <9788936434595> | ["9788936434595"] | 9788936434595 (pbk.)
9788936434595(양장) | 9788936434595 [양장] | 9788936434595 : | 9788936434595 (v. 2) :
9788936434595 (pbk. : alk. paper) | 9788936434595 (pbk. | 9788936434595 (pbk.) : ₩15000 | 9788936434595 pbk.
9788936434595 양장 | (pbk.) 9788936434595 | 9788936434595; | 9788936434595.0 | 9788936434595.00
9,788,936,434,595 | 9.788936434595E+12 | 9.788936434595e12 | 8936434594 9788936434595
9788936434595, 8936434594 | ISBN-13: 9788936434595 / ISBN-10: 8936434594`.split(/ \| |\n/);

test('an ISBN13 is read in any dress', () => {
  for (const written of DRESSED) assert.equal(compactIsbn(written), ISBN, written);
});

test('what is no dress of one number stays unread, and a dress without a number is empty', () => {
  const none = `978893643459 | 97889364345955 | 9788936434595 1234 | 9788936434596 03810x | 978893643459603810
9788936434595 9788954655972 | 8936434594 9788954655972 | 9788936434595abc | 소년이 온다 9788936434595 | 9.79E+12
9.78043902348e+12 | 1984 | isbn | EAN | 12,000`;
  for (const written of none.split(/ \| |\n/)) assert.equal(readIsbn13(written), null, written);
  for (const written of ['=""', '[]', '()', "'", '""', 'ISBN:', '(pbk.)', ' - ', '\u200b', '='])
    assert.equal(compactIsbn(written), '', written);
});

test('ISBN10s are read alike, with the zeros that a spreadsheet dropped where the check digit proves them', () => {
  for (const [isbn10, all] of [
    [
      '080442957X',
      '0-8044-2957-x|ISBN-10: 080442957X|ISBN 0 8044 2957 Ⅹ|="080442957X"|080442957X (hbk.)|80442957x',
    ],
    ['0439023483', '0439023483|439023483|439023483.0|9780439023481|ISBN-10 0439023483 12345'],
    ['0061120081', '61120081'],
    ['1303456786', '1303456786|ISBN 1303456786'],
    ['0439023484', '0439023484'],
    [null, '439023484|9791199999992|0000000'],
  ] as const)
    for (const written of all.split('|')) assert.equal(readIsbn10(written), isbn10, written);
  assert.equal(readIsbn13('439023483'), '9780439023481');
});

test('whatever a spreadsheet does to a valid ISBN, the reader gives it back', () => {
  const isbns = fc
    .stringMatching(/^\d{9}$/)
    .map((body) => [...'0123456789X'].map((check) => body + check).find(hasValidIsbn10Check) ?? '');
  const damage = fc.constantFrom(
    (isbn: string) => isbn.toLowerCase(),
    (isbn: string) => isbn.replace(/^0{1,3}/, ''),
    (isbn: string) => (isbn.endsWith('X') ? isbn : `${isbn}.0`),
    (isbn: string) => `="${isbn}"`,
    (isbn: string) => [...isbn].join('-'),
  );
  fc.assert(
    fc.property(isbns, damage, (isbn10, damaged) => {
      assert.equal(readIsbn13(damaged(isbn10)), isbn13Of(isbn10));
      assert.equal(readIsbn10(damaged(isbn10)), isbn10);
      assert.equal(readIsbn13(damaged(isbn13Of(isbn10) ?? '')), isbn13Of(isbn10));
    }),
  );
});

test('every nine digits make one valid pair, and no other last digit is valid', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (body) => {
      const valid10 = [...'0123456789X'].map((last) => body + last).filter(hasValidIsbn10Check);
      const valid13 = [...'0123456789'].map((last) => `978${body}${last}`).filter(hasValidIsbn13Check);
      assert.deepEqual([valid10.length, valid13.length], [1, 1]);
      assert.equal(isbn13Of(valid10[0] ?? ''), valid13[0]);
      assert.equal(isbn10Of(valid13[0] ?? ''), valid10[0]);
    }),
  );
});
