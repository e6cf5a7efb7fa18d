import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { previewFeed } from '../../src/ingest/feed-preview.ts';

test('a preview has the values of a column where they are few, from far below the rows that it shows', async () => {
  const books = Array.from({ length: 300 }, (_, at) => `책 ${at},${at < 299 ? '소설' : ' 시 '}\n`);
  const csv = `신간,\n도서명,분류\n,소설\n${books.join('')}`;
  const options = { ...RECOGNISE, currency: 'KRW', today: '20261121' };
  const preview = await previewFeed(Readable.from([Buffer.from(csv)]), options);
  assert.ok(preview.kind === 'table');
  assert.deepEqual([preview.recognised.header.at, preview.values], [1, [[], ['소설', '시']]]);
});
