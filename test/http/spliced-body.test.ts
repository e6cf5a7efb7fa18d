import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { payloadOf } from '../../src/http/answer.ts';
import { crcShift, joinedCrc32 } from '../../src/http/body/joined-crc32.ts';
import {
  type CompressedMiddle,
  compressMiddle,
  HEAD_MAX_BYTES,
  spliceAround,
} from '../../src/http/body/spliced-body.ts';

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
/** Any bytes, and such as repeat, which compress by references backwards. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(8_000))
    .map(([text, times]) => Buffer.from(text.repeat(times))),
);

function spliced(head: Buffer, middle: CompressedMiddle, tail: Buffer): Buffer {
  const { before, behind, end } = spliceAround(head.length, middle, tail);
  return Buffer.concat([before, head, behind, end(crc32(head))]);
}

for (const encoding of ['br', 'gzip'] as const) {
  test(`${encoding}: a spliced body decodes to head, middle and tail, whatever they are`, async () => {
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (head, middle, tail) => {
        fc.pre(head.length <= HEAD_MAX_BYTES && tail.length <= HEAD_MAX_BYTES);
        const body = spliced(head, await compressMiddle(middle, encoding), tail);
        assert.ok(decoders[encoding](body).equals(Buffer.concat([head, middle, tail])));
      }),
      { numRuns: 150 },
    );
  });

  test(`${encoding}: the same middle serves another head`, async () => {
    const middle = await compressMiddle(Buffer.from('"items":[{"title":"서가"}]'.repeat(900)), encoding);
    for (const head of ['', '{', '{"meta":1},'.repeat(5_000), '-'.repeat(HEAD_MAX_BYTES)]) {
      const body = spliced(Buffer.from(head), middle, Buffer.from('}}'));
      assert.equal(
        decoders[encoding](body).toString(),
        `${head}${'"items":[{"title":"서가"}]'.repeat(900)}}}`,
      );
    }
  });
}

test('a head that no stored block holds is refused', async () => {
  const middle = await compressMiddle(Buffer.from('{}'), 'gzip');
  assert.throws(() => spliceAround(HEAD_MAX_BYTES + 1, middle, Buffer.alloc(0)), RangeError);
});

test('the checksum of two byte strings in a row follows from theirs', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array({ maxLength: 5_000 }), (first, second) => {
      const joined = crc32(Buffer.concat([first, second]));
      assert.equal(joinedCrc32(crc32(first), crc32(second), crcShift(second.length)), joined);
    }),
  );
});

test('what is kept holds no memory but its own bytes', async () => {
  const bytes = Buffer.from('a short text, as most are');
  for (const encoding of ['br', 'gzip'] as const) {
    const { bytes: kept } = await compressMiddle(bytes, encoding);
    assert.equal(kept.buffer.byteLength, kept.length);
  }
  const { members } = payloadOf(bytes);
  assert.equal(members.buffer.byteLength, bytes.length);
});
