import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ERROR_STATUS } from '../../../src/http/errors.ts';
import { LANGUAGES, type Language } from '../../../src/messages/languages.ts';
import { renderMarkdown } from '../../../src/site/docs/render.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { newBrowser } from '../site-kit.ts';

const BASE = 'https://books.example';
const HOSTILE = '<script>x</script> & [me](javascript:x) `code`';

describe('the documentation', () => {
  const shop = suiteApp({ environment: { SEOGA_OPERATOR_NAME: HOSTILE, SEOGA_DAILY_QUOTA: '7000' } });
  const get = (url: string, language: Language = 'en') =>
    newBrowser(shop).get(url, { 'accept-language': language });
  /** Every page that llms.txt lists. */
  const pathsOf = async () => {
    const { text } = await get('/llms.txt');
    const links = text.matchAll(/\]\(https:\/\/books\.example(\/docs[^)]*)\.md\)/g);
    return [...links].map(([, path = '']) => path);
  };

  for (const language of LANGUAGES) {
    test(`${language}: every page stands, says what its Markdown says, and leads to places that exist`, async () => {
      const paths = await pathsOf();
      assert.ok(paths.length > 20, `${paths.length} pages`);
      const pages = new Map<string, string>();
      const descriptions = new Set<string>();
      const whole = (await get('/llms-full.txt', language)).text;
      for (const path of paths) {
        const page = await get(path, language);
        assert.equal(page.status, 200, path);
        pages.set(path, page.text);
        descriptions.add(/<meta name="description" content="([^"]{20,})"/.exec(page.text)?.[1] ?? '');
        const twin = (await get(`${path}.md`, language)).text;
        assert.ok(whole.includes(twin.trim()), `${path} in llms-full.txt`);
        const own = twin.replace(/\]\(https:\/\/books\.example(\/docs[\w/-]*)\.md(#[\w-]+)?\)/g, ']($1$2)');
        const article = renderMarkdown(own, language);
        assert.ok(page.text.includes(article.body.toString()), `${path} and its twin`);
        assert.ok(page.text.includes(`<html lang="${language}"`), path);
        assert.equal(page.text.match(/<h1/g)?.length, 1, path);
        assert.ok(article.lead !== '' && article.title !== '', path);
        if (language === 'ko') assert.match(article.title + article.lead, /[가-힣]/, path);
        assert.equal(/\{\{\w+\}\}|undefined|\[object/.exec(page.text)?.[0], undefined, path);
      }
      assert.equal(descriptions.size, paths.length, 'every page has a description of its own');
      const lost = paths.flatMap((path) =>
        [...(pages.get(path) ?? '').matchAll(/href="(\/docs[^"#]*)?(?:#([\w-]+))?"/g)]
          .filter(([, to, anchor]) => {
            if (to?.endsWith('.md') || to === '/docs/status') return false;
            const target = pages.get(to ?? path);
            return target === undefined || (anchor !== undefined && !target.includes(` id="${anchor}"`));
          })
          .map(([link]) => `${path}: ${link}`),
      );
      assert.deepEqual(lost, []);
    });
  }

  test('both languages have the same headings at the same anchors', async () => {
    for (const path of await pathsOf()) {
      const [korean, english] = await Promise.all([get(path, 'ko'), get(path, 'en')]);
      const anchorsIn = (page: string) => page.match(/<(?:section|h3) id="[\w-]+"/g);
      assert.deepEqual(anchorsIn(korean.text), anchorsIn(english.text), path);
    }
  });

  test('every endpoint, every file and every error code has its page', async () => {
    const document: { paths: Record<string, unknown> } = JSON.parse((await get('/v1/openapi.json')).text);
    const paths = await pathsOf();
    const whole = (await get('/llms-full.txt')).text;
    assert.equal(paths.length, new Set(paths).size);
    for (const path of Object.keys(document.paths)) assert.ok(whole.includes(`${BASE}${path}`), path);
    for (const code of Object.keys(ERROR_STATUS)) assert.ok(paths.includes(`/docs/errors/${code}`), code);
  });

  test('404: what the documentation does not have', async () => {
    for (const page of ['errors/NOPE_001', 'endpoints/nothing', 'nothing', 'nothing.md'])
      assert.equal((await get(`/docs/${page}`)).status, 404, page);
  });

  test('an endpoint shows a real response and real lines of its file', async () => {
    const { text } = await get('/docs/endpoints/bestsellerMonthly.md');
    const [, json = ''] = /## [^\n]*\{#answer\}[\s\S]*?```json[^\n]*\n([\s\S]*?)\n```/.exec(text) ?? [];
    const real = await shop.get('/v1/category/bestsellerMonthly?categoryId=001&pageSize=1');
    assert.deepEqual({ ...JSON.parse(json).data, meta: null }, { ...real.json.data, meta: null });
    const csv = await shop.get('/v1/category/bestsellerMonthly/export?categoryId=001&pageSize=3&format=csv');
    const [, row = ''] = csv.text.split('\r\n');
    assert.ok(text.includes(`\n${row}\n`), row);
  });

  test('a withheld product is gone from the next response on', async () => {
    const detail = () => get('/docs/endpoints/itemDetail.md');
    assert.ok((await detail()).text.includes('홍길동전'));
    await shop.feed([{ kind: 'patch', itemId: 1001, withheld: true }]);
    assert.ok(!(await detail()).text.includes('홍길동전'));
    await shop.feed([{ kind: 'patch', itemId: 1001, withheld: false }]);
    assert.ok((await detail()).text.includes('홍길동전'));
  });

  test('an operator’s name is text, whatever it holds', async () => {
    const page = (await get('/docs/attribution')).text;
    assert.doesNotMatch(page, /<script>x|javascript:x"|<a href="javascript/);
    assert.ok(page.includes('&lt;script&gt;x&lt;/script&gt;'));
    // What is pasted into a page is escaped once more.
    assert.ok(page.includes('&amp;lt;script&amp;gt;x'));
    assert.ok((await get('/docs/rules')).text.includes('7,000'));
  });
});
