import { after, before } from 'node:test';
import { smallShop } from './small-shop.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** Puts the small shop behind the real service for a whole describe block. Call it in the block's body. */
export function suiteApp(use: (app: TestApp) => void | Promise<void>, options: TestAppOptions = {}): void {
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const app = await createTestApp({ after: (clean) => cleanups.unshift(clean) }, options);
    await app.feed(smallShop);
    await app.rank();
    await use(app);
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });
}
