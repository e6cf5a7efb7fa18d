import type { FastifyInstance } from 'fastify';
import { codeScreen } from './account/enter.ts';
import { accountData, confirmAddressScreen, settingsScreen } from './account/settings.ts';
import { demoScreen, returnScreen, signInScreen } from './account/sign-in.ts';
import { signOutScreen } from './account/sign-ins.ts';
import {
  forgotPasswordScreen,
  resetPasswordScreen,
  signUpScreen,
  verifyEmailScreen,
} from './account/sign-up.ts';
import { accountScreen, accountsScreen } from './console/accounts.ts';
import { auditFile, auditScreen } from './console/audit.ts';
import { bulkScreen } from './console/bulk.ts';
import { categoriesScreen } from './console/categories.ts';
import { importScreen } from './console/feed-report.ts';
import { feedsScreen } from './console/feeds.ts';
import { itemScreen } from './console/item.ts';
import { itemsScreen } from './console/items.ts';
import { ordersScreen } from './console/orders.ts';
import { overviewScreen } from './console/overview.ts';
import { quotaRequestsScreen } from './console/quota-requests.ts';
import { rankingsScreen } from './console/rankings.ts';
import { wordsScreen } from './console/words.ts';
import { landingScreen, sampleFiles } from './docs/landing.ts';
import { docsScreens } from './docs/screens.ts';
import { statusScreen } from './docs/status.ts';
import { preferencesScreen } from './kit/frame.ts';
import { registerScreens } from './kit/register.ts';
import type { Screen } from './kit/screen.ts';
import type { Services } from './kit/services.ts';
import { registerStaticFiles } from './kit/static-files.ts';
import { keyScreen, portalScreen } from './own/key.ts';
import { testToolScreen } from './own/test-tool.ts';
import { usageFile, usageScreen } from './own/usage.ts';
import { authorScreen } from './shop/author.ts';
import { categoryScreen } from './shop/category.ts';
import { categoryFeeds } from './shop/category-feeds.ts';
import { productScreen } from './shop/product.ts';
import { registerAddOnLinks, registerCovers } from './shop/register.ts';
import { searchScreen, suggestionsScreen } from './shop/search.ts';

export const SCREENS: readonly Screen[] = [
  landingScreen,
  ...sampleFiles,
  statusScreen,
  preferencesScreen,
  ...docsScreens,
  productScreen,
  authorScreen,
  categoryScreen,
  searchScreen,
  suggestionsScreen,
  ...categoryFeeds,
  signUpScreen,
  verifyEmailScreen,
  signInScreen,
  codeScreen,
  demoScreen,
  returnScreen,
  signOutScreen,
  forgotPasswordScreen,
  resetPasswordScreen,
  settingsScreen,
  confirmAddressScreen,
  accountData,
  portalScreen,
  keyScreen,
  usageScreen,
  usageFile,
  testToolScreen,
  overviewScreen,
  categoriesScreen,
  accountsScreen,
  accountScreen,
  quotaRequestsScreen,
  feedsScreen,
  importScreen,
  ordersScreen,
  rankingsScreen,
  auditScreen,
  auditFile,
  itemsScreen,
  itemScreen,
  bulkScreen,
  wordsScreen,
];

export function registerSite(app: FastifyInstance, services: Services): void {
  registerStaticFiles(app, services);
  registerCovers(app, services);
  registerAddOnLinks(app, services);
  // registerScreens sets an error handler, which must not handle other routes.
  app.register(async (scope) => registerScreens(scope, SCREENS, services));
}
