import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import Fastify from 'fastify';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { registerWebFiles } from '../../src/pages/web-files.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Serves `files`, by their paths, as what a build wrote. */
export function serveBuilt(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = tempDir(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const app = Fastify();
  app.get('/goods/:itemId', async () => 'a page of the server');
  const limiter = createRateLimiter(fixedClock('2026-11-21T12:00:00+09:00'));
  registerWebFiles(app, folder, { limiter, operatorName: 'Kim & <Lee>' });
  t.after(() => app.close());
  return app;
}
