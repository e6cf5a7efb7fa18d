import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../../src/ingest/text/plain-text.ts';
import { fc } from '../../support/properties.ts';

const line = (raw: string) => plainText(raw, 'line');
const lines = (raw: string) => plainText(raw, 'lines');

test('tags go and entities become characters', () => {
  assert.equal(line('<b>bold</b> &amp; more'), 'bold & more');
  assert.equal(line('<a href="https://x.example/?a=1&b=2" title=\'a > b\'>link</a>'), 'link');
  assert.equal(line('&eacute;&#233;&#xE9; &hellip; &#8220;x&#8221; &#x1F600; A&nbsp;B'), 'ééé … “x” 😀 A B');
  assert.equal(line('caf&#101;&#769;'), 'café');
  assert.equal(line('<IMG SRC=x><br/>시<o:p></o:p>'), '시');
});

test('numbers of Windows-1252 are read as browsers read them', () => {
  assert.equal(line('&#145;x&#146; &#147;y&#148; &#128; &#133; &#x95;'), '‘x’ “y” € … •');
});

test('tags between lines become line breaks in long texts and blanks in short ones', () => {
  const html = '<p>one</p>\r\n<p>two<br>three</p><ul><li>four</li></ul>';
  assert.equal(lines(html), 'one\n\ntwo\nthree\n\nfour');
  assert.equal(line(html), 'one two three four');
  const table = '<table><tr><th>장</th><th>쪽</th></tr><tr><td>1장</td><td>12</td></tr></table>';
  assert.equal(lines(table), '장\t쪽\n\n1장\t12');
  assert.equal(line(table), '장 쪽 1장 12');
});

test('comments, scripts and styles go with their content', () => {
  assert.equal(line('a<!-- <b> -->b<script type="x">alert("</b>")</SCRIPT >c<style>p{}</style>d'), 'abcd');
});

test('text that only looks like HTML stays as it is', () => {
  for (const text of [
    'a < b',
    'C++ <3',
    'a <b and c> d',
    'List<String> & Map<K, V>',
    'R&D, AT&T; &copy=1 &unknown;',
    '<해리 포터>의 비밀',
    '1 <2> 3',
    'x<!-- never closed',
  ]) {
    assert.equal(line(text), text);
  }
});

test('text that was escaped several times is plain in the end', () => {
  assert.equal(line('&amp;lt;p&amp;gt;x &amp;amp;amp; y&amp;lt;/p&amp;gt;'), 'x & y');
});

test('a script in an anchor, hidden by nesting, does not come together again', () => {
  assert.equal(line('<<b>script>x'), 'x');
  assert.equal(line('<scr\u0000ipt>alert(1)</scr\u202eipt>'), '');
});

test('Unicode form is NFC', () => {
  assert.equal(line('한글 e\u0301'.normalize('NFD')), '한글 é');
});

test('control characters, lone surrogates and direction overrides are dropped', () => {
  assert.equal(line('a\u0000b\u001bc\u007fd\u009be\ufefff'), 'abcdef');
  assert.equal(line('a\ud800b\udc00c😀'), 'abc😀');
  assert.equal(line('a\u202eb\u2066c\u2069'), 'abc');
});

test('line breaks of every kind become one kind, kept in long texts only', () => {
  assert.equal(lines('a\r\nb\rc\u0085d\u2028e\tf'), 'a\nb\nc\nd\ne\tf');
  assert.equal(line('a \r\n\t b\tc'), 'a b c');
  assert.equal(lines('  a  \n\n\n\n b  '), 'a\n\n b');
});

test('blanks within a text that holds nothing to clean are left alone', () => {
  assert.equal(line(' a  b\u00a0c '), 'a  b\u00a0c');
});

/** What a hostile or broken source might write, in pieces that fit together. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'<>&;/bpe"\'= \n\t\r\0\u202e\ud800\u0301\u037e\u0338각\u11a8'),
      fc.constantFrom('!--', '-->', 'script', 'amp', 'lt', '#60', '#x3c'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

test('whatever is cleaned holds no tag, no entity and no unwanted character, and stays as it is when cleaned again', () => {
  fc.assert(
    fc.property(markup, fc.constantFrom('line' as const, 'lines' as const), (raw, shape) => {
      const text = plainText(raw, shape);
      assert.doesNotMatch(text, /<\/?(?:b|p|script)\s*\/?>|&(?:amp|lt|#60|#x3c);/i);
      assert.doesNotMatch(text, shape === 'line' ? /\p{Cc}|\p{Cs}/u : /[\p{Cc}--[\n\t]]|\p{Cs}/v);
      assert.equal(text, text.normalize('NFC').trim());
      assert.equal(plainText(text, shape), text);
    }),
    { numRuns: 3000 },
  );
});

test('a megabyte of the worst takes time in proportion to its length', () => {
  const worst = [
    '<b "',
    '<!--',
    '&amp;',
    '<script>',
    '<',
    '&#',
    'a=<b ',
    ' \n',
    '</script ',
    '<b\n',
    'b',
    'b ""',
  ];
  for (const piece of worst) {
    const cost = (repeats: number) => {
      const text = `<${piece.repeat(repeats)} <&`;
      const before = process.cpuUsage();
      plainText(text, 'lines');
      const { user } = process.cpuUsage(before);
      return user;
    };
    const length = 1_000_000 / piece.length;
    cost(length / 10);
    // Ten times the length: 10 is linear, 100 quadratic. Short runs count as 20 ms, below which noise rules.
    assert.ok(
      cost(length) < 40 * Math.max(cost(length / 10), 20_000),
      `time explodes for ${JSON.stringify(piece)}`,
    );
  }
});
