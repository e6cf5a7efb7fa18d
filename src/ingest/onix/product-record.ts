import { message } from '../../messages/messages.ts';
import type { Findings, RawRecord } from '../feed-record.ts';
import { type Codes, longestMatch } from '../mapping.ts';
import { missing, oneOf, wrong } from '../reason.ts';
import {
  blockOf,
  CODES,
  childOf,
  childrenOf,
  given,
  type NumberedProduct,
  type OnixNode,
  ofCodes,
  textOf,
} from './onix-node.ts';
import { productFields } from './product-fields.ts';
import { type Shop, supplyFields } from './supply.ts';

export interface OnixSettings extends Shop {
  /** The category, by subject scheme (code list 27) and subject code. A `*` at the end of a code matches any ending. */
  readonly subjects: Readonly<Record<string, Codes>>;
  /** Default fields of every record. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/**
 * The `item`, `patch` or `remove` record of a `<Product>` (docs/feeds.md#onix); null if its notification type is unknown. A patch
 * gives only the fields of blocks that the product has. Findings name elements instead of fields.
 */
export function productRecord(
  { product, line, header, damaged, encoding }: NumberedProduct & { readonly product: OnixNode },
  settings: OnixSettings,
  { problems, warnings }: Findings,
): RawRecord | null {
  const type = textOf(product, 'NotificationType');
  const kind = CODES.notificationTypes.get(type);
  if (kind === undefined) {
    const rule = oneOf([...CODES.notificationTypes.keys()].sort());
    const reason = type === '' ? missing(rule) : wrong(type, rule);
    problems.push({ line, field: 'NotificationType', reason });
    return null;
  }
  const names = namesOf(product);
  if (damaged !== null) {
    // The checks get the item's name together with the reason, so that a full feed doesn't remove the item.
    const reason = message('feeds.notInDeclared', { element: damaged, encoding });
    return { line, value: names, lost: new Map([['kind', reason]]) };
  }
  const { externalId, isbn13 } = names;
  if (kind === 'delete')
    return { line, value: { kind: 'remove', ...(externalId === undefined ? { isbn13 } : { externalId }) } };
  const { fields: supply, onlyIfNew } = supplyFields(product, {
    ...settings,
    header,
    warn: (field, reason) => warnings.push({ line, field, reason }),
  });
  const fields = { ...names, ...productFields(product) };
  const found = categoryIdsOf(product, settings);
  if (kind === 'update') {
    const changed = Object.entries(supply).filter(([name]) => !onlyIfNew.includes(name));
    const categories = given({ categoryIds: found });
    return { line, value: { kind: 'patch', ...fields, ...Object.fromEntries(changed), ...categories } };
  }
  const { categoryIds, ...constants } = settings.constants;
  const categories = { categoryIds: found.length > 0 ? found : categoryIds };
  return { line, value: { kind: 'item', ...fields, ...supply, ...categories, ...constants }, onlyIfNew };
}

/** The names of a product: its record reference and its ISBNs. */
function namesOf(product: OnixNode) {
  const identifiers = childrenOf(product, 'ProductIdentifier');
  const idOf = (type: string) => textOf(ofCodes(identifiers, 'ProductIDType', type)[0], 'IDValue');
  const gtin = idOf('03') || textOf(product, 'EAN13');
  return given({
    externalId: textOf(product, 'RecordReference'),
    isbn13: idOf('15') || (/^97[89]/.test(gtin) ? gtin : ''),
    isbn10: idOf('02') || textOf(product, 'ISBN'),
  });
}

/** The operator's categories of a product, in the order of its subjects, main subjects first, without duplicates. */
function categoryIdsOf(product: OnixNode, { subjects }: OnixSettings): string[] {
  const found = subjectsOf(product).map(({ scheme, code }) =>
    longestMatch((Object.hasOwn(subjects, scheme) && subjects[scheme]) || {}, code),
  );
  return [...new Set(found.filter((categoryId) => categoryId !== null))];
}

/** The subjects of a product with their schemes (code list 27), main subjects first. */
export function subjectsOf(product: OnixNode): readonly { readonly scheme: string; readonly code: string }[] {
  const block = blockOf(product, 'DescriptiveDetail');
  const isMain = (node: OnixNode) => node.name === 'MainSubject' || childOf(node, 'MainSubject') !== null;
  const nodes = [...childrenOf(block, 'MainSubject'), ...childrenOf(block, 'Subject')];
  return [
    // ONIX 2.1 has elements of their own for the main subjects of two schemes.
    { scheme: '10', code: textOf(block, 'BASICMainSubject') },
    { scheme: '12', code: textOf(block, 'BICMainSubject') },
    ...nodes
      .toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
      .map((node) => ({
        scheme: textOf(node, 'SubjectSchemeIdentifier', 'MainSubjectSchemeIdentifier'),
        code: textOf(node, 'SubjectCode'),
      })),
  ].filter(({ code }) => code !== '');
}
