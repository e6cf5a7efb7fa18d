import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { pictureText, setText, splitGraphemes, widthOf } from '../../../src/covers/cover-text.ts';
import {
  COVER_PALETTES,
  COVER_SIDES,
  type CoverItem,
  drawSubstituteCover,
  paletteOf,
  plainCover,
} from '../../../src/covers/substitute-cover.ts';
import { fc } from '../../support/properties.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import { rankedApp, suiteApp } from '../../support/suite-app.ts';
import { hostileText } from '../hostile-text.ts';
import { readMarkup } from '../markup.ts';

const HEIGHT = 100;
const SIZES = [40, 20];

test('a title takes the largest size in which no word is cut and no character is alone', () => {
  const rows: [text: string, room: number, size: number, lines: string[]][] = [
    ['홍길동전', 320, 40, ['홍길동전']],
    ['엄마를 부탁해', 200, 40, ['엄마를', '부탁해']],
    ['Pride and Prejudice', 260, 40, ['Pride and', 'Prejudice']],
    ['처음읽는세계사', 200, 20, ['처음읽는세계사']],
    // Chinese characters, which no blanks separate, break between any two.
    ['吾輩は猫である夏', 200, 40, ['吾輩は猫', 'である夏']],
    ['吾輩は猫で', 200, 20, ['吾輩は猫で']],
  ];
  for (const [text, room, size, lines] of rows)
    assert.deepEqual(setText(text, room, HEIGHT, SIZES), { lines, size });
  const title = '엄마를 부탁해';
  assert.deepEqual(setText(title, widthOf(title), HEIGHT, [1]).lines, [title], 'a line is full to its end');
});

test('whatever a text holds, its lines fit the room, and what does not fit ends in an ellipsis', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 60, max: 400 }), (text, room) => {
      const { lines, size } = setText(pictureText(text), room, HEIGHT, SIZES);
      assert.ok(lines.length <= (size === 40 ? 2 : 4));
      for (const line of lines.filter((one) => splitGraphemes(one).length > 1))
        assert.ok(widthOf(line) * size <= room, line);
    }),
  );
  const { lines } = setText('아주 긴 제목 '.repeat(60), 200, HEIGHT, SIZES);
  assert.match(lines[3] ?? '', /[^\s]…$/);
});

test('pictures hold no control, direction or unpaired characters and no pile of accents', () => {
  assert.equal(pictureText('a\u202eb\u0000c\n\td'), 'ab c d');
  assert.equal(pictureText('\n a \ufeff'), 'a');
  assert.equal(pictureText('\ud800x'), '\ufffdx');
  assert.equal(pictureText(`q${'\u0301'.repeat(50)}`), `q${'\u0301'.repeat(3)}`);
  assert.ok(splitGraphemes(pictureText('가'.repeat(1_000_000))).length <= 240);
});

const hong: CoverItem = { itemId: 1001, title: '홍길동전', author: '허균', publisher: '서가출판' };

const anyItem: fc.Arbitrary<CoverItem> = fc.record({
  itemId: fc.maxSafeNat().map((number) => Math.max(1, number)),
  title: hostileText,
  author: hostileText,
  publisher: hostileText,
});

const ELEMENTS = /^(svg|title|rect|circle|polygon|text|tspan)$/;
const ATTRIBUTES =
  /^(xmlns|width|height|viewBox|role|fill|x|y|cx|cy|r|points|direction|writing-mode|text-anchor|font-(family|size|weight))$/;

test('whatever an item is called, its pictures are well-formed and hold drawing elements only', () => {
  fc.assert(
    fc.property(anyItem, fc.constantFrom(...COVER_SIDES), (item, side) => {
      const svg = drawSubstituteCover(side, item);
      for (const { name, attributes } of readMarkup(svg).elements) {
        assert.match(name, ELEMENTS);
        for (const attribute of Object.keys(attributes)) assert.match(attribute, ATTRIBUTES);
      }
      assert.doesNotMatch(svg, /[\p{Bidi_Control}]|undefined|NaN/u);
      assert.ok(svg.length < 20_000);
    }),
  );
});

test('each side shows title, author and publisher in one colour for each item, readable on every palette', () => {
  const groundOf = (side: (typeof COVER_SIDES)[number], itemId: number) =>
    readMarkup(drawSubstituteCover(side, { ...hong, itemId })).elements[2]?.attributes.fill;
  for (const side of COVER_SIDES) {
    const { text } = readMarkup(drawSubstituteCover(side, { ...hong, title: '<b>&</b>' }));
    assert.equal(text, '<b>&</b> – 허균<b>&</b>허균서가출판', side);
    assert.equal(groundOf(side, 1001), groundOf('cover', 1001));
  }
  const grounds = new Set(Array.from({ length: 60 }, (_, at) => groundOf('cover', 1001 + at)));
  assert.equal(grounds.size, COVER_PALETTES.length);
  for (const { ground, shade, ink } of COVER_PALETTES)
    for (const behind of [ground, shade]) assert.ok(contrastOf(ink, behind) >= 4.5, `${ink} on ${behind}`);
});

