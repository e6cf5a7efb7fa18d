import type { Download, Screen } from '../kit/screen.ts';
import { accountScreen } from './account.ts';
import { accountsScreen } from './accounts.ts';
import { auditFile, auditScreen } from './audit.ts';
import { bulkScreen } from './bulk.ts';
import { categoriesScreen } from './categories.ts';
import { importScreen } from './feed-log.ts';
import { feedsScreen } from './feeds.ts';
import { itemScreen } from './item.ts';
import { itemsScreen } from './items.ts';
import { ordersScreen } from './orders.ts';
import { overviewScreen } from './overview.ts';
import { quotaRequestsScreen } from './quota-requests.ts';
import { rankingsScreen } from './rankings.ts';
import { sampleFiles } from './samples.ts';
import { wordsScreen } from './words.ts';

/** Every screen of the operators' console. */
export const consoleScreens: readonly (Screen | Download)[] = [
  overviewScreen,
  categoriesScreen,
  ...sampleFiles,
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
