import assert from 'node:assert/strict';
import { test } from 'node:test';
import { successParts } from '../../src/http/response.ts';
import { fc } from '../support/properties.ts';

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
      assert.deepEqual(JSON.parse(bytes.toString()), {
        success: true,
        message: 'OK',
        errorCode: null,
        data: {
          meta: {
            apiTitle: title,
            apiLink: `${links.baseUrl}${rawUrl}`,
            logoUrl: links.logo,
            pubDate: '2026-11-15T12:00:00.000+09:00',
            query: queryAt === -1 || queryAt === rawUrl.length - 1 ? '' : rawUrl.slice(queryAt),
            version: '1.0',
          },
          items: [],
        },
      });
    }),
  );
});
