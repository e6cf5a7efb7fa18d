import { describe } from 'node:test';
import { chromiumMissing } from './browser.ts';
import { shopSuite } from './shop-suite.ts';
import { slowNetworkTests } from './slow-network.ts';

// One shop and one browser for all of it: starting them takes longer than many of the tests.
describe('the pages in a browser', { skip: chromiumMissing }, () => {
  const shop = shopSuite({ SEOGA_DAILY_QUOTA: '7000' });
  describe('on a slow connection', () => slowNetworkTests(shop));
});
