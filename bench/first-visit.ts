// node_modules/.bin/node bench/first-visit.ts [ROUNDS] - a first visit to the portal in Chromium, on loopback, on a
// small catalogue. The reference is the product page that the same server writes as finished HTML: one document and
// one stylesheet, no script. Both are visited in turn, each time as a new visitor.
import type { Browser } from 'playwright-core';
import { systemClock } from '../src/clock.ts';
import { launchChromium, loadedFiles } from '../test/browser/browser.ts';
import { hostileShop } from '../test/browser/hostile-shop.ts';
import { startServer } from '../test/support/server-process.ts';

const rounds = Number(process.argv[2] ?? 9);
const cleanups: (() => void | Promise<void>)[] = [];

interface Visit {
  readonly paintMs: number;
  readonly requests: number;
  /** Compressed, without pictures. */
  readonly bytes: number;
}

try {
  const server = await startServer({ after: (clean) => cleanups.push(clean) });
  await server.seoga(['import', '-'], { input: hostileShop(systemClock.nowMs()) });
  const browser = await launchChromium();
  cleanups.push(() => browser.close());
  const visits: Record<string, Visit[]> = { '/': [], '/docs': [], '/goods/2001': [] };
  for (let round = 0; round < rounds; round++) {
    for (const [path, seen] of Object.entries(visits)) seen.push(await visit(browser, server.address, path));
  }
  const reference = median((visits['/goods/2001'] ?? []).map((seen) => seen.paintMs));
  for (const [path, seen] of Object.entries(visits)) {
    const paintMs = median(seen.map(({ paintMs }) => paintMs));
    const { requests = 0, bytes = 0 } = seen.at(-1) ?? {};
    console.log(
      `${path}: first contentful paint ${paintMs.toFixed(0)} ms (ratio ${(paintMs / reference).toFixed(2)}), ${requests} requests, ${(bytes / 1024).toFixed(1)} KiB compressed`,
    );
  }
} finally {
  for (const clean of cleanups.reverse()) await clean();
}

async function visit(browser: Browser, address: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, locale: 'ko-KR' });
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => {
    requests++;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor();
  const paintMs = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
  );
  const bytes = (await loadedFiles(page)).reduce((sum, file) => sum + file.bytes, 0);
  await context.close();
  return { paintMs, requests, bytes };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
