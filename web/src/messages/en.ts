import { account } from './en/account.ts';
import { operatorConsole } from './en/console.ts';
import { consoleMapping } from './en/console-mapping.ts';
import { consoleShop } from './en/console-shop.ts';
import { docs } from './en/docs.ts';
import { explorer } from './en/explorer.ts';
import { frame } from './en/frame.ts';
import { key } from './en/key.ts';
import { landing } from './en/landing.ts';
import { status } from './en/status.ts';
import { testTool } from './en/test-tool.ts';
import { usage } from './en/usage.ts';
import type { Messages } from './messages.ts';

/** Every text of the pages in English. */
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
} satisfies Messages;
