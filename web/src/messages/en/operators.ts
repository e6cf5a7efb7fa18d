import type { LaterMessages } from '../messages.ts';
import { operatorConsole } from './console.ts';
import { consoleMapping } from './console-mapping.ts';
import { consoleOrders } from './console-orders.ts';
import { consoleShop } from './console-shop.ts';

/** For the operators' console, which also has those of the portal. */
export const operators = {
  console: operatorConsole,
  consoleMapping,
  consoleOrders,
  consoleShop,
} satisfies LaterMessages['operators'];
