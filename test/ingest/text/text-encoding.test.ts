import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import type { TextEncoding } from '../../../src/ingest/text/text-encoding.ts';
import { decodeText } from '../../../src/ingest/text/text-encoding.ts';
import { fc } from '../../support/properties.ts';

async function decode(bytes: Buffer, encoding: TextEncoding | null = null, cuts: readonly number[] = []) {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
  const { text } = await decodeText(Readable.from(pieces.filter((piece) => piece.length > 0)), encoding);
  return (await Array.fromAsync(text)).join('');
}

/** Any of the 11,172 syllables of Hangul, also those that KS X 1001 lacks. */
const hangul = fc.string({
  unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

test('the text is the same however its bytes arrive, in every encoding', async () => {
  const encoded = fc.constantFrom<readonly [string, TextEncoding]>(
    ['utf-8', 'utf-8'],
    ['cp949', 'cp949'],
    ['utf-16le', 'utf-16'],
    ['utf-16be', 'utf-16'],
    ['gb18030', 'gb18030'],
  );
  await fc.assert(
    fc.asyncProperty(hangul, encoded, fc.array(fc.nat()), async (text, [name, encoding], cuts) => {
      const table = `title,publisher\n${text}`;
      assert.equal(await decode(iconv.encode(table, name), encoding, cuts), table);
    }),
  );
});

const ALL_HANGUL = Array.from({ length: 11_172 }, (_, at) => String.fromCharCode(0xac00 + at)).join('');

test('the encoding is known by its mark, whatever was said, by zeros, or by syllables; a stray byte becomes a mark', async () => {
  const stray = Buffer.concat([Buffer.from('가나다라마바사'), Buffer.from([0xb0]), Buffer.from(',x')]);
  const marked = ['utf-8', 'utf-16le', 'utf-16be'].map((name) =>
    iconv.encode('도서명', name, { addBOM: true }),
  );
  for (const [bytes, given, text] of [
    ...marked.map((bytes) => [bytes, 'cp949', '도서명'] as const),
    [iconv.encode('제목,저자\n', 'utf-16be'), null, '제목,저자\n'],
    [iconv.encode(`제목\n${ALL_HANGUL}`, 'cp949'), null, `제목\n${ALL_HANGUL}`],
    [stray, null, '가나다라마바사\ufffd,x'],
  ] as const)
    assert.equal(await decode(bytes, given), text);
});

const JAPANESE = [
  '商品コード,書名,著者\n1,吾輩は猫である,夏目漱石\n2,ノルウェイの森,村上春樹\n',
  'isbn,title\n1,こころ\n',
];
/** Tables as shops have them: much ASCII, few letters. */
const TABLES: Readonly<Record<string, readonly [TextEncoding, ...(readonly string[])]>> = {
  Korean: [
    'cp949',
    '상품코드,도서명,저자,정가\nX-1,소년이 온다,한강,"12,000원"\nX-2,뷁의 바다,편집부,9000\n',
    'code,title\n1,論語의 새로운 解釋과 東洋哲學\n2,韓國民俗大百科事典에서 배우는 歷史\n',
    'itemId,title\n1,시\n',
  ],
  Western: [
    'windows-1252',
    'EAN;Titel;Autor;Preis\n9783423123;Über Bücher;Jürgen Müller;12,90 €\n978;Plain;Nobody;9\n',
    'ean,titre\n1,L’Étranger\n2,À la recherche du temps perdu\n3,Œuvres complètes\n',
    'isbn,title\n1,Plain\n2,Plain\n3,Brontë\n',
    'isbn,título\n1,¿Qué es la España?\n2,Años de soledad — edición\n',
  ],
  Polish: ['windows-1250', 'ean;tytuł\n1;Żółta łódź\n2;Słownik śmierci\n', 'ean,title\n1,Cień\n2,Północ\n'],
  'Polish of Unix': ['iso-8859-2', 'ean,title\n1,Słownik śmierci\n2,Żółta łódź\n'],
  'Western of old Macs': [
    'macintosh',
    'EAN;Titel\r1;Über Bücher\r2;Größe\r',
    'ean,titre\n1,L’Étranger\n2,À la recherche du temps perdu\n3,Œuvres complètes\n',
    'isbn,título\n1,¿Qué es la España?\n2,Años de soledad\n',
  ],
  Turkish: ['windows-1254', 'isbn,title\n1,Küçük Ağaç\n2,İstanbul Işıkları\n'],
  Russian: ['windows-1251', 'isbn,title\n1,Война и мир\n2,Преступление и наказание\n'],
  Japanese: ['shift_jis', ...JAPANESE],
  'Japanese of Unix': ['euc-jp', ...JAPANESE],
  Chinese: [
    'gb18030',
    '书号,书名,作者,定价\n1,红楼梦,曹雪芹,59.80\n2,活着,余华,28.00\n3,三体：黑暗森林,刘慈欣,32.00\n',
  ],
};

for (const [language, [encoding, ...tables]] of Object.entries(TABLES)) {
  test(`${language} text in ${encoding} is recognised by its bytes and named`, async () => {
    for (const table of tables) {
      const found = await decodeText(Readable.from([iconv.encode(table, encoding)]), null);
      assert.equal((await Array.fromAsync(found.text)).join(''), table);
      assert.equal(found.encoding, encoding);
      // One code page is as good as another.
      assert.equal(found.doubt !== null, /^(?:windows|iso|mac)/.test(encoding));
    }
  });
}