test('titles and authors have covers of many designs in at most 2 KB, the same in both formats', () => {
  const author = '긴 이름'.repeat(9);
  const books = Array.from({ length: 60 }, (_, at) => ({ ...hong, title: `제목 ${at}`, author }));
  const drawn = books.map((book) => drawSubstituteCover('cover', book));
  for (const svg of drawn) assert.ok(Buffer.byteLength(svg) <= 2048);
  const shapes = drawn.map((svg) => svg.match(/<(circle|polygon)[^>]*>/g)?.join(''));
  const pictures = books.map((book) => plainCover('cover', book).toString('hex'));
  assert.ok(new Set(shapes).size >= 6);
  const pairs = new Set(shapes.map((one, at) => `${one} ${pictures[at]}`));
  assert.deepEqual([pairs.size, new Set(pictures).size], [new Set(shapes).size, new Set(shapes).size]);
});

test('two drawn covers side by side never have the same colours', async (t) => {
  const numbers = Array.from({ length: 100 }, (_, at) => 3001 + at);
  const alike = numbers.filter((itemId) => paletteOf(itemId) === paletteOf(3001)).slice(0, 5);
  const twins = alike.map((itemId) => book(itemId, `쌍둥이 책 ${itemId}`));
  const app = await rankedApp(t, [...smallShop, ...twins]);
  const { payload } = await app.app.inject('/search?query=쌍둥이');
  const shelf = [...payload.matchAll(/<img src="[^"]*\/cover\/\d+\.svg"([^>]*)>/g)];
  const isTinted = shelf.map(([, attributes = '']) => attributes.includes('tinted'));
  assert.deepEqual(isTinted, [false, true, false, true, false]);
});

test('a PNG of each side has the size and the ground of the drawn one', () => {
  for (const side of COVER_SIDES) {
    const png = plainCover(side, hong);
    const svg = readMarkup(drawSubstituteCover(side, hong)).elements;
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.deepEqual(size.map(String), [svg[0]?.attributes.width, svg[0]?.attributes.height]);
    const palette = png.indexOf('PLTE') + 4;
    assert.equal(`#${png.toString('hex', palette, palette + 3)}`, svg[2]?.attributes.fill);
    const data = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    assert.equal(rows.length, (size[1] ?? 0) * ((size[0] ?? 0) + 1));
    const filters = rows.filter((_, at) => at % ((size[0] ?? 0) + 1) === 0);
    assert.deepEqual(new Set(filters), new Set([0]), 'each row begins with its filter');
  }
});

describe('substitute covers over HTTP', () => {
  const app = suiteApp();
  const open = (file: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url: `/images/substitute/${file}`, headers });

  test('200 all three sides as SVG and PNG, for a day, to be shown on any site', async () => {
    for (const side of COVER_SIDES) {
      for (const [ending, type] of Object.entries({
        svg: 'image/svg+xml; charset=utf-8',
        png: 'image/png',
      })) {
        const { statusCode, headers } = await open(`${side}/1002.${ending}`, { 'accept-encoding': 'gzip' });
        assert.deepEqual([statusCode, headers['content-type']], [200, type]);
        assert.equal(headers['cache-control'], 'public, max-age=86400');
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
        assert.equal(headers['access-control-allow-origin'], '*');
        const tag = { 'if-none-match': `W/"other", ${headers.etag}` };
        assert.equal((await open(`${side}/1002.${ending}`, tag)).statusCode, 304);
      }
      assert.match(readMarkup((await open(`${side}/1002.svg`)).body).text, /구운몽/);
    }
  });

  test('404 a cover asked for with default=404, and of an unknown or withheld item, another side or ending', async () => {
    const missing = ['1002.svg?default=404', '1002.png?default=404', '999.svg', '999.png', '1005.svg'];
    const covers = [...missing, '1005.png', 'x.svg', '1002.gif', '01002.svg'].map((name) => `cover/${name}`);
    for (const file of [...covers, 'front/1002.svg']) {
      const { statusCode, headers } = await open(file);
      assert.deepEqual([statusCode, headers['access-control-allow-origin']], [404, '*'], file);
    }
    assert.equal((await open('cover/1002.svg?default=mine')).statusCode, 200);
  });
});

test('SEOGA_SUBSTITUTE_COVERS=png: answers name the PNG of every side, and registered pictures as they are', async (t) => {
  const app = await rankedApp(t, undefined, { environment: { SEOGA_SUBSTITUTE_COVERS: 'png' } });
  const { items } = (await app.get('/v1/category/bestsellerMonthly?categoryId=001')).json.data;
  const pictures = items.map(({ cover, sideCover, backCover }) => [cover, sideCover, backCover]);
  const drawn = (itemId: number) => (side: string) =>
    `https://books.example/images/substitute/${side}/${itemId}.png`;
  assert.deepEqual(pictures.slice(0, 2), [
    ['https://img.example/1001.jpg', ...['side', 'back'].map(drawn(1001))],
    ['cover', 'side', 'back'].map(drawn(1002)),
  ]);
});

/** Contrast of two #rrggbb colours after WCAG 2: 1 (none) to 21. */
function contrastOf(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
