import { missing, oneOf, wrong } from '../reason.ts';
import { NOTIFICATION_TYPES } from './code-lists.ts';
import { childrenOf, type ElementFault, type OnixNode, textOf } from './onix-node.ts';
import { collateralFields, descriptiveFields, given, publishingFields } from './product-blocks.ts';
import { categoryIdsOf, type SubjectMapping } from './subject-mapping.ts';
import { supplyFields } from './supply-fields.ts';

/** What the operator's mapping and settings say about every product. */
export interface OnixSettings {
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** The day of the import, yyyyMMdd: it decides which of several prices holds. */
  readonly today: string;
  readonly subjects: SubjectMapping;
  /** Fields of every record that the product itself doesn't give. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** One product as the record of a feed line, with what had to be left out; or why there is none. */
export type ProductRecord =
  | { readonly record: Readonly<Record<string, unknown>>; readonly warnings: readonly ElementFault[] }
  | { readonly refusal: ElementFault };

/**
 * Turns a `<Product>` into an `item`, `patch` or `remove` record (docs/feeds.md#onix). A whole record names
 * every field that the product has; an update names those of the blocks that it carries.
 */
export function productRecord(product: OnixNode, settings: OnixSettings): ProductRecord {
  const type = textOf(product, 'NotificationType');
  const kind = NOTIFICATION_TYPES.get(type);
  if (kind === undefined) return { refusal: unknownNotification(type) };
  const name = namesOf(product);
  if (kind === 'delete') {
    const { externalId, isbn13 } = name;
    return {
      record: { kind: 'remove', ...(externalId === undefined ? { isbn13 } : { externalId }) },
      warnings: [],
    };
  }
  const warnings: ElementFault[] = [];
  const fields = {
    ...descriptiveFields(product),
    ...collateralFields(product),
    ...publishingFields(product),
    ...supplyFields(product, settings, warnings),
  };
  const categoryIds = categoryIdsOf(product, settings.subjects);
  if (kind === 'update') {
    const subjects = categoryIds.length > 0 ? { categoryIds } : {};
    return { record: { kind: 'patch', ...name, ...fields, ...subjects }, warnings };
  }
  const { categoryIds: fallback, ...constants } = settings.constants;
  return {
    record: {
      kind: 'item',
      ...name,
      ...fields,
      categoryIds: categoryIds.length > 0 ? categoryIds : fallback,
      ...constants,
    },
    warnings,
  };
}

/** What the product is called: its record reference, and its ISBNs. */
function namesOf(product: OnixNode): Readonly<Record<string, string | undefined>> {
  const identifiers = childrenOf(product, 'ProductIdentifier');
  const idOfType = (...types: string[]) => {
    for (const type of types) {
      const found = identifiers.find((one) => textOf(one, 'ProductIDType') === type);
      if (found !== undefined) return textOf(found, 'IDValue').replace(/[\s-]/g, '');
    }
    return '';
  };
  const gtin = idOfType('15', '03') || textOf(product, 'EAN13');
  const isbn13 = /^97[89]\d{10}$/.test(gtin) ? gtin : '';
  const isbn10 = idOfType('02') || textOf(product, 'ISBN').replace(/[\s-]/g, '');
  return given({ externalId: textOf(product, 'RecordReference'), isbn13, isbn10 });
}

function unknownNotification(type: string): ElementFault {
  const rule = oneOf([...NOTIFICATION_TYPES.keys()].sort());
  return { element: 'NotificationType', reason: type === '' ? missing(rule) : wrong(type, rule) };
}
