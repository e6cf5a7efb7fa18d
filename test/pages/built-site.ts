import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import Fastify from 'fastify';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import type { SiteFacts } from '../../src/pages/prerendered-pages.ts';
import { registerWebFiles } from '../../src/pages/web-files.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Serves `files`, by their paths, as what a build wrote. */
export function serveBuilt(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  facts: Partial<SiteFacts> = {},
) {
  const folder = tempDir(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const app = Fastify();
  app.get('/goods/:itemId', async () => 'a page of the server');
  registerWebFiles(app, folder, {
    limiter: createRateLimiter(fixedClock('2026-11-21T12:00:00+09:00')),
    facts: {
      baseUrl: 'https://books.example',
      operatorName: 'Kim & <Lee>',
      currency: 'KRW',
      keyPrefix: 'books_',
      limits: { dailyQuota: 7_000, burstPerSecond: 3, burst: 1_500 },
      firstCategory: async () => '001',
      termsUrl: null,
      privacyUrl: null,
      contact: null,
      ...facts,
    },
  });
  t.after(() => app.close());
  return app;
}
