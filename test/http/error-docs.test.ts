import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { ERROR_STATUS, type ErrorCode } from '../../src/http/errors.ts';
import englishApi from '../../src/messages/en/api.json' with { type: 'json' };
import englishErrors from '../../src/messages/en/errors.json' with { type: 'json' };
import koreanApi from '../../src/messages/ko/api.json' with { type: 'json' };
import koreanErrors from '../../src/messages/ko/errors.json' with { type: 'json' };
import { failureMessage } from '../../web/src/docs/failing-calls.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const folder = resolve(import.meta.dirname, '../../docs/errors');
const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

/** Failing calls that need more than one request, a broken connection or a broken server. */
const NOT_REPLAYED: ReadonlySet<ErrorCode> = new Set([
  'RATE_001',
  'RATE_002',
  'UPSTREAM_UNAVAILABLE',
  'COMMON_408',
  'COMMON_431',
  'COMMON_500',
]);

const english = { errors: englishErrors, api: englishApi };
const LANGUAGES = [
  ['en', english],
  ['ko', { errors: koreanErrors, api: koreanApi }],
] as const;

test('every code has its page, which the index links to, and no page is left over', () => {
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  assert.deepEqual(pages.sort(), codes.map((code) => `${code}.md`).sort());
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const code of codes)
    assert.ok(index.includes(`| [${code}](${code}.md) | ${ERROR_STATUS[code]} |`), code);
});

test('every page names its status and says what happened, how to fix it, and shows two calls', () => {
  for (const code of codes) {
    const page = readPage(code);
    assert.ok(page.startsWith(`# ${code}: `), code);
    assert.ok(page.includes(`\nHTTP ${ERROR_STATUS[code]}. `), code);
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(
      headings,
      ['What happened', 'How to fix it', 'A call that fails', 'A call that works'],
      code,
    );
  }
});

test('every code whose failing call is not replayed below has a test whose title begins with status and code', () => {
  const root = resolve(import.meta.dirname, '..');
  const tests = globSync('**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const untested = [...NOT_REPLAYED].filter((code) => {
    const title = new RegExp(`\\b(?:test|row)\\(\\s*['"\`]${ERROR_STATUS[code]} ${code}\\b`);
    return !tests.some((text) => title.test(text));
  });
  assert.deepEqual(untested, []);
});

test('the portal shows whole messages for the calls that are not replayed, too', () => {
  for (const code of NOT_REPLAYED) {
    const braces = [...english.errors[code].matchAll(/\{\w+\}/g)].map(String);
    const marked = braces.reduce((text, brace) => text.replace(brace, '[^ ]+'), english.errors[code]);
    assert.match(failureMessage(code, english, 'en'), new RegExp(`^${marked}$`), code);
  }
});

test('a page that names endpoints names all that answer its code', () => {
  const file = resolve(import.meta.dirname, '../../openapi.json');
  const { paths }: { paths: Record<string, { get: { responses: object } }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  for (const code of codes) {
    const [head = ''] = readPage(code).split('\n## ');
    if (!head.includes('`/v1/')) continue;
    const answering = Object.keys(paths).filter((path) =>
      JSON.stringify(paths[path]?.get.responses).includes(`"${code}"`),
    );
    assert.notEqual(answering.length, 0, code);
    for (const path of answering) assert.ok(head.includes(`\`${path}\``), `${code}: ${path}`);
  }
});

describe('the calls of the pages, replayed on the small shop', () => {
  const app = suiteApp();

  for (const code of codes.filter((one) => !NOT_REPLAYED.has(one))) {
    test(`${ERROR_STATUS[code]} ${code}: the call that fails, fails as the portal shows; the call that works, works`, async (t) => {
      const failing = code === 'CATEGORY_001' ? await createTestApp(t) : app;
      for (const [language, messages] of LANGUAGES) {
        const failed = await replay(callOf(code, 'A call that fails'), failing, language);
        const message = failureMessage(code, messages, language);
        assert.equal(failed.statusCode, ERROR_STATUS[code]);
        assert.deepEqual(failed.json(), { success: false, message, errorCode: code, data: {} });
      }
      const worked = await replay(callOf(code, 'A call that works'), app);
      assert.deepEqual([worked.statusCode, worked.json().errorCode], [200, null]);
    });
  }

  test('200 the call that works of the pages whose failure cannot be replayed', async () => {
    for (const code of NOT_REPLAYED) {
      assert.equal((await replay(callOf(code, 'A call that works'), app)).statusCode, 200, code);
    }
  });
});

function readPage(code: ErrorCode): string {
  return readFileSync(join(folder, `${code}.md`), 'utf8');
}

/** The one curl line under a heading. */
function callOf(code: ErrorCode, heading: string): string {
  const section = readPage(code).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const call = /^ *(curl .*)$/m.exec(section)?.[1];
  assert.ok(call, `${code} shows a curl call`);
  return call;
}

/** Makes the call of a curl line, with the variables that the index of the pages sets. */
function replay(curl: string, app: TestApp, language = 'en') {
  const variables: Readonly<Record<string, string>> = {
    SEOGA_URL: '',
    SEOGA_API_KEY: app.key,
    ITEM: '1001',
    ISBN13: '9788936434595',
    WITHHELD: '1005',
  };
  const line = curl.replace(/\$([A-Z0-9_]+)/g, (_, name: string) => {
    assert.ok(name in variables, `${name} is explained in the index`);
    return variables[name] ?? '';
  });
  const url = /"(\/[^"]*)"(?: &)?$/.exec(line)?.[1];
  assert.ok(url, `an address ends ${curl}`);
  const key = /-H "X-Api-Key: ([^"]*)"/.exec(line)?.[1];
  const method = line.includes('-X POST') ? 'POST' : 'GET';
  const headers = { 'accept-language': language, ...(key === undefined ? {} : { 'x-api-key': key }) };
  return app.app.inject({ method, url, headers });
}
