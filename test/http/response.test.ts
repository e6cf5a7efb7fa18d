import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import {
  bodyText,
  createByteCache,
  datedBody,
  fixedBody,
  type ReadyBody,
  sendSharedBody,
  sharedBody,
} from '../../src/http/response.ts';
import { successParts } from '../../src/v1/ready-responses.ts';
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
      const kept = await datedBody(before, [behind], 'identity');
      const compressed = await datedBody(before, [behind], 'gzip');
      for (const instant of instants) {
        const plain = bytesAt(kept, instant);
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
  const list = [Buffer.from('a list '.repeat(2_000))];
  const dated = [await datedBody('', list, 'identity'), await datedBody('', list, 'gzip')];
  const kept = [await fixedBody(Buffer.from('a'), 'identity'), ...dated];
  const parts = kept.flatMap((one) => one.at(instants[0])).filter((part) => Buffer.isBuffer(part));
  assert.ok(parts.length >= 2);
  for (const part of parts) assert.equal(heldBesides(part), 0);
});

test('a value is made once, and those used longest ago go when the room is full', async () => {
  const made: string[] = [];
  const cache = createByteCache<Buffer>(3 * 1800, (value) => value.length);
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return Buffer.alloc(1000, key);
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'b']);
});

test('a value is kept in the place of the one before it, whose room is free again', () => {
  const cache = createByteCache<Buffer>(2 * 1800, (value) => value.length);
  cache.set('a', Buffer.alloc(1000));
  for (const fill of ['x', 'y', 'z']) cache.set('b', Buffer.alloc(1000, fill));
  assert.equal(cache.find('b')?.toString(), 'z'.repeat(1000));
  assert.equal(cache.find('a')?.length, 1000);
});

test('those who ask while a value is being made share it', async () => {
  const cache = createByteCache<string>(10_000, (value) => value.length);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = cache.get('a', () => promise);
  const second = cache.get('a', async () => 'another');
  resolve('x');
  assert.deepEqual(await Promise.all([first, second]), ['x', 'x']);
});

test('a failure is not kept', async () => {
  const cache = createByteCache<string>(10_000, (value) => value.length);
  const failed = cache.get('a', () => Promise.reject(new Error('not now')));
  await assert.rejects(failed, /not now/);
  assert.equal(await cache.get('a', async () => 'x'), 'x');
});

test('the head of a success is UTF-8 that says title, address and query of any request', () => {
  // A request line comes as bytes, each as one character.
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const texts = fc.oneof(fc.string({ unit: byte }), fc.string({ unit: 'binary' }), fc.webPath());
  fc.assert(
    fc.property(texts, texts, texts, fc.constantFrom('', '?'), (title, host, path, mark) => {
      const rawUrl = `/${path}${mark}`;
      const links = { baseUrl: `https://${host}`, logo: `https://${host}/logo.svg` };
      const [before, behind] = successParts(title, rawUrl, links, Buffer.from('"items":[]'));
      const dated = Buffer.from(`${before}2026-11-15T12:00:00.000+09:00`, 'latin1');
      const bytes = Buffer.concat([dated, ...behind]);
      const queryAt = rawUrl.indexOf('?');
      const meta = {
        apiTitle: title,
        apiLink: `${links.baseUrl}${rawUrl}`,
        logoUrl: links.logo,
        pubDate: '2026-11-15T12:00:00.000+09:00',
        query: queryAt === -1 || queryAt === rawUrl.length - 1 ? '' : rawUrl.slice(queryAt),
        version: '1.0',
      };
      const expected = { success: true, message: 'OK', errorCode: null, data: { meta, items: [] } };
      assert.deepEqual(JSON.parse(bytes.toString()), expected);
    }),
  );
});
