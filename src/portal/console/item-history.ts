import type { ItemHistory } from '../console-contract.ts';
import { readNumber } from '../query.ts';
import { type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { ANY_ENTRY, auditViews } from './audit.ts';

/** Decisions shown on an item's page. */
const DECISIONS_MAX = 50;

/** What operators decided of an item, from the audit log (docs/rules/accounts.md#operators-decisions). */
export const itemHistoryRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/console/shop/history', needs: 'see-shop', limit: READING, answer: showHistory },
];

async function showHistory({ query }: SignedInRequest, services: PortalServices): Promise<ItemHistory> {
  const filter = { ...ANY_ENTRY, target: `item:${readNumber(query, 'itemId') ?? 0}` };
  const entries = await services.auditLog.list(filter, null, DECISIONS_MAX);
  return { entries: await auditViews(entries, services) };
}
