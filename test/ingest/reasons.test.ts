import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { writeZip } from '../../src/export/zip.ts';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { show } from '../../src/ingest/feed-record.ts';
import { UnreadableInputError, unreadable } from '../../src/ingest/text/input.ts';
import { message } from '../../src/messages/messages.ts';
import { feedKit } from './feed-kit.ts';

test('a record in the middle of which the file ends is refused as such, unless it is whole', async (t) => {
  const kit = feedKit(t);
  const line = JSON.stringify({ kind: 'author', authorId: 7, author: '허균' });
  const bytes = Buffer.from(line);
  const reasonsOf = async (feed: Buffer) => (await kit.import(feed)).problems.map(({ reason }) => reason);
  for (let end = 1; end < bytes.length; end++)
    assert.deepEqual(await reasonsOf(bytes.subarray(0, end)), [message('feeds.cutShort')], String(end));
  assert.deepEqual(await reasonsOf(bytes), []);
  assert.notDeepEqual(await reasonsOf(Buffer.from('{"kind":1,}')), [message('feeds.cutShort')]);
});

test("a line that isn't JSON is refused with the place where it breaks, in every language", async (t) => {
  const lines = ['{"kind":1,}', '{"kind":1 "itemId":2}', '{"kind":no}'];
  const { problems } = await feedKit(t).import(Buffer.from(lines.join('\n')));
  for (const [at, place] of [/ at position 10 /, / at position 10 /, /token 'o', "\{"kind":no\}"/].entries())
    for (const text of Object.values(problems[at]?.reason ?? { en: '' })) assert.match(text, place);
});

test('a file that cannot be read is told in the words of what failed, elsewhere by its kind', async (t) => {
  const kit = feedKit(t);
  const zipped = gzipSync('{}\n'.repeat(1000));
  const onix = (title: string) =>
    `<ONIXMessage><Product><Title><TitleText>${title}</TitleText></Title></Product></ONIXMessage>`;
  const reading = { ...RECOGNISE, currency: 'KRW' };
  for (const [bytes, id, values] of [
    [zipped.subarray(0, zipped.length - 12), 'feeds.zipCutShort', { detail: '' }],
    [Buffer.from(zipped).fill(0xff, 12, 20), 'feeds.zipDamaged', { detail: 'invalid code lengths set' }],
    [writeZip({ 'a.csv': 'title\n' }).subarray(0, -30), 'feeds.zipCutShort', { detail: '' }],
    [onix('한강').slice(0, -24), 'feeds.xmlCutShort', { tag: 'Product' }],
    [onix('<![CDATA[AT&T; a history]]>').slice(0, -24), 'feeds.xmlCutShort', { tag: 'Product' }],
    [
      onix('AT&T; a history of the telephone'),
      'feeds.bareAmpersand',
      { shown: show('<Title><TitleText>AT&T; a history of the') },
    ],
    [onix('R & D'), 'feeds.bareAmpersand', { shown: show('<Title><TitleText>R & D</TitleText></Titl') }],
  ] as const) {
    const refused = { constructor: UnreadableInputError, reason: message(id, values) };
    await assert.rejects(kit.import(bytes, { reading }), refused);
  }
  const [detail, code] = ['i/o error, read', 'EIO'];
  const failed = unreadable(Object.assign(new Error(detail), { code }));
  assert.deepEqual(failed.reason, message('feeds.unreadableCode', { detail, code }));
  assert.deepEqual(unreadable('no error').reason, message('feeds.unreadable', { detail: 'no error' }));
});
