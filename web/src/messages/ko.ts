import { account } from './ko/account.ts';
import { operatorConsole } from './ko/console.ts';
import { consoleMapping } from './ko/console-mapping.ts';
import { consoleShop } from './ko/console-shop.ts';
import { docs } from './ko/docs.ts';
import { explorer } from './ko/explorer.ts';
import { frame } from './ko/frame.ts';
import { key } from './ko/key.ts';
import { landing } from './ko/landing.ts';
import { status } from './ko/status.ts';
import { testTool } from './ko/test-tool.ts';
import { usage } from './ko/usage.ts';

/** Every text of the pages in Korean. */
export const messages = {
  frame,
  landing,
  docs,
  status,
  account,
  key,
  usage,
  testTool,
  explorer,
  console: operatorConsole,
  consoleMapping,
  consoleShop,
};
