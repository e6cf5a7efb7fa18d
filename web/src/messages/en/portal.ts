import type { LaterMessages } from '../messages.ts';
import { account } from './account.ts';
import { explorer } from './explorer.ts';
import { key } from './key.ts';
import { testTool } from './test-tool.ts';
import { usage } from './usage.ts';

/** For pages with an account, or on the way to one. */
export const portal = { account, key, usage, testTool, explorer } satisfies LaterMessages['portal'];
