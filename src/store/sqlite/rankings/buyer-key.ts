import type { DatabaseSync } from 'node:sqlite';
import { type BuyerKey, checkValueOf } from '../../../rankings/buyer-reference.ts';
import { transaction } from '../database.ts';
import { StoreRefused } from '../store-check.ts';

/**
 * Makes sure that the buyers in the ledger are stored under this key, within the caller's write transaction. Throws StoreRefused
 * for a key that isn't the store's.
 */
export function ensureBuyerKey(db: DatabaseSync, key: BuyerKey): void {
  if (isKeyed(db, key)) return;
  db.prepare('INSERT INTO buyer_key (id, check_value) VALUES (1, ?)').run(checkValueOf(key));
}

/** The same in a transaction of its own, for a start. */
export function keepBuyerKey(db: DatabaseSync, key: BuyerKey): void {
  if (!isKeyed(db, key)) transaction(db, () => ensureBuyerKey(db, key));
}

function isKeyed(db: DatabaseSync, key: BuyerKey): boolean {
  const known = db.prepare('SELECT check_value FROM buyer_key').get()?.check_value;
  if (known === undefined) return false;
  if (known === checkValueOf(key)) return true;
  throw new StoreRefused(
    'The buyers of the order lines were stored under another secret: give this command the same SEOGA_KEY_PEPPER ' +
      'or secrets.json as the server. Nothing was changed.',
  );
}
