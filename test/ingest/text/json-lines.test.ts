import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LINE_BYTES_MAX, readLines } from '../../../src/ingest/text/json-lines.ts';
import { fc } from '../../support/properties.ts';

async function linesOf(chunks: readonly (Buffer | string)[]) {
  const all: { number: number; text: string | null; fault: string | undefined }[] = [];
  for await (const { firstLine, lines } of readLines(Readable.from(chunks))) {
    lines.forEach((line, at) => {
      const [text, fault] = typeof line === 'string' ? [line, undefined] : [null, line.en];
      all.push({ number: firstLine + at, text, fault });
    });
  }
  return all;
}

const textsOf = async (chunks: readonly (Buffer | string)[]) =>
  (await linesOf(chunks)).map((line) => line.text);

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

test('lines are the same however the bytes arrive, plain or compressed', async () => {
  const anyLine = fc.string({ unit: fc.constantFrom('a', '가', '😀', '\r', '"', '\ufeff') });
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine), fc.array(fc.nat()), fc.boolean(), async (texts, places, isZipped) => {
      fc.pre(!texts.join('\n').startsWith('\ufeff'));
      const plain = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const lines = await linesOf(cutAt(isZipped ? gzipSync(plain) : plain, places));
      assert.deepEqual(
        lines,
        texts.map((text, at) => ({ number: at + 1, text, fault: undefined })),
      );
    }),
  );
});

test('the last line needs no line feed; a byte order mark at the start is passed over, cut or compressed', async () => {
  const mark = Buffer.from('\ufeffa\n');
  for (const [chunks, lines] of [
    [['a\nb'], ['a', 'b']],
    [['a\n\nb\n'], ['a', '', 'b']],
    [[''], []],
    [[], []],
    [['\ufeffa\n\ufeffb\n'], ['a', '\ufeffb']],
    [cutAt(mark, [1, 2]), ['a']],
    [[gzipSync(mark)], ['a']],
  ] as const)
    assert.deepEqual(await textsOf(chunks), lines);
});

test('a small gzip file of hundreds of millions of lines that say nothing is refused early', async () => {
  // Gzip files can be joined: one of 8 MiB of lines, eighty times.
  const member = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' \n'), { level: 9 });
  let lines = 0;
  const reading = (async () => {
    for await (const block of readLines(Readable.from(Array.from({ length: 80 }, () => member))))
      lines += block.lines.length;
  })();
  await assert.rejects(reading, /UnreadableInputError: .*more than 200 times its size/);
  assert.ok(lines < 40_000_000, `${lines} lines were read`);
});

test('a gzip file that shrinks to a hundredth is read', async () => {
  const line = `${'{"kind":"remove","itemId":1} '.repeat(500)}\n`;
  const zipped = gzipSync(Buffer.from(line.repeat(2_000)), { level: 1 });
  assert.ok(line.length * 2_000 > 100 * zipped.length, 'it shrinks well');
  assert.ok(line.length * 2_000 > 20 * 1024 * 1024, 'it is large');
  assert.equal((await linesOf([zipped])).length, 2_000);
});

test('a line that is not UTF-8 is a fault of that line alone', async () => {
  const parts = ['가\n', [0xb0, 0xa1, 0x0a], '나\n', [0xed, 0xa0, 0x80]];
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  const faulty = (await linesOf([bytes])).map(({ text, fault }) => text ?? fault);
  assert.deepEqual(faulty, ['가', 'is not UTF-8', '나', 'is not UTF-8']);
});

test('a line of more than 4 MiB is a fault of that line alone, one of 4 MiB is fine', async () => {
  const longest = 'x'.repeat(LINE_BYTES_MAX);
  const text = Buffer.from(`a\n${longest}\n${longest}x\nb\n${longest.repeat(2)}\nc`);
  for (const places of [[], Array.from({ length: 300 }, (_, at) => at * 65_536)]) {
    const lines = await linesOf(cutAt(text, places));
    const tooLong = 'is longer than 4194304 bytes';
    const told = lines.map(({ number, text, fault }) => `${number} ${text?.length ?? fault}`);
    assert.deepEqual(told, ['1 1', `2 ${LINE_BYTES_MAX}`, `3 ${tooLong}`, '4 1', `5 ${tooLong}`, '6 1']);
  }
});

test('of a gigabyte without a line feed no more is kept than tells that it is too long', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const before = process.memoryUsage().arrayBuffers;
  const endless = Readable.from(
    (function* () {
      for (let i = 0; i < 1024; i++) yield chunk;
    })(),
  );
  for await (const { lines } of readLines(endless)) {
    assert.equal(lines.length, 1);
    assert.equal(typeof lines[0], 'object');
    // The line was put together just before it came here.
    const used = process.memoryUsage().arrayBuffers - before;
    assert.ok(used < 64 * 1024 * 1024, `${used} bytes`);
  }
});
