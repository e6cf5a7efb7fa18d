import { decodeHTMLStrict } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { OnixNode } from './onix-node.ts';
import { referenceName } from './short-tags.ts';

/** A `<Product>` of a message, or the reason why it was passed over. */
export type OnixProduct =
  | { readonly record: number; readonly product: OnixNode }
  | { readonly record: number; readonly tooLarge: true };

/** The file isn't ONIX that this service reads: not well-formed, no ONIX at all, or with a DTD of its own. */
export class OnixSyntaxError extends Error {
  override name = 'OnixSyntaxError';
}

/** Characters of one product record. Beyond it the record is passed over instead of held in memory. */
export const PRODUCT_CHARS_MAX = 4 * 1024 * 1024;

/** Characters between two tags; nothing in a book trade message comes near. */
const TEXT_CHARS_MAX = 32 * 1024 * 1024;

/** Elements inside each other. ONIX needs about a dozen; XHTML in a text may add some. */
const DEPTH_MAX = 200;

const ROOTS: ReadonlySet<string> = new Set(['ONIXMessage', 'ONIXmessage', 'Product']);

/** Elements whose inside may be XHTML: it is kept as text, for the cleaning that every text gets. */
const TEXTS: ReadonlySet<string> = new Set([
  'Text',
  'BiographicalNote',
  'TitleText',
  'TitleWithoutPrefix',
  'Subtitle',
]);

/**
 * Reads an ONIX message as it arrives and yields its products, holding one at a time. Reference and short tags look
 * the same afterwards. A DOCTYPE is accepted and never fetched; one with an internal subset is refused, because that
 * is where entity bombs live. Throws OnixSyntaxError with the line at fault.
 */
export async function* readProducts(chunks: AsyncIterable<string>): AsyncGenerator<readonly OnixProduct[]> {
  const reader = new ProductReader();
  for await (const chunk of chunks) {
    reader.write(chunk);
    const ready = reader.take();
    if (ready.length > 0) yield ready;
  }
  reader.close();
  const last = reader.take();
  if (last.length > 0) yield last;
}

class ProductReader {
  readonly #parser = new SaxesParser();
  #ready: OnixProduct[] = [];
  #records = 0;
  #depth = 0;
  /** Elements that are open inside a product, the product first. Empty outside of products. */
  #open: OnixNode[] = [];
  /** How deep we are inside an element whose markup is kept as text. */
  #markupDepth = 0;
  #chars = 0;
  /** What the parser may be holding: it gives a text away only at its end. */
  #charsSinceTag = 0;
  /** Depth of the product that grew too large and is passed over, or 0. */
  #skippedDepth = 0;

  constructor() {
    const parser = this.#parser;
    parser.ENTITIES = namedEntities();
    parser.on('error', (error) => {
      throw new OnixSyntaxError(error.message);
    });
    parser.on('doctype', (declaration) => {
      if (declaration.includes('[')) this.#fail('the DOCTYPE has an internal subset, which is not accepted');
    });
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', (tag) => this.#closeTag(tag));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  write(chunk: string): void {
    this.#charsSinceTag += chunk.length;
    if (this.#charsSinceTag > TEXT_CHARS_MAX)
      this.#fail(`more than ${TEXT_CHARS_MAX} characters without a tag`);
    this.#parser.write(chunk);
  }

  close(): void {
    this.#parser.close();
  }

  /** The products that were completed since the last call. */
  take(): readonly OnixProduct[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #fail(message: string): never {
    throw new OnixSyntaxError(`${this.#parser.line}:${this.#parser.columnIndex}: ${message}`);
  }

  #openTag({ name: tag, attributes }: SaxesTagPlain): void {
    this.#depth++;
    this.#charsSinceTag = 0;
    if (this.#depth > DEPTH_MAX) this.#fail(`more than ${DEPTH_MAX} elements inside each other`);
    const name = referenceName(tag);
    if (this.#depth === 1 && !ROOTS.has(name)) {
      this.#fail(`the root element is <${tag.slice(0, 40)}>, not <ONIXMessage>`);
    }
    if (this.#skippedDepth > 0) return;
    const parent = this.#open.at(-1);
    if (this.#markupDepth > 0) {
      this.#markupDepth++;
      if (parent !== undefined) parent.text += `<${tag}>`;
      this.#count(2 * tag.length + 5);
      return;
    }
    if (parent === undefined && name !== 'Product') return;
    if (parent === undefined) {
      this.#records++;
      this.#chars = 0;
    }
    const node: OnixNode = { name, text: '', children: [], dateFormat: attributes.dateformat ?? null };
    parent?.children.push(node);
    this.#open.push(node);
    if (TEXTS.has(name)) this.#markupDepth = 1;
    this.#count(tag.length);
  }

  #closeTag({ name: tag }: SaxesTagPlain): void {
    this.#depth--;
    if (this.#skippedDepth > 0) {
      if (this.#depth < this.#skippedDepth) this.#skippedDepth = 0;
      return;
    }
    if (this.#markupDepth > 1) {
      this.#markupDepth--;
      const node = this.#open.at(-1);
      if (node !== undefined) node.text += `</${tag}>`;
      return;
    }
    this.#markupDepth = 0;
    const node = this.#open.pop();
    if (node !== undefined && this.#open.length === 0) {
      this.#ready.push({ record: this.#records, product: node });
    }
  }

  #text(text: string): void {
    const node = this.#open.at(-1);
    if (node === undefined || this.#skippedDepth > 0) return;
    this.#count(text.length);
    node.text += text;
  }

  #count(chars: number): void {
    this.#chars += chars;
    if (this.#chars <= PRODUCT_CHARS_MAX) return;
    this.#ready.push({ record: this.#records, tooLarge: true });
    this.#skippedDepth = this.#depth - Math.max(0, this.#markupDepth - 1) - this.#open.length + 1;
    this.#open = [];
    this.#markupDepth = 0;
  }
}

/** The names that HTML gives to characters, which ONIX 2.1 lets senders use without declaring them. */
function namedEntities(): Record<string, string> {
  return new Proxy<Record<string, string>>(
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
}
