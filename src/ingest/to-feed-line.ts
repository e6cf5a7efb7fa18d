import type { DayWindow, Item } from '../catalog/item.ts';
import { formatKstDay, formatKstInstant } from '../clock.ts';
import type { FeedRecord } from './feed-record.ts';

/**
 * A record as one line of a JSON Lines feed (docs/feeds.md#format), without the line end. Fields that are null
 * are left out: a reader fills in the same defaults.
 */
export function toFeedLine(record: FeedRecord): string {
  return JSON.stringify(fieldsOf(record), (_, value) => (value === null ? undefined : value));
}

function fieldsOf(record: FeedRecord): object {
  switch (record.kind) {
    case 'category':
      return { kind: record.kind, ...record.category };
    case 'author':
      return { kind: record.kind, ...record.author };
    case 'item':
      return { kind: record.kind, externalId: record.name?.externalId ?? null, ...itemFields(record.item) };
    case 'patch':
      return { kind: record.kind, ...record.name, ...record.fields };
    case 'remove':
      return { kind: record.kind, ...record.name, itemId: record.itemId };
    case 'sale': {
      const { soldAtMs, ...sale } = record.sale;
      return { kind: record.kind, ...sale, soldAt: formatKstInstant(soldAtMs) };
    }
    case 'cancel': {
      const { cancelledAtMs, isTimeDefault, ...line } = record.cancellation;
      const cancelledAt = isTimeDefault === true ? null : formatKstInstant(cancelledAtMs);
      return { kind: record.kind, ...line, cancelledAt };
    }
  }
}

function itemFields(item: Item): object {
  const { contributors, registeredAtMs, deal, attention, ...fields } = item;
  return {
    ...fields,
    authors: contributors,
    registeredAt: formatKstInstant(registeredAtMs),
    deal: deal && { salePrice: deal.salePrice, ...windowFields(deal) },
    attention: attention && windowFields(attention),
  };
}

function windowFields(window: DayWindow): object {
  return { from: formatKstDay(window.from), until: formatKstDay(window.until) };
}
