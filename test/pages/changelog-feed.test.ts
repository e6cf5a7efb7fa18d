import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changelogFeed } from '../../src/pages/changelog-feed.ts';

const FACTS = { baseUrl: 'https://books.example', operatorName: 'Kim & <Lee>' };
const MARKDOWN = `# Changelog

What changed.

## 2026-12-01: version 1.1 {#2026-12-01}

- One & <two>

## 2026-11-22: version 1.0 {#2026-11-22}

The first.
`;

test('each dated section is an entry with its day, its link and its text, escaped', () => {
  const feed = changelogFeed(MARKDOWN, 'en', FACTS);
  assert.deepEqual(
    [...feed.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, at]) => at),
    ['2026-12-01T00:00:00+09:00', '2026-12-01T00:00:00+09:00', '2026-11-22T00:00:00+09:00'],
  );
  assert.match(feed, /<title>Kim &amp; &lt;Lee&gt;: Changelog<\/title>/);
  assert.match(feed, /<content type="text">- One &amp; &lt;two&gt;<\/content>/);
  assert.match(feed, /<link href="https:\/\/books\.example\/docs\/changelog\?lang=en#2026-12-01"\/>/);
  assert.match(feed, /<link rel="self" href="https:\/\/books\.example\/docs\/changelog\.atom\?lang=en"\/>/);
});

test('the changelog of both languages has dated sections, and tells API users nothing of commands and settings', () => {
  for (const language of ['ko', 'en'] as const) {
    const file = join(import.meta.dirname, '../../web/src/docs/text', language, 'changelog.md');
    const text = readFileSync(file, 'utf8');
    const feed = changelogFeed(text, language, FACTS);
    const headings = text.match(/^## /gm) ?? [];
    assert.equal(feed.match(/<entry>/g)?.length, headings.length);
    assert.doesNotMatch(text, /SEOGA_|seoga |backup|SMTP/);
  }
});
