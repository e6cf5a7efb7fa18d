import { seriesOfName } from '../table/cell-value.ts';
import {
  blockOf,
  CODES,
  childOf,
  childrenOf,
  dateOf,
  given,
  type OnixNode,
  ofCodes,
  textOf,
} from './onix-node.ts';

type Fields = Record<string, unknown>;

/** The fields of a product (docs/feeds.md#onix-fields) except for names, categories, price and status. */
export function productFields(product: OnixNode): Fields {
  const block = blockOf(product, 'DescriptiveDetail');
  const collections = collectionsOf(block);
  const form = textOf(block, 'ProductForm');
  const isTranslated = ofCodes(childrenOf(block, 'Language'), 'LanguageRole', '02').length > 0;
  return given({
    ...titleFields(block, collections),
    authors: contributorsOf(block),
    catalog: CODES.catalogsByForm.get(form.charAt(0)),
    itemFormat: CODES.formats.get(form),
    originalTranslation: isTranslated ? '번역서' : '',
    ...measureFields(block),
    pages: pagesOf(block),
    // Series have names in ONIX, but seldom numbers.
    series: [...new Set(collections.map(({ name }) => name))].map(seriesOfName),
    ...collateralFields(blockOf(product, 'CollateralDetail')),
    ...publishingFields(blockOf(product, 'PublishingDetail')),
  });
}

function titleFields(block: OnixNode, collections: readonly Collection[]): Fields {
  const details = [...childrenOf(block, 'TitleDetail'), ...childrenOf(block, 'Title')];
  const detail = ofCodes(details, 'TitleType', '01', '00')[0] ?? details[0];
  const [original] = ofCodes(details, 'TitleType', '03');
  const elements = childrenOf(detail, 'TitleElement');
  const own = ofCodes(elements, 'TitleElementLevel', '01')[0] ?? elements[0] ?? detail ?? block;
  // ONIX 2.1 may have the elements of a title in the product itself.
  const title = detail === undefined ? textIn(block) : titleOf(detail, collections);
  return {
    title: title || textOf(block, 'DistinctiveTitle'),
    subTitle: textOf(own, 'Subtitle'),
    originalTitle: original && titleOf(original, []),
  };
}

/** Contributors by sequence number. Contributors without a number follow. */
function contributorsOf(block: OnixNode): Fields[] {
  const sequenceOf = (node: OnixNode) => Number(textOf(node, 'SequenceNumber')) || Number.MAX_SAFE_INTEGER;
  return childrenOf(block, 'Contributor')
    .sort((a, b) => sequenceOf(a) - sequenceOf(b))
    .map((node) => ({
      author: nameOf(node),
      authorType: CODES.roles.get(textOf(node, 'ContributorRole')) ?? '',
    }))
    .filter(({ author }) => author !== '');
}

const NAME_PARTS = ['TitlesBeforeNames', 'NamesBeforeKey', 'PrefixToKey', 'KeyNames', 'NamesAfterKey'];

function nameOf(contributor: OnixNode): string {
  const parts = NAME_PARTS.map((part) => textOf(contributor, part));
  return (
    textOf(contributor, 'PersonName', 'CorporateName') ||
    joined(parts) ||
    upright(textOf(contributor, 'PersonNameInverted', 'CorporateNameInverted'))
  );
}

