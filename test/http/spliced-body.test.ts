import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { crcShift, joinedCrc32 } from '../../src/http/body/gzip-around.ts';
import { bodyAt, bodyText, gzippedBody, isCompressible, plainBody } from '../../src/http/body/ready-body.ts';

/** Any bytes, and such as repeat, which compress by references backwards. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(8_000))
    .map(([text, times]) => Buffer.from(text.repeat(times))),
);
const text = bytes.map((part) => part.toString('latin1'));
const frame = fc.record({ beforeDate: text, afterDate: fc.option(text), tail: text });
const instants = ['2026-11-15T12:00:00.000+09:00', '2026-11-16T07:11:59.999+09:00'] as const;

const bytesAt = (body: Parameters<typeof bodyAt>[0], instant: string) => {
  const made = Buffer.from(bodyText(bodyAt(body, instant)), 'latin1');
  assert.equal(made.length, body.length);
  return made;
};

test('a gzipped body decodes to the plain one, whatever it holds, at every instant', async () => {
  await fc.assert(
    fc.asyncProperty(frame, bytes, async (around, payload) => {
      fc.pre(isCompressible(around) && around.tail.length < 65_535);
      const compressed = await gzippedBody(around, payload);
      for (const instant of instants) {
        const plain = bytesAt(plainBody(around, payload), instant);
        assert.ok(gunzipSync(bytesAt(compressed, instant)).equals(plain));
      }
    }),
    { numRuns: 150 },
  );
});

test('the longest head that is compressible fits, and a longer one is not', async () => {
  const longest = { beforeDate: '-'.repeat(65_535 - instants[0].length), afterDate: '', tail: '' };
  assert.equal(isCompressible(longest), true);
  const made = bytesAt(await gzippedBody(longest, Buffer.from('{}')), instants[0]);
  assert.equal(String(gunzipSync(made)), `${longest.beforeDate}${instants[0]}{}`);
  assert.equal(isCompressible({ ...longest, afterDate: '-' }), false);
});

test('the checksum of two byte strings in a row follows from theirs', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array({ maxLength: 5_000 }), (first, second) => {
      const joined = crc32(Buffer.concat([first, second]));
      assert.equal(joinedCrc32(crc32(first), crc32(second), crcShift(second.length)), joined);
    }),
  );
});

test('what is kept as bytes holds no memory but its own', async () => {
  const around = { beforeDate: '', afterDate: '', tail: '' };
  const { behind } = plainBody(around, Buffer.alloc(10_000, 'a').subarray(1));
  assert.ok(typeof behind !== 'string');
  assert.equal(behind.buffer.byteLength, behind.length);
});
