import assert from 'node:assert/strict';
import test from 'node:test';
import { escapeText, html } from '../../src/http/html.ts';
import { hostileText } from '../site/hostile-text.ts';
import { readMarkup, skeletonOf } from '../site/markup.ts';
import { fc } from '../support/properties.ts';

test('values are escaped in text and attributes, markup is not; null, undefined and false show nothing; lists are joined', () => {
  const inner = html`<b>${'1 < 2'}</b>`;
  assert.equal(
    html`<p title="${`"a" & 'b'`}">${inner}</p>`.toString(),
    '<p title="&quot;a&quot; &amp; &#39;b&#39;"><b>1 &lt; 2</b></p>',
  );
  assert.equal(html`[${null}${undefined}${false}${0}${['<', html`<i></i>`]}]`.toString(), '[0&lt;<i></i>]');
});

test('no text changes the markup around it', () => {
  const page = (text: string) => html`<p title="${text}">${text}</p>`.toString();
  const expected = skeletonOf(page('harmless'));
  fc.assert(fc.property(hostileText, (text) => assert.deepEqual(skeletonOf(page(text)), expected)));
});

test('text that XML can hold comes back as it was', () => {
  const holdable = fc.string({ unit: 'grapheme' }).filter((text) => !/[\u007f-\u009f]/.test(text));
  fc.assert(
    fc.property(holdable, (text) => assert.equal(readMarkup(`<p>${escapeText(text)}</p>`).text, text)),
  );
});

test('characters that XML cannot hold are left out, halves of pairs are replaced', () => {
  assert.equal(escapeText('a\u0000b\u001bc\ufffed\ud800e\n'), 'abcd\ufffde\n');
});
