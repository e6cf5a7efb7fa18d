import { childOf, childrenOf, type OnixNode, ofCodes, textOf } from './onix-node.ts';

/** A set or series with the product's number in it; empty without one. */
export interface Collection {
  readonly name: string;
  readonly number: string;
}

/** Levels of a title (list 149), from the whole collection to its smallest part. */
const COLLECTION_LEVELS = ['02', '03', '06'] as const;

/** The collections of a product: ONIX 3.0's composites, and ONIX 2.1's series and sets. */
export function collectionsOf(block: OnixNode): readonly Collection[] {
  const nodes = block.children.filter(({ name }) => ['Collection', 'Series', 'Set'].includes(name));
  const collections = nodes.map((one) => {
    const elements = childrenOf(childOf(one, 'TitleDetail'), 'TitleElement');
    const element = ofCodes(elements, 'TitleElementLevel', ...COLLECTION_LEVELS)[0] ?? elements[0];
    const sequence = childOf(one, 'CollectionSequence');
    return {
      name: textIn(element) || textOf(one, 'TitleOfSeries', 'TitleOfSet'),
      number:
        partIn(element) ||
        textOf(sequence, 'CollectionSequenceNumber') ||
        textOf(one, 'NumberWithinSeries', 'SetPartNumber', 'ItemNumberWithinSet'),
    };
  });
  return collections.filter(({ name }) => name !== '');
}

const NUMERAL = String.raw`(?:\d+|[IVX]+|one|two|three|four|five|six|seven|eight|nine|ten)`;
/** A text that is only a number: 1, 제2권, Vol. 3, Book Four, 상, XII. */
const ONLY_NUMBER = new RegExp(
  String.raw`^(?:\d{1,3}|제?\s*\d+\s*[권부편집호화]|[상중하][권편]?|[IVX]+|no\.?\s*\d+|(?:vol(?:ume)?|book|part|tome|band|teil)\.?\s*${NUMERAL})$`,
  'iu',
);

/**
 * The title of a `<TitleDetail>`, or of a `<Title>` of ONIX 2.1, with its number if the text lacks it, so that parts of a work
 * differ. A product without its own title, or with only a number, gets its collection's.
 */
export function titleOf(detail: OnixNode, around: readonly Collection[]): string {
  const elements = childrenOf(detail, 'TitleElement');
  const levels = ofCodes(elements, 'TitleElementLevel', ...COLLECTION_LEVELS);
  const inside = levels.map((one) => ({ name: textIn(one), number: partIn(one) }));
  const own =
    ofCodes(elements, 'TitleElementLevel', '01')[0] ??
    elements.find((one) => !levels.includes(one)) ??
    (elements.length === 0 ? detail : undefined);
  const [text, subtitle] = [textIn(own), textOf(own, 'Subtitle')];
  const statement = textOf(detail, 'TitleStatement');
  const part = partIn(own) || (ONLY_NUMBER.test(subtitle) ? subtitle : '');
  const numberIn = (name: string) =>
    [...inside, ...around].find((one) => one.name === name && one.number !== '')?.number ?? '';
  if (text !== '' && (inside.length === 0 || !ONLY_NUMBER.test(text))) {
    const rest = statement.startsWith(text) ? statement.slice(text.length).trim() : '';
    return part === '' && ONLY_NUMBER.test(rest) ? statement : numbered(text, part || numberIn(text));
  }
  if (statement !== '') return statement;
  const whole = inside.map(({ name, number }) => numbered(name, number)).join(' ') || (around[0]?.name ?? '');
  return numbered(whole, text || part || numberIn(whole));
}

export function textIn(element: OnixNode | undefined): string {
  const parts = [textOf(element, 'TitlePrefix'), textOf(element, 'TitleWithoutPrefix')];
  return textOf(element, 'TitleText') || parts.join(' ').trim();
}

const partIn = (element: OnixNode | undefined) => textOf(element, 'PartNumber', 'YearOfAnnual');

/** Length of a title's end that is searched for its number. */
const END_CHARS = 100;

/** A text with its number appended, unless it already ends in it. */
function numbered(text: string, number: string): string {
  const digits = /\d+/.exec(number)?.[0];
  const written = digits === undefined ? RegExp.escape(number) : `(?<!\\d)0*${Number(digits)}[권부편집호화]?`;
  const isShort = number !== '' && number.length <= END_CHARS;
  const isThere = isShort && new RegExp(`${written}[^\\p{L}\\p{N}]*$`, 'iu').test(text.slice(-END_CHARS));
  return isThere ? text : `${text} ${number}`.trim();
}
