import { account } from './account.ts';
import { operatorConsole } from './console.ts';
import { consoleMapping } from './console-mapping.ts';
import { consoleShop } from './console-shop.ts';
import { docs } from './docs.ts';
import { explorer } from './explorer.ts';
import { frame } from './frame.ts';
import { key } from './key.ts';
import { landing } from './landing.ts';
import { status } from './status.ts';
import { testTool } from './test-tool.ts';
import { usage } from './usage.ts';

/** Every text of the pages in Korean. */
export const ko = {
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
