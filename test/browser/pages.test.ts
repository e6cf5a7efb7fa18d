import { describe } from 'node:test';
import { chromiumMissing } from './browser.ts';
import { docsSearchTests } from './docs-search.ts';
import { landingTests } from './landing.ts';
import { publicPageTests } from './public-pages.ts';
import { shopSuite } from './shop-suite.ts';
import { slowNetworkTests } from './slow-network.ts';

// One shop and one browser for all of it: starting them takes longer than many of the tests.
describe('the pages in a browser', { skip: chromiumMissing }, () => {
  const shop = shopSuite({ SEOGA_DAILY_QUOTA: '7000' });
  describe('that everybody reads', () => publicPageTests(shop));
  describe('the landing page', () => landingTests(shop));
  describe('on a slow connection', () => slowNetworkTests(shop));
  describe('the documentation', () => docsSearchTests(shop));
});
