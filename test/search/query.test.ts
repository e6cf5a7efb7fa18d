import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseQuery } from '../../src/search/query.ts';
import { wholeNames } from '../../src/search/search-document.ts';

suite('parseQuery', () => {
  test('reads an ISBN behind the word ISBN', () => {
    for (const query of [
      'ISBN 9788936434595',
      'isbn:978-89-364-3459-5',
      'ISBN-13: 978-89-364-3459-5',
      'ISBN13 9788936434595',
      'isbn9788936434595',
      'ISBN-10 89-364-3459-4',
      'ＩＳＢＮ 8936434594',
    ])
      assert.equal(parseQuery(query).named?.isbn13, '9788936434595', query);
    assert.equal(parseQuery('isbn 13').named, null);
    assert.equal(parseQuery('isbn').named, null);
    assert.equal(
      parseQuery('ISBN 1034567898').named?.isbn10,
      '1034567898',
      "its first digits aren't a label",
    );
  });

  test('restores the zeros that an ISBN10 lost, where the check digit proves it', () => {
    assert.deepEqual(parseQuery('80442957X').named, {
      itemId: null,
      isbn13: '9780804429573',
      isbn10: '080442957X',
    });
    assert.deepEqual(parseQuery('439023483').named, {
      itemId: 439_023_483,
      isbn13: '9780439023481',
      isbn10: '0439023483',
    });
    assert.equal(parseQuery('61120081').named?.isbn10, '0061120081');
    assert.equal(parseQuery('439023484').named?.isbn10, '', 'the check digit is wrong');
    assert.equal(parseQuery('1120081').named?.isbn10, '', 'three zeros are too many');
  });

  test('reads digits alone as an item number, and as a word beside it', () => {
    const query = parseQuery('1984');
    assert.deepEqual(query.named, { itemId: 1984, isbn13: '', isbn10: '' });
    const words = [[[{ token: '1984', isPrefix: false }]]];
    assert.deepEqual(query.text, { words, key: '1984', names: wholeNames('1984') });
  });

  test('does not take for an item number what is not written as one', () => {
    for (const query of [
      '007',
      '0',
      '1 984',
      '19-84',
      '1984년',
      '+5',
      '1e2',
      '9007199254740993',
      '',
      '５ａ',
    ]) {
      assert.equal(parseQuery(query).named, null, query);
    }
    assert.equal(parseQuery('9007199254740991').named?.itemId, 9007199254740991);
  });
});
