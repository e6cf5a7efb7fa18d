import { before } from 'node:test';
import { smallShop } from './small-shop.ts';
import { type Cleanup, suiteCleanup } from './temp-dir.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export async function rankedApp(
  t: Cleanup,
  lines: readonly object[] = smallShop,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const app = await createTestApp(t, options);
  await app.feed(lines);
  await app.rank();
  return app;
}

/**
 * The real service with the small shop, for a whole describe block. Call it in the block's body; the app can be used once the
 * tests run.
 */
export function suiteApp(
  options: TestAppOptions = {},
  prepare: (app: TestApp) => unknown = () => {},
): TestApp {
  const app = {} as TestApp;
  const t = suiteCleanup();
  before(async () => {
    Object.assign(app, await rankedApp(t, smallShop, options));
    await prepare(app);
  });
  return app;
}
