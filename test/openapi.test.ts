import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rankedApp } from './support/suite-app.ts';
import { createTestApp } from './support/test-app.ts';

test('docs/openapi.json in the repository is what the service answers (npm run openapi rewrites it)', async (t) => {
  const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: 'http://127.0.0.1:8080' } });
  const served = (await app.app.inject({ url: '/v1/openapi.json' })).json();
  const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'));
  assert.deepEqual(served, committed);
});

test("terms, contact and licence are the operator's, of the data", async (t) => {
  const infoWith = async (environment: Readonly<Record<string, string>>) => {
    const { app } = await createTestApp(t, { environment });
    return (await app.inject({ url: '/v1/openapi.json' })).json().info;
  };
  const terms = 'https://shop.example/terms';
  const named = await infoWith({ SEOGA_TERMS_URL: terms, SEOGA_CONTACT: 'api@shop.example' });
  assert.deepEqual(
    [named.termsOfService, named.license.url, named.contact.email],
    [terms, terms, 'api@shop.example'],
  );
  const unnamed = await infoWith({});
  const docs = 'https://books.example/docs';
  assert.deepEqual(
    [unnamed.termsOfService, unnamed.license.url, unnamed.contact.url],
    [undefined, `${docs}/rules`, docs],
  );
  assert.doesNotMatch(JSON.stringify([named, unnamed]), /apache/i);
});

test('headers of answers are those that the service sends', async (t) => {
  const app = await rankedApp(t);
  const { paths } = (await app.app.inject({ url: '/v1/openapi.json' })).json();
  const declared = (path: string, status: number) =>
    Object.keys(paths[path].get.responses[status].headers).map((name) => name.toLowerCase());
  const sent = async (path: string, query: string, headers = { 'x-api-key': app.key }) => {
    const answer = await app.app.inject({ url: `${path}${query}`, headers });
    const common = ['content-type', 'content-length', 'date', 'connection', 'vary', 'content-language'];
    const safety = Object.keys((await app.app.inject({ url: '/v1/openapi.json' })).headers);
    const own = Object.keys(answer.headers).filter((name) => ![...common, ...safety].includes(name));
    const isDeclared = (name: string) => declared(path, answer.statusCode).includes(name);
    const undeclared = own.filter((name) => !isDeclared(name));
    assert.deepEqual(undeclared, [], `${path} ${answer.statusCode}`);
    return answer.statusCode;
  };
  const list = '/v1/category/bestsellerMonthly';
  assert.equal(await sent(list, '?categoryId=001&x=1&pageSize=1'), 200);
  assert.equal(await sent(list, '?categoryId=nowhere'), 404);
  assert.equal(await sent(list, ''), 400);
  assert.equal(await sent(list, '', { 'x-api-key': 'x' }), 401);
  assert.equal(await sent('/v1/goods/itemList', '?query=%ED%99%8D%EA%B8%B8%EB%8F%99&pageSize=1'), 200);
});
