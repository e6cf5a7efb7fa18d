import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../../src/ingest/text/plain-text.ts';
import { fc } from '../../support/properties.ts';

const line = (raw: string) => plainText(raw, 'line');
const lines = (raw: string) => plainText(raw, 'lines');

/** By what happens to them, texts in one line. */
const LINES: Readonly<Record<string, readonly (readonly [raw: string, clean: string])[]>> = {
  'tags go and entities become characters': [
    ['<b>bold</b> &amp; more', 'bold & more'],
    ['<a href="https://x.example/?a=1&b=2" title=\'a > b\'>link</a>', 'link'],
    ['&eacute;&#233;&#xE9; &hellip; &#8220;x&#8221; &#x1F600; A&nbsp;B', 'ééé … “x” 😀 A B'],
    ['caf&#101;&#769;', 'café'],
    ['<IMG SRC=x><br/>시<o:p></o:p>', '시'],
    // Numbers of Windows-1252, as browsers read them.
    ['&#145;x&#146; &#147;y&#148; &#128; &#133; &#x95;', '‘x’ “y” € … •'],
  ],
  'comments, scripts and styles go with their content': [
    ['a<!-- <b> -->b<script type="x">alert("</b>")</SCRIPT >c<style>p{}</style>d', 'abcd'],
    // Hidden by nesting, a script doesn't come together again.
    ['<<b>script>x', 'x'],
    ['<scr\u0000ipt>alert(1)</scr\u202eipt>', ''],
  ],
  'what was escaped several times is plain in the end': [
    ['&amp;lt;p&amp;gt;x &amp;amp;amp; y&amp;lt;/p&amp;gt;', 'x & y'],
  ],
  'Unicode form is NFC; control characters, lone surrogates and direction overrides go': [
    ['한글 e\u0301'.normalize('NFD'), '한글 é'],
    ['a\u0000b\u001bc\u007fd\u009be\ufefff', 'abcdef'],
    ['a\ud800b\udc00c😀', 'abc😀'],
    ['a\u202eb\u2066c\u2069', 'abc'],
    ['a \r\n\t b\tc', 'a b c'],
  ],
  'what only looks like HTML stays as it is, and blanks within': [
    ...['a < b', 'C++ <3', 'a <b and c> d', 'List<String> & Map<K, V>', 'R&D, AT&T; &copy=1 &unknown;'],
    ...['<해리 포터>의 비밀', '1 <2> 3', 'x<!-- never closed', 'a  b\u00a0c'],
  ].map((text) => [` ${text} `, text] as const),
};

for (const [what, rows] of Object.entries(LINES))
  test(what, () => {
    for (const [raw, clean] of rows) assert.equal(line(raw), clean);
  });

test('tags and breaks between lines are line breaks in long texts and blanks in short ones', () => {
  const html = '<p>one</p>\r\n<p>two<br>three</p><ul><li>four</li></ul>';
  const table = '<table><tr><th>장</th><th>쪽</th></tr><tr><td>1장</td><td>12</td></tr></table>';
  for (const [raw, long, short] of [
    [html, 'one\n\ntwo\nthree\n\nfour', 'one two three four'],
    [table, '장\t쪽\n\n1장\t12', '장 쪽 1장 12'],
    ['a\r\nb\rc\u0085d\u2028e\tf', 'a\nb\nc\nd\ne\tf', 'a b c d e f'],
    ['  a  \n\n\n\n b  ', 'a\n\n b', 'a b'],
  ] as const)
    assert.deepEqual([lines(raw), line(raw)], [long, short]);
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
