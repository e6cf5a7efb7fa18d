import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ERROR_STATUS, type ErrorCode } from '../../../src/http/errors.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

/** Need more than one call, a broken connection, a broken server, or what only an operator can do. */
const NOT_REPLAYED: ReadonlySet<ErrorCode> = new Set([
  'RATE_001',
  'RATE_002',
  'SEARCH_002',
  'UPSTREAM_UNAVAILABLE',
  'COMMON_408',
  'COMMON_431',
  'COMMON_500',
]);

describe('the pages of error codes', () => {
  const shop = suiteApp();

  for (const code of codes) {
    test(`${code}: the call that fails fails as its page shows, the call that works works`, async (t) => {
      const app = code === 'CATEGORY_001' ? await createTestApp(t) : shop;
      for (const language of ['en', 'ko']) {
        const [failing = '', working = ''] = (await pageOf(code, app, language)).split('{#works}');
        assert.ok(failing.includes(`HTTP ${ERROR_STATUS[code]} `));
        const shown = JSON.parse(blocksOf('json', failing)[0] ?? '');
        assert.deepEqual([shown.success, shown.errorCode], [false, code]);
        assert.match(shown.message, language === 'ko' ? /[가-힣]/ : /^[A-Za-z]/);
        if (NOT_REPLAYED.has(code)) continue;
        const failed = await replay(blocksOf('sh', failing)[0] ?? '', app, language);
        assert.equal(failed.statusCode, ERROR_STATUS[code]);
        // In a shop that has no reason to fail, the page leaves out what the message would tell more.
        const isWhole = code !== 'SEARCH_001' && code !== 'COMMON_404';
        if (isWhole) assert.deepEqual(shown, failed.json());
        const worked = await replay(blocksOf('sh', working)[0] ?? '', shop, language);
        assert.equal(worked.json().errorCode, null);
      }
    });
  }
});

async function pageOf(code: ErrorCode, app: TestApp, language: string): Promise<string> {
  const url = `/docs/errors/${code}.md`;
  return (await app.app.inject({ url, headers: { 'accept-language': language } })).payload;
}

function blocksOf(language: string, markdown: string): string[] {
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language} [^\n]*\n([\\s\\S]*?)\n\`\`\`$`, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

/** Makes the call of a curl line. */
function replay(curl: string, app: TestApp, language: string) {
  const url = /'https:\/\/books\.example(\/[^']*)'/.exec(curl)?.[1];
  assert.ok(url, `an address in ${curl}`);
  const sent = /-H "X-Api-Key: ([^"]*)"/.exec(curl)?.[1];
  const key = sent === '$SEOGA_API_KEY' ? app.key : sent;
  const headers = { 'accept-language': language, ...(key === undefined ? {} : { 'x-api-key': key }) };
  return app.app.inject({ method: curl.includes('-X POST') ? 'POST' : 'GET', url, headers });
}