/** Turns "Smith, John" into John Smith, because a comma separates people. East Asian names keep their order. */
function upright(inverted: string): string {
  const [key = '', given = '', ...behind] = inverted.split(',').map((part) => part.trim());
  const isFamilyFirst = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(key);
  return joined([...(isFamilyFirst ? [key, given] : [given, key]), ...behind]);
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** Measures in whole millimetres and grams. The first measure of each kind counts. */
function measureFields(block: OnixNode): Fields {
  const fields: Fields = {};
  for (const measure of childrenOf(block, 'Measure')) {
    const field = CODES.measures.get(textOf(measure, 'MeasureType', 'MeasureTypeCode'));
    const unit = CODES.units.get(textOf(measure, 'MeasureUnitCode'));
    const amount = Number(textOf(measure, 'Measurement') || Number.NaN);
    if (field !== undefined && unit !== undefined && amount > 0) fields[field] ??= Math.round(amount * unit);
  }
  return fields;
}

function pagesOf(block: OnixNode): number | undefined {
  const extents = ofCodes(childrenOf(block, 'Extent'), 'ExtentUnit', '03');
  const counted = ofCodes(extents, 'ExtentType', '11', '00', '08', '10', '07', '05', '09');
  const counts = [...counted.map((one) => textOf(one, 'ExtentValue')), textOf(block, 'NumberOfPages')];
  const count = counts.find((text) => /^\d{1,7}$/.test(text));
  return count === undefined ? undefined : Number(count);
}

function collateralFields(block: OnixNode): Fields {
  const texts = [...childrenOf(block, 'TextContent'), ...childrenOf(block, 'OtherText')];
  const textOfType = (types: readonly string[], oldTypes = types) => {
    const [text] = [...ofCodes(texts, 'TextType', ...types), ...ofCodes(texts, 'TextTypeCode', ...oldTypes)];
    return textOf(text, 'Text');
  };
  const contentDetail = given({
    bookIntroduction: textOfType(['03', '01', '02'], ['03', '01', '13', '02']),
    tableOfContents: textOfType(['04']),
  });
  return {
    contentDetail: Object.keys(contentDetail).length === 0 ? null : contentDetail,
    cover: pictureOf(block, '01', '04', '06'),
    backCover: pictureOf(block, '02'),
  };
}

function pictureOf(block: OnixNode, type: string, ...oldTypes: readonly string[]) {
  const [resource] = ofCodes(childrenOf(block, 'SupportingResource'), 'ResourceContentType', type);
  const versions = childrenOf(resource, 'ResourceVersion').map((one) => textOf(one, 'ResourceLink'));
  // ONIX 2.1
  const files = ofCodes(childrenOf(block, 'MediaFile'), 'MediaFileTypeCode', ...oldTypes);
  const links = [...versions, ...files.map((one) => textOf(one, 'MediaFileLink'))];
  return links.find((link) => /^https?:\/\//i.test(link));
}

function publishingFields(block: OnixNode): Fields {
  const publishers = childrenOf(block, 'Publisher');
  const publisher = ofCodes(publishers, 'PublishingRole', '01')[0] ?? publishers[0];
  const dates = ofCodes(childrenOf(block, 'PublishingDate'), 'PublishingDateRole', '01', '11', '19', '02');
  return {
    publisher: textOf(publisher, 'PublisherName') || textOf(childOf(block, 'Imprint'), 'ImprintName'),
    publishDate:
      dates.map((one) => dateOf(one)).find((date) => date !== null) ?? dateOf(block, 'PublicationDate'),
  };
}

type Collection = ReturnType<typeof collectionsOf>[number];

/** Levels of a title (code list 149), from the whole collection to its smallest part. */
const COLLECTION_LEVELS = ['02', '03', '06'] as const;

/** The product's sets and series, with its number in each, if any. */
function collectionsOf(block: OnixNode) {
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
const ONLY_NUMBER = new RegExp(
  String.raw`^(?:\d{1,3}|제?\s*\d+\s*[권부편집호화]|[상중하][권편]?|[IVX]+|no\.?\s*\d+|(?:vol(?:ume)?|book|part|tome|band|teil)\.?\s*${NUMERAL})$`,
  'iu',
);

/** A title with its number, so that volumes differ. A title that is only a number begins with the name of its collection. */
function titleOf(detail: OnixNode, around: readonly Collection[]): string {
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

function textIn(element: OnixNode | undefined): string {
  const parts = [textOf(element, 'TitlePrefix'), textOf(element, 'TitleWithoutPrefix')];
  return textOf(element, 'TitleText') || parts.join(' ').trim();
}

const partIn = (element: OnixNode | undefined) => textOf(element, 'PartNumber', 'YearOfAnnual');

const END_CHARS = 100;

/** Appends the number, unless the text ends in it. */
function numbered(text: string, number: string): string {
  const digits = /\d+/.exec(number)?.[0];
  const written = digits === undefined ? RegExp.escape(number) : `(?<!\\d)0*${Number(digits)}[권부편집호화]?`;
  const isShort = number !== '' && number.length <= END_CHARS;
  const isThere = isShort && new RegExp(`${written}[^\\p{L}\\p{N}]*$`, 'iu').test(text.slice(-END_CHARS));
  return isThere ? text : `${text} ${number}`.trim();
}
