import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../../src/site/docs/render.ts';

const render = (markdown: string) => renderMarkdown(markdown, 'en');

test('HTML in Markdown is text, wherever it stands', () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '- <b onclick="x">item</b>',
    '| <i>a</i> |\n|---|\n| <svg onload=x> |',
    '## <iframe src=x>',
    '`<style>`',
    '```html\n<script>\n```',
    '[<u>text</u>](/docs)',
    '<!-- comment -->',
  ]) {
    const markup = render(`# t\n\n${hostile}\n`).body.toString();
    assert.doesNotMatch(markup, /<(script|img|b|i|svg|iframe|style|u|!--)[\s>]/, hostile);
    assert.match(markup, /&lt;/, hostile);
  }
});

test('links lead to pages, places and sites, and to nothing that runs', () => {
  const linksIn = (markdown: string) =>
    [
      ...render(markdown)
        .body.toString()
        .matchAll(/href="([^"]*)"/g),
    ].map(([, to]) => to);
  const good = ['/docs', '#here', 'https://a.example/?b=1', 'mailto:a@b.example'];
  for (const to of good) assert.deepEqual(linksIn(`[x](${to})`), [to]);
  const running = ['javascript:alert(1)', 'JaVaScRiPt:x', 'data:text/html,x', 'vbscript:x'];
  for (const to of [...running, '//evil.example'])
    assert.deepEqual(linksIn(`[x](${to}) ![y](${to})`), [], to);
});

test('headings are entered at their anchors; named programs are a switch, everything else a block with its name', () => {
  const markdown = [
    '# Title {#t}',
    'Lead *here*.',
    '## First {#one}',
    '```sh curl\ncurl\n```',
    '```js JavaScript\nfetch\n```',
    '```json Answer\n{}\n```',
    '## 둘째 제목',
    '```\nplain\n```',
  ].join('\n\n');
  const { title, lead, headings, body } = render(markdown);
  assert.deepEqual([title, lead], ['Title', 'Lead here.']);
  assert.deepEqual(headings, [
    { anchor: 'one', title: 'First' },
    { anchor: '둘째-제목', title: '둘째 제목' },
  ]);
  const text = body.toString();
  assert.equal(text.match(/<section id="(one|둘째-제목)">/g)?.length, 2);
  const namesBehind = (start: RegExp) => [...text.matchAll(start)].map(([, name]) => name);
  assert.deepEqual(namesBehind(/<input type="radio"[^>]*value="(\w+)"/g), ['curl', 'JavaScript']);
  assert.equal(text.match(/ checked>/g)?.length, 1);
  assert.deepEqual(namesBehind(/<figcaption>(\w+)</g), ['curl', 'JavaScript', 'Answer', 'Code']);
  assert.doesNotMatch(render('# t\n\n```sh curl\ncurl\n```').body.toString(), /<input/, 'nothing to choose');
});
