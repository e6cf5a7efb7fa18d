import type { Readable } from 'node:stream';
import { decodeHTMLStrict } from 'entities';
import { message } from '../../messages/messages.ts';
import {
  emptyBatch,
  type Fault,
  type Findings,
  missing,
  oneOf,
  type RawBatch,
  type RawRecord,
  shorten,
  wrong,
} from '../feed-record.ts';
import { type Codes, longestMatch } from '../mapping.ts';

import { repairDecodedTwice, UNREADABLE } from '../text/text-encoding.ts';
import { parseXml, type XmlHandler } from '../text/xml.ts';
import {
  type Above,
  blockOf,
  CODES,
  childOf,
  childrenOf,
  given,
  type NumberedProduct,
  type OnixNode,
  ofCodes,
  referenceName,
  textOf,
} from './onix-node.ts';
import { productFields } from './product-fields.ts';
import { type Shop, supplyFields } from './supply.ts';

export interface OnixSettings extends Shop {
  /** The category by subject scheme (code list 27) and subject code. */
  readonly subjects: Readonly<Record<string, Codes>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** Reads ONIX for Books 3.1, 3.0 and 2.1 (docs/feeds.md#onix). One product is one record. */
export async function* readOnix(input: Readable, settings: OnixSettings): AsyncGenerator<RawBatch> {
  for await (const products of readProducts(input)) {
    const batch = emptyBatch(products.at(-1)?.line ?? 0);
    for (const numbered of products) {
      const { line, product, encoding, misdeclared } = numbered;
      batch.warnings.push(...numbered.repairs.map((repair) => ({ line, ...repair })));
      if (product === null) batch.problems.push({ line, field: 'Product', reason: TOO_LONG });
      const record = product && productRecord({ ...numbered, product }, settings, batch);
      if (record !== null) batch.records.push(record);
      if (line === 1 && misdeclared !== null) {
        const { title = '' } = Object(record?.value);
        const reason = message('feeds.misdeclared', { misdeclared, encoding, title: shorten(title) });
        batch.warnings.push({ line, field: '', reason });
      }
    }
    yield batch;
  }
}

/** The record of a `<Product>`; null if its notification type is unknown. Findings name elements instead of fields. */
function productRecord(
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
    // ONIX 2.1 has separate elements for the main subjects of two schemes.
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

/** The element that a report names in place of a field. */
export function elementOf(field: string): string {
  return ELEMENTS.get(field.replace(/\[.*$/, '')) ?? field;
}

const ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kind: 'Product',
    externalId: 'RecordReference',
    isbn13: 'ProductIdentifier',
    isbn10: 'ProductIdentifier',
    title: 'TitleDetail',
    subTitle: 'Subtitle',
    authors: 'Contributor',
    publisher: 'PublisherName',
    publishDate: 'PublishingDate',
    catalog: 'ProductForm',
    categoryIds: 'Subject',
    shopPrice: 'PriceAmount',
    series: 'Collection',
    cover: 'ResourceLink',
  }),
);

/** A longer record is skipped, not held in memory. */
const PRODUCT_CHARS_MAX = 4 * 1024 * 1024;
const TOO_LONG = message('feeds.productTooLong', { max: PRODUCT_CHARS_MAX });

const REPAIRS_NAMED_MAX = 10;

const BATCH_PRODUCTS_MAX = 500;

/** The products of a message as it arrives, with reference names. Throws UnreadableInputError with the line at fault. */
export async function* readProducts(input: Readable): AsyncGenerator<readonly NumberedProduct[]> {
  const ready: NumberedProduct[] = [];
  for await (const _piece of parseXml(input, productHandler(ready), LIMITS))
    while (ready.length > 0) yield ready.splice(0, BATCH_PRODUCTS_MAX);
}

/** HTML's named characters, which ONIX 2.1 allows without a declaration. */
const HTML_ENTITIES: Record<string, string> = new Proxy(
  {},
  { get: (_all, name) => htmlEntity(String(name)) },
);

function htmlEntity(name: string): string | undefined {
  const written = `&${name};`;
  const text = decodeHTMLStrict(written);
  return text === written ? undefined : text;
}

/** ONIX needs about a dozen levels, XHTML in a text may add some; no text in a book trade message comes near 32 MiB. */
const LIMITS = { depthMax: 200, textCharsMax: 32 * 1024 * 1024, entities: HTML_ENTITIES };

/** Elements that may contain XHTML, which is kept as text. */
const TEXTS: ReadonlySet<string> = new Set(
  'Text BiographicalNote TitleText TitleWithoutPrefix Subtitle TitleStatement'.split(' '),
);

function productHandler(ready: NumberedProduct[]): XmlHandler {
  let above: Above = { header: null, encoding: '', misdeclared: null };
  let damaged: string | null = null;
  let repairs: Fault[] = [];
  let line = 0;
  let depth = 0;
  let productDepth = 0;
  /** The product and its open elements; empty if the product is too long. */
  let open: OnixNode[] = [];
  let chars = 0;
  const count = (more: number) => {
    chars += more;
    if (chars > PRODUCT_CHARS_MAX) open = [];
  };
  return {
    encoding: (encoding, misdeclared) => {
      above = { header: null, encoding, misdeclared };
    },
    open(tag, attributes, fail) {
      depth++;
      const name = referenceName(tag);
      if (depth === 1 && !/^(?:ONIX[Mm]essage|Product)$/.test(name))
        fail(`the root element is <${tag.slice(0, 40)}>, not <ONIXMessage>`);
      const parent = open.at(-1);
      if (parent !== undefined && TEXTS.has(parent.name)) {
        // The parent is pushed again, so that the markup becomes part of its text.
        open.push(parent);
        parent.text += `<${tag}>`;
        return count(2 * tag.length + 5);
      }
      if (productDepth === 0 && (name === 'Product' || name === 'Header')) {
        if (name === 'Product') line++;
        productDepth = depth;
        [chars, damaged, repairs] = [0, null, []];
      } else if (parent === undefined) return;
      const node: OnixNode = { name, text: '', children: [], dateFormat: attributes.dateformat ?? null };
      parent?.children.push(node);
      open.push(node);
      count(tag.length);
    },
    close(tag) {
      const node = open.pop();
      if (node !== undefined && node === open.at(-1)) node.text += `</${tag}>`;
      if (depth-- !== productDepth) return;
      productDepth = 0;
      if (referenceName(tag) === 'Header') above = { ...above, header: node ?? null };
      else ready.push({ ...above, line, product: node ?? null, damaged, repairs });
    },
    text(text) {
      const node = open.at(-1);
      if (node === undefined) return;
      const repair = repairDecodedTwice(text);
      if (repair !== null && repairs.length < REPAIRS_NAMED_MAX)
        repairs.push({ field: node.name, reason: repair.reason });
      node.text += repair?.meant ?? text;
      if (text.includes(UNREADABLE)) damaged ??= node.name;
      count(text.length);
    },
  };
}
