import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FEED_MISTAKES } from './feed-mistakes.ts';
import { MISTAKES } from './mistakes.ts';
import { BOOKS, type MistakenShop, openShop, PRICE } from './shop.ts';

describe('ordinary mistakes of a shop', () => {
  let shop: MistakenShop;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    shop = await openShop({ after: (clean) => cleanups.push(clean) });
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });
  for (const mistake of [...MISTAKES, ...FEED_MISTAKES]) {
    test(mistake.title, { skip: mistake.skip }, async (t) => {
      t.diagnostic(await mistake.make(shop));
      assert.deepEqual(await shop.look(), { books: BOOKS, price: PRICE });
    });
  }
});
