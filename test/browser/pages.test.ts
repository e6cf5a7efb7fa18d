import { describe } from 'node:test';
import { chromiumMissing } from './browser.ts';
import { docsSearchTests } from './docs-search.ts';
import { landingTests } from './landing.ts';
import { ownPageTests } from './own-pages.ts';
import { phoneTests } from './phone.ts';
import { publicPageTests } from './public-pages.ts';
import { searchNoteTests } from './search-notes.ts';
import { shopSuite } from './shop-suite.ts';
import { slowNetworkTests } from './slow-network.ts';
import { waysOnTests } from './ways-on.ts';

// One shop and one browser for all of it: starting them takes longer than many of the tests.
describe('the pages in a browser', { skip: chromiumMissing }, () => {
  const shop = shopSuite({ SEOGA_DAILY_QUOTA: '7000' });
  describe('that everybody reads', () => publicPageTests(shop));
  describe('the landing page', () => landingTests(shop));
  describe('on a slow connection', () => slowNetworkTests(shop));
  describe('the documentation', () => docsSearchTests(shop));
  describe('of an account', () => ownPageTests(shop));
  describe('from page to page', () => waysOnTests(shop));
  describe('on a phone', () => phoneTests(shop));
  // It adds books and similar words.
  describe('what was searched instead', () => searchNoteTests(shop));
});
