import type { StoredItem } from '../catalog/catalog-store.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { ItemReference } from './params.ts';
import type { Services } from './services.ts';

/**
 * The product that a call names. Throws GOODS_002 for an unknown ISBN13, `unknownNumber` for an unknown product
 * number, and SEARCH_002 for a product that the operator withholds (docs/api.md#error-codes).
 */
export async function findItem(
  reference: ItemReference,
  unknownNumber: ErrorCode,
  services: Services,
): Promise<StoredItem> {
  const byIsbn = 'isbn13' in reference;
  const itemId = byIsbn ? await services.catalog.findItemIdByIsbn13(reference.isbn13) : reference.itemId;
  const item = itemId === null ? null : (await services.catalog.findItems([itemId]))[0];
  if (item === null || item === undefined) {
    throw byIsbn
      ? new ApiError('GOODS_002', { value: reference.isbn13 })
      : new ApiError(unknownNumber, { value: reference.text });
  }
  if (item.withheld) throw new ApiError('SEARCH_002');
  return item;
}
