import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '../support/temp-dir.ts';
import { FEED_MISTAKES } from './feed-mistakes.ts';
import { MISTAKES } from './mistakes.ts';
import { BOOKS, type MistakenShop, openShop, PRICE } from './shop.ts';

describe('ordinary mistakes of a shop', () => {
  let shop: MistakenShop;
  const t = suiteCleanup();
  before(async () => {
    shop = await openShop(t);
  });
  for (const mistake of [...MISTAKES, ...FEED_MISTAKES]) {
    test(mistake.title, { skip: mistake.skip }, async (t) => {
      t.diagnostic(await mistake.make(shop));
      assert.deepEqual(await shop.look(), { books: BOOKS, price: PRICE });
    });
  }
});
