import type { Readable } from 'node:stream';
import { decodeHTMLStrict } from 'entities';
import { message } from '../../messages/messages.ts';
import { emptyBatch, type Fault, type RawBatch } from '../feed-record.ts';
import { shorten } from '../reason.ts';
import { repairDecodedTwice } from '../text/decoded-twice.ts';
import { UNREADABLE } from '../text/text-encoding.ts';
import { parseXml, type XmlHandler } from '../text/xml.ts';
import { type Above, type NumberedProduct, type OnixNode, referenceName } from './onix-node.ts';
import { type OnixSettings, productRecord } from './product-record.ts';

/** ONIX for Books 3.1, 3.0 and 2.1, reference and short tags (docs/feeds.md#onix). One product is one record. */
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

/** The element that a report names in place of a field. */
export function elementOf(field: string): string {
  return ELEMENTS.get(field.replace(/\[.*$/, '')) ?? field;
}

const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['kind', 'Product'],
  ['externalId', 'RecordReference'],
  ['isbn13', 'ProductIdentifier'],
  ['isbn10', 'ProductIdentifier'],
  ['title', 'TitleDetail'],
  ['subTitle', 'Subtitle'],
  ['authors', 'Contributor'],
  ['publisher', 'PublisherName'],
  ['publishDate', 'PublishingDate'],
  ['catalog', 'ProductForm'],
  ['categoryIds', 'Subject'],
  ['shopPrice', 'PriceAmount'],
  ['series', 'Collection'],
  ['cover', 'ResourceLink'],
]);

/** Maximum characters of a product record. A longer record is skipped, not held in memory. */
const PRODUCT_CHARS_MAX = 4 * 1024 * 1024;
const TOO_LONG = message('feeds.productTooLong', { max: PRODUCT_CHARS_MAX });

/** Maximum number of repaired texts reported per product. */
const REPAIRS_NAMED_MAX = 10;

/** Maximum number of products per batch. */
const BATCH_PRODUCTS_MAX = 500;

/**
 * Parses an ONIX message as it arrives and yields its products, holding one in memory. Short tags are replaced by reference
 * names. Throws UnreadableInputError with the line at fault.
 */
export async function* readProducts(input: Readable): AsyncGenerator<readonly NumberedProduct[]> {
  const ready: NumberedProduct[] = [];
  for await (const _piece of parseXml(input, productHandler(ready), LIMITS))
    while (ready.length > 0) yield ready.splice(0, BATCH_PRODUCTS_MAX);
}

/** HTML's named characters, which ONIX 2.1 allows without a declaration. */
const HTML_ENTITIES = new Proxy<Record<string, string>>(
  {},
  {
    get(_target, name) {
      if (typeof name !== 'string') return undefined;
      const written = `&${name};`;
      const text = decodeHTMLStrict(written);
      return text === written ? undefined : text;
    },
  },
);

/** ONIX needs about a dozen levels, XHTML in a text may add some; no text in a book trade message comes near 32 MiB. */
const LIMITS = { depthMax: 200, textCharsMax: 32 * 1024 * 1024, entities: HTML_ENTITIES };

const ROOTS: ReadonlySet<string> = new Set(['ONIXMessage', 'ONIXmessage', 'Product']);

/** Elements that may contain XHTML, which is kept as text and cleaned like any text. */
const TEXTS: ReadonlySet<string> = new Set([
  'Text',
  'BiographicalNote',
  'TitleText',
  'TitleWithoutPrefix',
  'Subtitle',
  'TitleStatement',
]);

/** Appends each product to `ready` when its element ends. */
function productHandler(ready: NumberedProduct[]): XmlHandler {
  let above: Above = { header: null, encoding: '', misdeclared: null };
  let damaged: string | null = null;
  let repairs: Fault[] = [];
  let line = 0;
  let depth = 0;
  /** Depth of the open product or header; 0 outside of them. */
  let productDepth = 0;
  /** Open elements of the product, itself first; empty for a product that is too long. */
  let open: OnixNode[] = [];
  /** Depth inside an element whose markup is kept as text. */
  let markupDepth = 0;
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
      if (depth === 1 && !ROOTS.has(name))
        fail(`the root element is <${tag.slice(0, 40)}>, not <ONIXMessage>`);
      const parent = open.at(-1);
      if (parent !== undefined && markupDepth > 0) {
        markupDepth++;
        parent.text += `<${tag}>`;
        return count(2 * tag.length + 5);
      }
      if (productDepth === 0 && (name === 'Product' || name === 'Header')) {
        if (name === 'Product') line++;
        productDepth = depth;
        [chars, markupDepth, damaged, repairs] = [0, 0, null, []];
      } else if (parent === undefined) return;
      const node: OnixNode = { name, text: '', children: [], dateFormat: attributes.dateformat ?? null };
      parent?.children.push(node);
      open.push(node);
      if (TEXTS.has(name)) markupDepth = 1;
      count(tag.length);
    },
    close(tag) {
      const node = open.at(-1);
      if (node !== undefined && markupDepth > 1) {
        markupDepth--;
        node.text += `</${tag}>`;
      } else {
        markupDepth = 0;
        open.pop();
      }
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
