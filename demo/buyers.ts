import type { BuyerSex, BuyerType } from '../src/rankings/sale.ts';
import { BUYER_CELLS } from './demand.ts';
import type { Random } from './random.ts';
import { mix } from './random.ts';

/** Who placed an order, as the shop states it. */
export interface Buyer {
  readonly buyer: string | null;
  readonly buyerType: BuyerType;
  readonly sex: BuyerSex | null;
  readonly age: number | null;
}

/** Customers of a shop with 20,000 items; other sizes in proportion. */
const CUSTOMERS = 45_000;
const ORGANISATIONS = 60;
const RESELLERS = 12;

/**
 * Draws the buyer of an order placed in a cell. Some customers come much more often than others. A few orders
 * are a guest's, an organisation's or a reseller's, and some customers gave neither sex nor age.
 */
export function drawBuyer(cell: number, scale: number, random: Random): Buyer {
  const luck = random.next();
  if (luck < 0.008) return trader('organisation', random.below(ORGANISATIONS));
  if (luck < 0.011) return trader('reseller', random.below(RESELLERS));
  if (luck < 0.03) return { buyer: null, buyerType: 'person', sex: null, age: null };
  const { sex, fromAge, share } = BUYER_CELLS[cell] ?? { sex: 'F', fromAge: 30, share: 0.1 };
  const customers = Math.max(20, Math.round(CUSTOMERS * share * scale));
  const hash = mix(cell + 101, Math.floor(random.next() ** 1.7 * customers));
  return {
    buyer: `demo-${hash.toString(16).padStart(8, '0')}`,
    buyerType: 'person',
    sex: hash % 25 === 0 ? null : sex,
    age: hash % 20 === 1 ? null : ageIn(fromAge, hash >>> 8),
  };
}

/** How many copies of one item a buyer takes. */
export function drawQuantity(type: BuyerType, random: Random): number {
  if (type === 'organisation') return random.between(3, 40);
  if (type === 'reseller') return random.between(10, 60);
  const luck = random.next();
  return luck < 0.955 ? 1 : luck < 0.99 ? 2 : 3;
}

function trader(buyerType: BuyerType, place: number): Buyer {
  return { buyer: `demo-${buyerType}-${place + 1}`, buyerType, sex: null, age: null };
}

/** Readers under twenty are 13 at least, those of sixty and over 78 at most. */
function ageIn(fromAge: number, hash: number): number {
  if (fromAge === 10) return 13 + (hash % 7);
  return fromAge === 60 ? 60 + (hash % 19) : fromAge + (hash % 10);
}
