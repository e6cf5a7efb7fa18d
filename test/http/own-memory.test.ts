import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { plainBody } from '../../src/http/body/ready-body.ts';
import { sendSharedBody, sharedBody } from '../../src/http/body/shared-body.ts';

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
