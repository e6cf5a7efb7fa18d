import { hash, hkdfSync } from 'node:crypto';
import { type Reader, StoreRefused, type Writer } from '../../sql-database.ts';

export interface BuyerKey {
  /** 32 bytes in hexadecimal (docs/accounts.md#privacy). */
  readonly hex: string;
}

/** Derives the secret from the installation's key pepper, so that no further secret must be stored. */
export function buyerKeyOf(keyPepper: string): BuyerKey {
  const bytes = hkdfSync('sha256', keyPepper, '', 'seoga buyer references', 32);
  return { hex: Buffer.from(bytes).toString('hex') };
}

/**
 * A hash of 53 bits: if a million buyers buy an item in a month, two collide with a probability below 1 in 10,000. The key keeps
 * others from finding a reference by trying.
 */
export function keyedBuyer(key: BuyerKey, reference: string): number {
  const exported = EXPORTED.exec(reference)?.[1];
  if (exported !== undefined) return Number(`0x${exported}`);
  return first53Bits(`${key.hex}:${reference}`);
}

/** The pseudonym of a stored buyer in exports: importing it gives the same number again, whatever the key. */
export function exportedBuyer(stored: number): string {
  return `seoga-buyer:${markOf(stored)}`;
}

const EXPORTED = /^seoga-buyer:([\da-f]{1,14})$/;

function first53Bits(text: string): number {
  // A byte string takes a third of the time of a buffer.
  const digest = hash('sha256', text, 'binary');
  const byte = (at: number) => digest.charCodeAt(at);
  const high = byte(0) | (byte(1) << 8) | ((byte(2) & 0x1f) << 16);
  const low = byte(4) | (byte(5) << 8) | (byte(6) << 16) | (byte(7) << 24);
  return high * 2 ** 32 + (low >>> 0);
}

/** A buyer's stored number in hexadecimal, as operators and exports see it; null without a buyer. */
export function markOf(buyer: unknown): string | null {
  return typeof buyer === 'number' ? BigInt(buyer).toString(16) : null;
}

export function buyerOf(mark: string | null): number | null {
  return mark === null ? null : Number(`0x${mark}`);
}

/**
 * The lowest number of an erased buyer; all hashes of references are lower. Erased buyers get random even numbers, because a
 * double holds even numbers of this size exactly.
 */
export const ERASED_BUYER_MIN = 2 ** 53;

/** Records the key unless the ledger has a key. Throws StoreRefused if the ledger has another key. */
export async function ensureBuyerKey(writer: Writer, key: BuyerKey): Promise<void> {
  if (await isBuyerKey(writer, key)) return;
  await writer.query('UPDATE catalog_state SET buyer_check = $1', [checkOf(key)]);
}

const checkOf = (key: BuyerKey) => first53Bits(`${key.hex} check`);

/** Whether the ledger's buyers are hashed with this key; false without a recorded key. Throws StoreRefused for another key. */
export async function isBuyerKey({ query }: Reader, key: BuyerKey): Promise<boolean> {
  const [state] = await query<{ known: number | null }>('SELECT buyer_check AS known FROM catalog_state');
  const known = state?.known ?? null;
  if (known === null || known === checkOf(key)) return known !== null;
  throw new StoreRefused(
    'The buyers of the order lines were stored under another secret: give this command the same SEOGA_KEY_PEPPER ' +
      'or secrets.json as the server. Nothing was changed.',
  );
}
