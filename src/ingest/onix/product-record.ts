import { message } from '../../messages/messages.ts';
import type { Findings } from '../feed-record.ts';
import { type Codes, longestMatch } from '../mapping.ts';
import { missing, oneOf, type Reason, wrong } from '../reason.ts';
import {
  FIXED_PRICE_TYPES,
  NOTIFICATION_TYPES,
  PRICE_TYPES,
  STATUS_BY_AVAILABILITY,
  STATUS_BY_OLD_AVAILABILITY,
  STATUS_BY_PUBLISHING,
} from './code-lists.ts';
import { childOf, childrenOf, dateOf, given, type OnixNode, ofCodes, textOf } from './onix-node.ts';
import { collateralFields, descriptiveFields, publishingFields } from './product-blocks.ts';

/** What the operator's mapping and settings say about every product. */
export interface OnixSettings {
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** The day of the import, yyyyMMdd: it decides which of several prices holds. */
  readonly today: string;
  /** Subject scheme (code list 27) to subject code to category. A code that ends in `*` stands for any ending. */
  readonly subjects: Readonly<Record<string, Codes>>;
  /** Fields of every record that the product itself doesn't give. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/**
 * The `item`, `patch` or `remove` record of a `<Product>` (docs/feeds.md#onix), or null. A whole record names every field that the
 * product has; an update names those of the blocks that it carries. What is wrong or left out is told by element.
 */
export function productRecord(
  product: OnixNode,
  line: number,
  settings: OnixSettings,
  { problems, warnings }: Findings,
): object | null {
  const type = textOf(product, 'NotificationType');
  const kind = NOTIFICATION_TYPES.get(type);
  if (kind === undefined) {
    const rule = oneOf([...NOTIFICATION_TYPES.keys()].sort());
    const reason = type === '' ? missing(rule) : wrong(type, rule);
    problems.push({ line, field: 'NotificationType', reason });
    return null;
  }
  const { externalId, ...isbns } = namesOf(product);
  if (kind === 'delete')
    return { kind: 'remove', ...(externalId === undefined ? { isbn13: isbns.isbn13 } : { externalId }) };
  const warn = (field: string, reason: Reason) => void warnings.push({ line, field, reason });
  const fields = {
    ...given({ externalId, ...isbns }),
    ...descriptiveFields(product),
    ...collateralFields(product),
    ...publishingFields(product),
    ...supplyFields(product, settings, warn),
  };
  const found = categoryIdsOf(product, settings);
  if (kind === 'update') return { kind: 'patch', ...fields, ...given({ categoryIds: found }) };
  const { categoryIds, ...constants } = settings.constants;
  return { kind: 'item', ...fields, categoryIds: found.length > 0 ? found : categoryIds, ...constants };
}

/** What the product is called: its record reference, and its ISBNs. */
function namesOf(product: OnixNode): Readonly<Record<string, string>> {
  const identifiers = childrenOf(product, 'ProductIdentifier');
  const idOf = (...types: string[]) => textOf(ofCodes(identifiers, 'ProductIDType', types)[0], 'IDValue');
  const bare = (isbn: string) => isbn.replace(/[\s-]/g, '');
  const gtin = bare(idOf('15', '03')) || textOf(product, 'EAN13');
  return given({
    externalId: textOf(product, 'RecordReference'),
    isbn13: /^97[89]\d{10}$/.test(gtin) ? gtin : '',
    isbn10: bare(idOf('02') || textOf(product, 'ISBN')),
  });
}

/** The operator's categories of a product, in the order of its subjects, main subjects first, each once. */
function categoryIdsOf(product: OnixNode, { subjects }: OnixSettings): string[] {
  const found = subjectsOf(product).map(({ scheme, code }) =>
    longestMatch((Object.hasOwn(subjects, scheme) && subjects[scheme]) || {}, code),
  );
  return [...new Set(found.filter((categoryId) => categoryId !== null))];
}

/** The subjects of a product with their schemes (code list 27), main subjects first. */
export function subjectsOf(product: OnixNode): readonly { readonly scheme: string; readonly code: string }[] {
  const block = childOf(product, 'DescriptiveDetail') ?? product;
  const isMain = (node: OnixNode) => node.name === 'MainSubject' || childOf(node, 'MainSubject') !== null;
  const nodes = [...childrenOf(block, 'MainSubject'), ...childrenOf(block, 'Subject')];
  const subjects = [...nodes.filter(isMain), ...nodes.filter((node) => !isMain(node))].map((node) => ({
    scheme: textOf(node, 'SubjectSchemeIdentifier', 'MainSubjectSchemeIdentifier'),
    code: textOf(node, 'SubjectCode'),
  }));
  // ONIX 2.1 has elements of their own for the main subjects of two schemes.
  const old = [
    { scheme: '10', code: textOf(block, 'BASICMainSubject') },
    { scheme: '12', code: textOf(block, 'BICMainSubject') },
  ];
  return [...old, ...subjects].filter(({ code }) => code !== '');
}

/**
 * Price and sales status of a product. Of several prices the one in the shop's currency that holds today is taken,
 * the fixed retail price with tax before the others. Prices in other currencies are left out with a warning.
 */
function supplyFields(
  product: OnixNode,
  { currency, today }: OnixSettings,
  warn: (field: string, reason: Reason) => void,
): Record<string, unknown> {
  const details = [product, ...childrenOf(product, 'ProductSupply')].flatMap((one) =>
    childrenOf(one, 'SupplyDetail'),
  );
  const prices = details.flatMap((detail) => childrenOf(detail, 'Price')).map(readPrice);
  const known = prices.filter((price) => price !== null);
  const ours = known.filter((price) => price.currency === currency || price.currency === '');
  if (ours.length === 0 && known.length > 0) {
    const others = [...new Set(known.map((price) => price.currency))].slice(0, 5).join(', ');
    warn('Price', message('feeds.otherCurrency', { given: others, currency }));
  }
  const [price] = ours.filter((one) => one.from <= today && today <= one.until).sort(byKind);
  return given({
    shopPrice: price?.amount,
    fixedBookPriceYn: price && (FIXED_PRICE_TYPES.has(price.type) ? 'Y' : 'N'),
    itemStatus: statusOf(product, details),
  });
}

type Price = NonNullable<ReturnType<typeof readPrice>>;

/** Its days are yyyyMMdd, the first and the last. Null for "unpriced" and for amounts that are none. */
function readPrice(node: OnixNode) {
  const written = textOf(node, 'PriceAmount');
  if (!/^\d{1,12}(\.\d+)?$/.test(written)) return null;
  const dayOf = (roles: readonly string[], old: string) => {
    const [dated] = ofCodes(childrenOf(node, 'PriceDate'), 'PriceDateRole', roles);
    return (dateOf(dated) ?? dateOf(node, old) ?? '').replaceAll('-', '');
  };
  return {
    type: textOf(node, 'PriceType', 'PriceTypeCode'),
    amount: Math.round(Number(written) * 100) / 100,
    currency: textOf(node, 'CurrencyCode'),
    from: dayOf(['14', '24'], 'PriceEffectiveFrom'),
    until: dayOf(['15', '25'], 'PriceEffectiveUntil').padEnd(8, '9'),
  };
}

/** The better kind first; of equal kinds the one for a shorter time, which is how ONIX states an offer. */
function byKind(a: Price, b: Price): number {
  const rank = ({ type }: Price) =>
    PRICE_TYPES.includes(type) ? PRICE_TYPES.indexOf(type) : PRICE_TYPES.length;
  return rank(a) - rank(b) || b.from.localeCompare(a.from) || a.until.localeCompare(b.until);
}

function statusOf(product: OnixNode, details: readonly OnixNode[]): string | undefined {
  const statuses = details.map(
    (detail) =>
      STATUS_BY_AVAILABILITY.get(textOf(detail, 'ProductAvailability')) ??
      STATUS_BY_OLD_AVAILABILITY.get(textOf(detail, 'AvailabilityCode')),
  );
  const block = childOf(product, 'PublishingDetail') ?? product;
  return (
    statuses.find((status) => status !== undefined) ??
    STATUS_BY_PUBLISHING.get(textOf(block, 'PublishingStatus'))
  );
}
