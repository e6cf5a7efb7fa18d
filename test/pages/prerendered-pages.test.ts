import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SiteFacts } from '../../src/pages/prerendered-pages.ts';
import { PLACEHOLDERS } from '../../web/src/prerender/placeholders.ts';
import { createTestApp } from '../support/test-app.ts';
import { serveBuilt } from './built-site.ts';

const TEXT =
  'https://base-url.invalid ~operator-name~ ~key-prefix~ first-category.invalid 900,000,001 q=900000001 900,000,002 900,000,003';

const link = (address: string) => `<li><a href="${address}" class="x">Name</a></li>`;
const NOTICE_LINKS = [PLACEHOLDERS.termsUrl, PLACEHOLDERS.privacyUrl, PLACEHOLDERS.contact, '/docs'].map(
  link,
);
const NOTICES = `${NOTICE_LINKS.join('')}<section data-notices="" class="y"><h2>Notices</h2></section>`;

/** What a build writes, with two pages. */
function builtSite(t: TestContext, notices: Partial<SiteFacts> = {}, missing: readonly string[] = []) {
  const files: Record<string, string> = {
    'index.html': 'the application',
    'pages/pages.json': JSON.stringify({
      paths: ['/', '/docs', '/docs/changelog'],
      placeholders: PLACEHOLDERS,
    }),
  };
  for (const language of ['ko', 'en']) {
    const folder = `pages/${language}`;
    files[`${folder}/index.html`] = `landing ${language} ${TEXT}${NOTICES}`;
    files[`${folder}/docs.html`] = `docs ${language} ${TEXT}`;
    files[`${folder}/docs.md`] = `twin ${language} ${TEXT}`;
    for (const name of ['llms.txt', 'llms-full.txt'])
      files[`${folder}/${name}`] = `${name} ${language} ${TEXT}`;
    files[`${folder}/docs/changelog.html`] = `changelog ${language}`;
    files[`${folder}/docs/changelog.md`] = `# Log\n\n## 2026-11-22: ${language} {#first}\n\nDone.\n`;
  }
  for (const name of missing) delete files[name];
  return serveBuilt(t, files, notices);
}

test('pages name the service that shows them, escaped in HTML and plain in Markdown', async (t) => {
  const app = builtSite(t);
  const html = await app.inject({ url: '/docs' });
  assert.equal(
    html.payload,
    'docs en https://books.example Kim &amp; &lt;Lee&gt; books_ 001 7,000 q=7000 3 1,500',
  );
  assert.match(String(html.headers['content-security-policy']), /script-src 'self'/);
  const twin = await app.inject({ url: '/docs.md' });
  assert.equal(twin.payload, 'twin en https://books.example Kim & <Lee> books_ 001 7,000 q=7000 3 1,500');
  assert.equal(twin.headers['content-type'], 'text/markdown; charset=utf-8');
  for (const name of ['llms.txt', 'llms-full.txt'])
    assert.ok(
      (await app.inject({ url: `/${name}` })).payload.startsWith(`${name} en https://books.example Kim`),
    );
});

test('examples begin with a category of the shop, also after its tree has changed', async (t) => {
  let category = '001';
  const app = builtSite(t, { firstCategory: async () => category });
  assert.match((await app.inject({ url: '/docs' })).payload, / books_ 001 7,000/);
  category = 'kdc 0';
  for (const url of ['/docs', '/docs.md'])
    assert.match((await app.inject({ url })).payload, / books_ kdc%200 7,000/);
});

test('the notices of the operator are in the page before any script runs, and only those that there are', async (t) => {
  const bare = (await builtSite(t).inject({ url: '/' })).payload;
  assert.ok(bare.endsWith(`1,500${link('/docs')}`), bare);
  const some = builtSite(t, { privacyUrl: 'https://shop.example/?a=1&b=2', contact: 'help@shop.example' });
  const page = (await some.inject({ url: '/' })).payload;
  const links = ['https://shop.example/?a=1&amp;b=2', 'mailto:help@shop.example', '/docs'].map(link);
  assert.ok(page.includes(`1,500${links.join('')}<section`), page);
  const form = builtSite(t, { contact: 'https://shop.example/help' });
  assert.ok((await form.inject({ url: '/' })).payload.includes(link('https://shop.example/help')));
});

test('the address chooses the language of a page, otherwise the browser does', async (t) => {
  const app = builtSite(t);
  const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' };
  for (const [url, headers, language] of [
    ['/', {}, 'en'],
    ['/', korean, 'ko'],
    ['/?lang=ko', {}, 'ko'],
    ['/?lang=en', korean, 'en'],
    ['/?lang=de', korean, 'ko'],
    ['/docs.md?lang=ko', {}, 'ko'],
  ] as const) {
    const answer = await app.inject({ url, headers });
    assert.equal(answer.headers['content-language'], language, url);
    assert.match(answer.payload, new RegExp(`^(landing|twin) ${language} `), url);
    assert.match(String(answer.headers.vary), /Accept-Language/);
  }
});

test('404: a page that the documentation does not have still brings its frame', async (t) => {
  const app = builtSite(t);
  for (const url of ['/docs/nothing', '/docs/errors/NOPE_001']) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.payload, 'the application', url);
  }
  assert.equal((await app.inject({ url: '/docs/status' })).statusCode, 200);
  // Parts of pages aren't pages.
  assert.equal((await app.inject({ url: '/pages/ko/docs.html' })).statusCode, 404);
});

test('robots.txt keeps search engines off what is one person’s own', async (t) => {
  const robots = (await builtSite(t).inject({ url: '/robots.txt' })).payload;
  assert.match(robots, /^Disallow: \/portal\/$/m);
});

test('404: a browser gets a page in its language, programs and callers of the API get the envelope', async (t) => {
  const { app } = await createTestApp(t, {});
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'ko' };
  const page = await app.inject({ url: '/nothing-here', headers: browser });
  assert.equal(page.statusCode, 404);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.payload, /찾을 수 없는 페이지/);
  for (const [url, headers] of [
    ['/nothing-here', { accept: 'application/json' }],
    ['/nothing-here', {}],
    ['/v1/nothing', browser],
  ] as const) {
    const answer = await app.inject({ url, headers });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json().errorCode, 'COMMON_404', url);
  }
  const portal = await app.inject({ url: '/portal/api/nothing', headers: browser });
  assert.equal(portal.statusCode, 404);
  assert.equal(portal.json().code, 'NOT_FOUND');
});

test('404: files that an earlier build did not write yet', async (t) => {
  const app = builtSite(t, {}, ['pages/en/llms-full.txt', 'pages/en/docs/changelog.md']);
  for (const url of ['/llms-full.txt', '/docs/changelog.md'])
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  for (const url of ['/', '/docs', '/docs.md', '/llms.txt', '/llms-full.txt?lang=ko'])
    assert.equal((await app.inject({ url })).statusCode, 200, url);
});
