import type { Ticket } from './gate.ts';

/** Settled calls of one account, day, endpoint and class of outcome. */
export interface UsageCount {
  readonly ticket: Ticket;
  readonly statusClass: number;
  calls: number;
}

/** Calls that wait to be written, as few as the rows that they become. */
export type UsageCounts = Map<string, UsageCount>;

export function countCall(counts: UsageCounts, ticket: Ticket, statusClass: number): void {
  const key = `${ticket.accountId} ${ticket.day} ${statusClass} ${ticket.endpoint}`;
  const count = counts.get(key);
  if (count === undefined) counts.set(key, { ticket, statusClass, calls: 1 });
  else count.calls += 1;
}
