import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { bodyAt, bodyText, gzippedBody, plainBody } from '../../src/http/body/ready-body.ts';
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
      fc.pre(around.beforeDate.length < 65_000);
      const compressed = await gzippedBody(around, payload);
      for (const instant of instants) {
        const plain = bytesAt(plainBody(around, payload), instant);
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
  const payload = Buffer.from('a list '.repeat(3_000));
  assert.equal(heldBesides(plainBody({ beforeDate: '', afterDate: null, tail: '' }, payload).behind), 0);
});
