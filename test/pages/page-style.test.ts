import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { contrastOf } from './contrast.ts';

const PAGE_STYLE = ['page-content.css', 'page.css']
  .map((name) => readFileSync(new URL(`../../src/pages/${name}`, import.meta.url), 'utf8'))
  .join('');

test('all text colours can be read on the page in the light and the dark scheme: contrast 4.5 or more', () => {
  const schemes = [...PAGE_STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      [...body.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
    ),
  );
  assert.equal(schemes.length, 2);
  for (const { paper = '', ink = '', soft = '', link = '', deal = '' } of schemes) {
    for (const color of [ink, soft, link, deal])
      assert.ok(contrastOf(color, paper) >= 4.5, `${color} on ${paper}`);
  }
});

test('the stylesheet loads nothing', () => {
  assert.doesNotMatch(PAGE_STYLE, /url\(|@import/);
});
