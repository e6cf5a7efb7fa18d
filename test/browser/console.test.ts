import { describe } from 'node:test';
import { chromiumMissing } from './browser.ts';
import { accountTests } from './console-accounts.ts';
import { itemTests } from './console-items.ts';
import { roleTests } from './console-roles.ts';
import { shopTests } from './console-shop.ts';
import { operatorSuite, shopSuite } from './shop-suite.ts';

// One shop and one browser for all of it: starting them takes longer than many of the tests.
describe('the console in a browser', { skip: chromiumMissing }, () => {
  const shop = shopSuite();
  const operator = operatorSuite(shop);
  describe('accounts', () => accountTests(shop, operator));
  describe('search, shop, feeds and lists', () => shopTests(operator));
  describe('data of products', () => itemTests(operator));
  describe('roles', () => roleTests(operator));
});
