import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import {
  bodyText,
  datedBody,
  fixedBody,
  gzippedDatedBody,
  type ReadyBody,
} from '../../src/http/body/ready-body.ts';
import { sendSharedBody, sharedBody } from '../../src/http/body/shared-body.ts';
import { fc } from '../support/properties.ts';

/** Any bytes, and such as repeat, which compress by references backwards. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(8_000))
    .map(([text, times]) => Buffer.from(text.repeat(times))),
);
const text = bytes.map((part) => part.toString('latin1'));
const instants = ['2026-11-15T12:00:00.000+09:00', '2026-11-16T07:11:59.999+09:00'] as const;

const bytesAt = (body: ReadyBody, instant: string) => {
  const made = Buffer.from(bodyText(body.at(instant)), 'latin1');
  assert.equal(made.length, body.length);
  return made;
};

test('a gzipped body decodes to the plain one, whatever it holds, at every instant', async () => {
  await fc.assert(
    fc.asyncProperty(text, bytes, async (before, behind) => {
      fc.pre(before.length < 65_000);
      const compressed = await gzippedDatedBody(before, [behind]);
      for (const instant of instants) {
        const plain = bytesAt(datedBody(before, [behind]), instant);
        assert.equal(plain.toString('latin1'), before + instant + behind.toString('latin1'));
        assert.ok(gunzipSync(bytesAt(compressed, instant)).equals(plain));
      }
    }),
    { numRuns: 150 },
  );
});

/** Bytes that live as long as a buffer does, besides its own. */
const heldBesides = (kept: unknown) => Buffer.isBuffer(kept) && kept.buffer.byteLength - kept.length;

test('a kept body holds no other memory than its bytes, compressed or not', async () => {
  const body = sharedBody('a page '.repeat(300), false);
  const app = Fastify();
  app.get('/', (request, reply) => sendSharedBody(body, request, reply));
  for (const encoding of ['gzip', 'br'] as const) {
    await app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    assert.equal(heldBesides(await body.compressed.get(encoding)), 0, encoding);
  }
  assert.equal(heldBesides(body.bytes), 0);
  const list = Buffer.from('a list '.repeat(2_000));
  const kept = [fixedBody(Buffer.from('a')), datedBody('', [list]), await gzippedDatedBody('', [list])];
  const parts = kept.flatMap((one) => one.at(instants[0])).filter((part) => Buffer.isBuffer(part));
  assert.ok(parts.length >= 2);
  for (const part of parts) assert.equal(heldBesides(part), 0);
});
