// node scripts/run.mjs scripts/try-firefox.ts [FOLDER] - goes through the portal in Firefox (apt-get install firefox-esr), in
// Korean on a light page and in English on a dark one: to the first call, through the documentation, the test tool and the
// explorer. Prints what was done; ends with 1 when something isn't there or a page complains. FOLDER gets pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callWith, mailedLink, PASSWORD } from '../test/browser/accounts.ts';
import { openShop } from '../test/browser/journey.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';
import { type FirefoxOptions, type FirefoxPage, KEYS, launchFirefox } from './firefox.ts';

const folder = process.argv[2];
const cleanups: (() => void | Promise<void>)[] = [];
try {
  const server = await startServer({ after: (clean) => cleanups.push(clean) });
  await openShop(server);
  await goThrough(server, { language: 'ko-KR, ko', scheme: 'light' });
  await goThrough(server, { language: 'en-GB, en', scheme: 'dark' });
} finally {
  for (const clean of cleanups.reverse()) await clean();
}

async function goThrough(server: ServerProcess, options: FirefoxOptions): Promise<void> {
  const page = await launchFirefox(options);
  const name = `${options.language.slice(0, 2)}-${options.scheme}`;
  const keep = async (what: string) => {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}-${what.replaceAll(' ', '-')}.png`), await page.picture());
  };
  const done = async (what: string) => {
    console.log(`${name}: ${what}`);
    await keep(what);
    const wide = 'document.documentElement.scrollWidth > innerWidth ? document.location.href : null';
    if (page.complaints.length > 0) throw new Error(`${what}: ${page.complaints.join('\n')}`);
    await page.wait(`no sideways scrolling after ${what}`, `(${wide}) === null`);
  };
  try {
    await page.open(`${server.address}/`, '[role=tabpanel] li');
    await page.wait('the language', `document.documentElement.lang === '${name.slice(0, 2)}'`);
    await page.wait('the theme', `matchMedia('(prefers-color-scheme: ${options.scheme})').matches`);
    await done('landing page');
    await firstCall(page, server, `${name}@books.example`);
    await done('first call');
    await docsSearch(page, server.address);
    await done('search in the documentation');
    await page.press('main a[href*="/portal/test"]');
    await page.press('main form button[type=submit]');
    await page.wait(
      'an answer',
      `document.querySelector('[role=tabpanel] pre')?.textContent.includes('success')`,
    );
    await done('test tool');
    await explorer(page, server.address);
    await done('explorer');
  } catch (error) {
    await keep('failed');
    throw error;
  } finally {
    await page.close();
  }
}

async function firstCall(page: FirefoxPage, server: ServerProcess, email: string): Promise<void> {
  await page.press('header a[href$="/portal/sign-up"]');
  await page.type('[name=email]', email);
  await page.press('main form button[type=submit]');
  await page.wait('the mail', `document.body.textContent.includes('${email}')`);
  await page.open(await mailedLink(server, email, 'verify-email'), '[name=password]');
  await page.type('[name=name]', 'Ada');
  await page.type('[name=password]', PASSWORD);
  await page.press('main form button[type=submit]');
  await page.type('[name=serviceName]', 'Corner shop');
  await page.type('[name=serviceUrl]', 'https://books.example.com');
  await page.type('[name=purpose]', 'A shelf of bestsellers on the first page.');
  await page.press('[name=acceptsRules]');
  await page.press('main form button[type=submit]');
  const key = await page.wait('the key', `document.querySelector('output')?.textContent ?? null`);
  await page.wait(
    'the page watching',
    `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/usage'))`,
  );
  const status = await callWith(String(key), server);
  if (status !== 200) throw new Error(`the first call was answered with ${status}`);
  await page.wait('the tick', `document.querySelector('main [role=status].text-good')`);
  await page.press('main section > div > button');
}

async function docsSearch(page: FirefoxPage, address: string): Promise<void> {
  await page.open(`${address}/docs`, 'search input');
  await page.type('h1', '/');
  await page.wait('the focus', `document.activeElement.type === 'search'`);
  await page.type('search input', 'itemList');
  const first = await page.wait('a result', `document.querySelector('search [role=option]')?.href ?? null`);
  await page.type('search input', KEYS.down + KEYS.enter);
  await page.wait('the first result', `document.location.href === '${first}'`);
  await page.open(`${address}/docs/endpoints/itemList`, 'h1');
  await page.wait('a table of values', `document.querySelector('#parameters table table')`);
}

async function explorer(page: FirefoxPage, address: string): Promise<void> {
  await page.open(`${address}/portal/explorer`, '[role=tabpanel] li a');
  await page.press('[role=tabpanel] li a');
  await page.wait('the product', `document.querySelector('#ranks')`);
  await page.open(`${address}/portal/explorer`, '[role=combobox]');
  await page.type('main [role=combobox]', '1');
  await page.wait('suggestions', `document.querySelector('main [role=option]')`);
  await page.type('main [role=combobox]', KEYS.enter);
  await page.wait('results', `document.querySelector('#results')`);
  await page.press('details summary');
  await page.wait('filters', `document.querySelector('[name=publishedFrom]')?.checkVisibility()`);
}
