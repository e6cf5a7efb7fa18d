import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { COVER_PALETTES } from '../../src/covers/cover-palette.ts';
import { COVER_SIDES, type CoverItem, drawSubstituteCover } from '../../src/covers/substitute-cover.ts';
import { contrastOf } from '../pages/contrast.ts';
import { hostileText } from '../pages/hostile-text.ts';
import { readMarkup } from '../pages/markup.ts';

const hong: CoverItem = { itemId: 1001, title: '홍길동전', author: '허균', publisher: '서가출판' };

const itemId = fc.maxSafeNat().map((number) => Math.max(1, number));
const anyItem: fc.Arbitrary<CoverItem> = fc.record({
  itemId,
  title: hostileText,
  author: hostileText,
  publisher: hostileText,
});

const ELEMENTS = new Set(['svg', 'title', 'rect', 'circle', 'path', 'text', 'tspan']);
const ATTRIBUTES = new Set(
  `xmlns width height viewBox role font-family fill stroke stroke-width x y cx cy r d transform
   font-size font-weight text-anchor direction`.split(/\s+/),
);

test('whatever an item is called, its pictures are well-formed and hold drawing elements only', () => {
  fc.assert(
    fc.property(anyItem, fc.constantFrom(...COVER_SIDES), (item, side) => {
      const svg = drawSubstituteCover(side, item);
      for (const { name, attributes } of readMarkup(svg).elements) {
        assert.ok(ELEMENTS.has(name), name);
        for (const attribute of Object.keys(attributes)) assert.ok(ATTRIBUTES.has(attribute), attribute);
      }
      assert.doesNotMatch(svg, /[\p{Bidi_Control}]|undefined|NaN/u);
      assert.ok(svg.length < 20_000);
    }),
  );
});

test('each side shows title, author and publisher', () => {
  for (const side of COVER_SIDES) {
    const { text } = readMarkup(drawSubstituteCover(side, hong));
    assert.equal(text, '홍길동전 – 허균홍길동전허균서가출판', side);
  }
});

test('a title in markup is shown as text', () => {
  const { text } = readMarkup(drawSubstituteCover('cover', { ...hong, title: '<b>A & B</b>' }));
  assert.ok(text.includes('<b>A & B</b>'));
});

test('cover and back have the proportion of a paperback, the spine is narrow and of the same height', () => {
  const sizes = COVER_SIDES.map((side) => {
    const svg = readMarkup(drawSubstituteCover(side, hong)).elements[0]?.attributes;
    return [svg?.width, svg?.height, svg?.viewBox];
  });
  assert.deepEqual(sizes, [
    ['400', '592', '0 0 400 592'],
    ['72', '592', '0 0 72 592'],
    ['400', '592', '0 0 400 592'],
  ]);
});

test('the three sides of an item have the same ground, and neighbouring items differ', () => {
  const ground = (side: 'cover' | 'side' | 'back', id: number) =>
    readMarkup(drawSubstituteCover(side, { ...hong, itemId: id })).elements[2]?.attributes.fill;
  assert.equal(ground('side', 1001), ground('cover', 1001));
  assert.equal(ground('back', 1001), ground('cover', 1001));
  const grounds = new Set(Array.from({ length: 200 }, (_, index) => ground('cover', 1001 + index)));
  assert.equal(grounds.size, COVER_PALETTES.length);
});

test('text can be read on every palette: contrast 4.5 or more on ground and shapes', () => {
  for (const { ground, shade, ink } of COVER_PALETTES) {
    assert.ok(contrastOf(ink, ground) >= 4.5, `${ink} on ${ground}`);
    assert.ok(contrastOf(ink, shade) >= 4.5, `${ink} on ${shade}`);
  }
});
