import { describe } from 'node:test';
import { chromiumMissing } from './browser.ts';
import { signInTests } from './journey-account.ts';
import { firstCallTests } from './journey-first-call.ts';
import { nameAndAddressTests } from './name-and-address.ts';
import { secondFactorTests } from './second-factor.ts';
import { shopSuite } from './shop-suite.ts';

// One shop and one browser for all of it: starting them takes longer than many of the tests.
describe('accounts in a browser', { skip: chromiumMissing }, () => {
  const shop = shopSuite();
  describe('from an empty installation to the closed account', () => firstCallTests(shop));
  describe('sign-up, sign-in and sessions', () => signInTests(shop));
  describe('one-time codes', () => secondFactorTests(shop));
  describe('name and address', () => nameAndAddressTests(shop));
});
