import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../../web/src/docs/read-markdown.ts';

test('headings, paragraphs, lists and code are told apart, the title is left out', () => {
  const blocks = readMarkdown(
    '# Title\n\n## First {#one}\nText that\ngoes on.\n\n- a\n- b\n  c\n\n1. x\n2. y\n\n```sh\nls\n\npwd\n```\n',
  );
  assert.deepEqual(
    blocks.map((block) => block.kind),
    ['heading', 'paragraph', 'bullets', 'numbers', 'code'],
  );
  const [heading, paragraph, bullets, numbers, code] = blocks;
  assert.ok(heading?.kind === 'heading' && heading.anchor === 'one' && heading.level === 2);
  assert.ok(paragraph?.kind === 'paragraph' && paragraph.spans[0]?.text === 'Text that goes on.');
  assert.ok(bullets?.kind === 'bullets');
  assert.deepEqual(
    bullets.items.map((item) => item.spans[0]?.text),
    ['a', 'b c'],
  );
  assert.ok(numbers?.kind === 'numbers' && numbers.items.length === 2);
  assert.ok(code?.kind === 'code' && code.text === 'ls\n\npwd');
});

test('code, strong words and links are told apart inside a line; anything else stays text', () => {
  const [block] = readMarkdown('Use `a*b` or **this**, see [the page](/docs#x) <b>');
  assert.ok(block?.kind === 'paragraph');
  assert.deepEqual(
    block.spans.map((span) => [span.kind, span.text]),
    [
      ['text', 'Use '],
      ['code', 'a*b'],
      ['text', ' or '],
      ['strong', 'this'],
      ['text', ', see '],
      ['link', 'the page'],
      ['text', ' <b>'],
    ],
  );
});

test('a heading without an anchor is found under its own words, in Korean as well', () => {
  const [block] = readMarkdown('### 0.2.0 - 새 목록');
  assert.ok(block?.kind === 'heading');
  assert.deepEqual([block.anchor, block.level], ['0-2-0-새-목록', 3]);
});
