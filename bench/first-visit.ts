// node_modules/.bin/node bench/first-visit.ts [ROUNDS] - the portal in Chromium, on loopback, on a small catalogue:
// first visits, the way from the landing page to the first call with an own key, and the rules of accessibility.
// The reference for visits is the product page that the same server writes as finished HTML: one document and one
// stylesheet, no script. All are visited in turn, each time as a new visitor.
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../src/clock.ts';
import { settledAccount } from '../test/browser/accounts.ts';
import { launchChromium, loadedFiles, openPage, visit } from '../test/browser/browser.ts';
import { axeViolations, firstCall, openShop } from '../test/browser/journey.ts';
import { ENTRANCE_PAGES, OWN_PAGES, PUBLIC_PAGES } from '../test/browser/pages.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';

const REFERENCE = '/goods/2001';
const VISITED = ['/', '/docs', '/docs/endpoints/bestsellerMonthly', '/portal/sign-up', REFERENCE] as const;
const rounds = Number(process.argv[2] ?? 9);
const cleanups: (() => void | Promise<void>)[] = [];

try {
  const cleanup = { after: (clean: () => void | Promise<void>) => cleanups.push(clean) };
  const server = await startServer(cleanup);
  await openShop(server);
  const browser = await launchChromium(cleanup);
  await reportVisits(browser, server.address);
  await reportFirstCall(browser, server);
  await reportAxe(browser, server);
} finally {
  for (const clean of cleanups.reverse()) await clean();
}

interface PortalRequest {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Sum of the shares of the screen that moved. */
  readonly shift: number;
  readonly requests: number;
  /** Compressed, without pictures. */
  readonly bytes: number;
}

async function reportVisits(browser: Browser, address: string): Promise<void> {
  const visits = new Map<string, PortalRequest[]>(VISITED.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [path, seen] of visits) seen.push(await firstRequest(browser, address, path));
  }
  const medianOf = (path: string, of: (one: PortalRequest) => number) =>
    median((visits.get(path) ?? []).map(of));
  const reference = medianOf(REFERENCE, (one) => one.firstPaintMs);
  for (const path of VISITED) {
    const first = medianOf(path, (one) => one.firstPaintMs);
    console.log(
      `${path}: first contentful paint ${first.toFixed(0)} ms (ratio ${(first / reference).toFixed(2)}),`,
      `largest ${medianOf(path, (one) => one.largestPaintMs).toFixed(0)} ms,`,
      `layout shift ${medianOf(path, (one) => one.shift).toFixed(3)},`,
      `${medianOf(path, (one) => one.requests)} requests,`,
      `${(medianOf(path, (one) => one.bytes) / 1024).toFixed(1)} KiB compressed`,
    );
  }
}

async function firstRequest(browser: Browser, address: string, path: string): Promise<PortalRequest> {
  const { page, context } = await openPage(browser, { address });
  let requests = 0;
  page.on('request', () => {
    requests++;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor();
  const seen = await page.evaluate<Pick<PortalRequest, 'firstPaintMs' | 'largestPaintMs' | 'shift'>>(`
    (async () => {
      const entriesOf = (type) => new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
      return {
        firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        largestPaintMs: (await entriesOf('largest-contentful-paint')).at(-1)?.startTime ?? NaN,
        shift: (await entriesOf('layout-shift')).reduce((sum, { value }) => sum + value, 0),
      };
    })()
  `);
  const bytes = (await loadedFiles(page)).reduce((sum, file) => sum + file.bytes, 0);
  await context.close();
  return { ...seen, requests, bytes };
}

/** What a person does on the way, and how long it takes a machine that neither reads nor thinks. */
async function reportFirstCall(browser: Browser, server: ServerProcess): Promise<void> {
  const { page, context } = await openPage(browser, { address: server.address, language: 'en-GB' });
  const done = await countDeeds(page);
  const startMs = systemClock.monotonicMs();
  await firstCall(page, server, { email: 'ada@books.example', name: 'Ada' });
  const seconds = (systemClock.monotonicMs() - startMs) / 1000;
  console.log(
    `landing page to first call: ${done.clicks} clicks, ${done.fields.size} fields filled in,`,
    `1 link from a mail, 1 line in a terminal; ${seconds.toFixed(1)} s by a machine`,
  );
  await context.close();
}

/** Clicks of the pointer, and fields that were typed into, on all pages to come. */
async function countDeeds(
  page: Page,
): Promise<{ readonly clicks: number; readonly fields: ReadonlySet<string> }> {
  const done = { clicks: 0, fields: new Set<string>() };
  await page.exposeFunction('reportDeed', (kind: string, name: string) => {
    if (kind === 'click') done.clicks++;
    else done.fields.add(name);
  });
  await page.addInitScript(`
    addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) reportDeed('click', ''); }, true);
    addEventListener('input', ({ target }) => {
      if (target.type !== 'checkbox') reportDeed('field', location.pathname + ' ' + target.name);
    }, true);
  `);
  return done;
}

async function reportAxe(browser: Browser, server: ServerProcess): Promise<void> {
  const account = await settledAccount(server, { email: 'ivy@books.example', name: 'Ivy' }, 'Ivy & Co.');
  const open = [...PUBLIC_PAGES.map((path) => [path, 'main'] as const), ...ENTRANCE_PAGES];
  const violations: string[] = [];
  for (const language of ['ko-KR', 'en-GB'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [isOwn, pages] of [[false, open] as const, [true, OWN_PAGES] as const]) {
        const { page, context } = await openPage(browser, { address: server.address, language, scheme });
        if (isOwn) await context.addCookies([...account.cookies]);
        for (const [path, whole] of pages) {
          await visit(page, path);
          await page.locator(whole).first().waitFor();
          violations.push(
            ...(await axeViolations(page)).map((rule) => `${path}, ${language}, ${scheme}: ${rule}`),
          );
        }
        await context.close();
      }
    }
  }
  console.log(
    `axe: ${violations.length} violations on ${open.length + OWN_PAGES.length} pages, each in 2 languages and 2 themes`,
  );
  for (const violation of violations) console.log(`  ${violation}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
