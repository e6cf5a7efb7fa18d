import { after } from 'node:test';
import { smallShop } from './small-shop.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** The small shop behind the real service, for a whole describe block. Call it in `before`. */
export async function suiteApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ after: (fn) => after(fn) }, options);
  await app.feed(smallShop);
  await app.rank();
  return app;
}
