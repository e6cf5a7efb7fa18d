import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeCp949 } from './cp949.ts';
import { parseCsv, parseCsvRecords } from './csv.ts';
import { readDataText, SKIP_REAL_DATA } from './data-folder.ts';
import { isbn13Of, isbnPair, isIsbn10, isIsbn13 } from './isbn.ts';

describe('readers of real data', () => {
  it('the real data lie beside the project', { skip: SKIP_REAL_DATA }, () => {
    // Suites that are left out are not counted; this test stands for them in the tally of skipped tests.
    assert.match(readDataText('README.md'), /ko-seoul-library/);
  });

  it('CSV: any table survives being written with quotes and read again', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '가', '"', ',', '\n', '\r\n', ' ', ';') });
    // A row of one empty field looks like a blank line, which isn't a row.
    const row = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom('\n', '\r\n'), (rows, lineEnd) => {
        const text = rows.map(
          (cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',') + lineEnd,
        );
        assert.deepEqual(parseCsv(text.join('')), rows);
      }),
    );
  });

  it('CSV: quoted and unquoted fields mix, the last line needs no end, a trailing comma opens a field', () => {
    assert.deepEqual(parseCsv('a,"1,651",b\r\n\r\nc,,\n"x ""y"" z",2,3'), [
      ['a', '1,651', 'b'],
      ['c', '', ''],
      ['x "y" z', '2', '3'],
    ]);
    assert.deepEqual(parseCsv('a,'), [['a', '']]);
    assert.deepEqual(parseCsvRecords('id,name\n7,허균\n'), [{ id: '7', name: '허균' }]);
  });

  it('CSV: a quote that is never closed is an error, not a lost rest', () => {
    assert.throws(() => parseCsv('a,"b\nc,d'), /malformed CSV/);
  });

  it('CP949: each of the 11,172 Hangul syllables stands at exactly one place', () => {
    const places: number[] = [];
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let auditTrail = 0x41; auditTrail <= 0xfe; auditTrail++) places.push(lead, auditTrail);
    }
    const seen = new Map<string, number>();
    for (let at = 0; at < places.length; at += 2) {
      const text = decodeCp949(Uint8Array.of(places[at] ?? 0, places[at + 1] ?? 0));
      if (/^[가-힣]$/.test(text)) seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    assert.equal(seen.size, 11_172);
    assert.deepEqual(new Set(seen.values()), new Set([1]));
  });

  it('CP949: places known from the published code table', () => {
    // 가, the first of KS X 1001; 갂, the first of the extension; 똠 and 힣, its best known and its last.
    const bytes = Uint8Array.of(0xb0, 0xa1, 0x81, 0x41, 0x8c, 0x63, 0xc6, 0x52, 0x41, 0x0a);
    assert.equal(decodeCp949(bytes), '가갂똠힣A\n');
  });

  it('CP949: a byte that begins nothing is marked and the text goes on', () => {
    assert.equal(decodeCp949(Uint8Array.of(0x41, 0xff, 0x42, 0xb0)), 'A\ufffdB\ufffd');
  });

  it('ISBN: check digits decide, and the 13-digit form follows from the 10-digit one', () => {
    assert.equal(isIsbn10('0306406152'), true);
    assert.equal(isIsbn10('0306406153'), false);
    assert.equal(isIsbn10('080442957X'), true);
    assert.equal(isIsbn13('9780306406157'), true);
    assert.equal(isIsbn13('9780306406158'), false);
    assert.equal(isbn13Of('0306406152'), '9780306406157');
    assert.deepEqual(isbnPair('0-8044-2957-x'), { isbn13: '9780804429573', isbn10: '080442957X' });
    assert.deepEqual(isbnPair('978030640615'), { isbn13: '', isbn10: '' });
  });
});
