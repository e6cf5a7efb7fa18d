import { seriesOfName } from '../table/cell-value.ts';
import {
  CATALOGS_BY_FORM,
  FORMATS,
  MEASURES,
  PAGE_EXTENTS,
  PUBLISHING_DATE_ROLES,
  ROLES,
  TEXTS_BY_FIELD,
  UNITS,
} from './code-lists.ts';
import { onixDate } from './onix-date.ts';
import { childOf, childrenOf, type OnixNode, textOf } from './onix-node.ts';

type Fields = Record<string, unknown>;

/** Fields of block 1. ONIX 2.1 has its elements directly in the product. */
export function descriptiveFields(product: OnixNode): Fields {
  const block = childOf(product, 'DescriptiveDetail') ?? product;
  const form = textOf(block, 'ProductForm');
  const roles = childrenOf(block, 'Language').map((one) => textOf(one, 'LanguageRole'));
  return given({
    ...titleFields(block),
    authors: contributorsOf(block),
    catalog: CATALOGS_BY_FORM.get(form.charAt(0)),
    itemFormat: FORMATS.get(form),
    // Two languages, one of them that of the original (list 22), make a translated work.
    originalTranslation: roles.includes('02') ? '번역서' : undefined,
    ...measureFields(block),
    pages: pagesOf(block),
    series: seriesOf(block),
  });
}

/** Fields of block 2: texts and pictures. */
export function collateralFields(product: OnixNode): Fields {
  const block = childOf(product, 'CollateralDetail') ?? product;
  const texts = [...childrenOf(block, 'TextContent'), ...childrenOf(block, 'OtherText')];
  const textOfTypes = (types: readonly string[], oldTypes: readonly string[]) => {
    const candidates = [
      ...types.map((type) => ['TextType', type]),
      ...oldTypes.map((type) => ['TextTypeCode', type]),
    ];
    for (const [element = '', type = ''] of candidates) {
      const found = texts.find((text) => textOf(text, element) === type);
      if (found !== undefined) return textOf(found, 'Text') || null;
    }
    return null;
  };
  const { bookIntroduction, tableOfContents } = TEXTS_BY_FIELD;
  const contentDetail = given({
    bookIntroduction: textOfTypes(bookIntroduction.types, bookIntroduction.oldTypes),
    tableOfContents: textOfTypes(tableOfContents.types, tableOfContents.oldTypes),
  });
  return given({
    contentDetail: Object.keys(contentDetail).length === 0 ? null : contentDetail,
    cover: pictureOf(block, ['01'], ['04', '06']),
    backCover: pictureOf(block, ['02'], []),
  });
}

/** Fields of block 4. */
export function publishingFields(product: OnixNode): Fields {
  const block = childOf(product, 'PublishingDetail') ?? product;
  const publishers = childrenOf(block, 'Publisher');
  const publisher = publishers.find((one) => textOf(one, 'PublishingRole') === '01') ?? publishers[0] ?? null;
  return given({
    publisher: textOf(publisher, 'PublisherName') || textOf(childOf(block, 'Imprint'), 'ImprintName'),
    publishDate: publishDateOf(block),
  });
}

function titleFields(block: OnixNode): Fields {
  const details = [...childrenOf(block, 'TitleDetail'), ...childrenOf(block, 'Title')];
  const ofType = (type: string) => details.find((one) => textOf(one, 'TitleType') === type) ?? null;
  const main = ofType('01') ?? ofType('00') ?? details[0] ?? null;
  const element = productElement(main);
  return {
    title: titleText(element) || textOf(block, 'DistinctiveTitle'),
    subTitle: textOf(element, 'Subtitle'),
    originalTitle: titleText(productElement(ofType('03'))),
  };
}

/** The title element of the product itself, not of its collection; ONIX 2.1 has no elements inside a title. */
function productElement(detail: OnixNode | null): OnixNode | null {
  const elements = childrenOf(detail, 'TitleElement');
  return elements.find((one) => textOf(one, 'TitleElementLevel') === '01') ?? elements[0] ?? detail;
}

function titleText(element: OnixNode | null): string {
  const prefix = textOf(element, 'TitlePrefix');
  const rest = textOf(element, 'TitleWithoutPrefix');
  return textOf(element, 'TitleText') || (prefix === '' ? rest : `${prefix} ${rest}`);
}

/** Contributors by their sequence numbers; those without one keep their order, behind the others. */
function contributorsOf(block: OnixNode): Fields[] {
  return childrenOf(block, 'Contributor')
    .map((node) => ({ node, at: Number(textOf(node, 'SequenceNumber')) || Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.at - b.at)
    .map(({ node }) => ({
      author: nameOf(node),
      authorType: ROLES.get(textOf(node, 'ContributorRole')) ?? '',
    }))
    .filter(({ author }) => author !== '');
}

function nameOf(contributor: OnixNode): string {
  const direct = textOf(contributor, 'PersonName', 'CorporateName');
  if (direct !== '') return direct;
  const parts = ['TitlesBeforeNames', 'NamesBeforeKey', 'PrefixToKey', 'KeyNames', 'NamesAfterKey'];
  const joined = parts
    .map((part) => textOf(contributor, part))
    .filter((part) => part !== '')
    .join(' ');
  return joined || upright(textOf(contributor, 'PersonNameInverted', 'CorporateNameInverted'));
}

/** "Smith, John" as John Smith: with its comma it would read as two people. Names of East Asia have that order as they are. */
function upright(inverted: string): string {
  const [key = '', given = '', ...behind] = inverted.split(/\s*,\s*/);
  const isFamilyFirst = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(key);
  const parts = isFamilyFirst ? [key, given] : [given, key];
  return [...parts, ...behind].filter((part) => part !== '').join(' ');
}

/** Millimetres and grams, rounded. A field is taken from the first measure of its kind whose unit is known. */
function measureFields(block: OnixNode): Fields {
  const fields: Fields = {};
  for (const measure of childrenOf(block, 'Measure')) {
    const field = MEASURES.get(textOf(measure, 'MeasureType', 'MeasureTypeCode'));
    const unit = UNITS.get(textOf(measure, 'MeasureUnitCode'));
    const amount = Number(textOf(measure, 'Measurement') || Number.NaN);
    if (field !== undefined && unit !== undefined && amount > 0) fields[field] ??= Math.round(amount * unit);
  }
  return fields;
}

function pagesOf(block: OnixNode): number | undefined {
  const extents = childrenOf(block, 'Extent').filter((one) => textOf(one, 'ExtentUnit') === '03');
  for (const type of PAGE_EXTENTS) {
    const pages = countOf(
      textOf(extents.find((one) => textOf(one, 'ExtentType') === type) ?? null, 'ExtentValue'),
    );
    if (pages !== undefined) return pages;
  }
  return countOf(textOf(block, 'NumberOfPages'));
}

function countOf(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Series have names in ONIX, but seldom numbers. */
function seriesOf(block: OnixNode) {
  const names = [
    ...childrenOf(block, 'Collection').map((one) => collectionTitle(one)),
    ...childrenOf(block, 'Series').map((one) => textOf(one, 'TitleOfSeries')),
  ];
  return [...new Set(names)].filter((name) => name !== '').map(seriesOfName);
}

function collectionTitle(collection: OnixNode): string {
  const elements = childrenOf(collection, 'TitleDetail').flatMap((detail) =>
    childrenOf(detail, 'TitleElement'),
  );
  return titleText(elements.find((one) => textOf(one, 'TitleElementLevel') === '02') ?? elements[0] ?? null);
}

/** A picture by its content type (list 158) or, in ONIX 2.1, its media file type (list 38). */
function pictureOf(
  block: OnixNode,
  types: readonly string[],
  oldTypes: readonly string[],
): string | undefined {
  const resource = childrenOf(block, 'SupportingResource').find((one) =>
    types.includes(textOf(one, 'ResourceContentType')),
  );
  const version = childrenOf(resource ?? null, 'ResourceVersion')
    .map((one) => textOf(one, 'ResourceLink'))
    .find(isWebAddress);
  if (version !== undefined) return version;
  return childrenOf(block, 'MediaFile')
    .filter((one) => oldTypes.includes(textOf(one, 'MediaFileTypeCode')))
    .map((one) => textOf(one, 'MediaFileLink'))
    .find(isWebAddress);
}

function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link);
}

function publishDateOf(block: OnixNode): string | undefined {
  const dates = childrenOf(block, 'PublishingDate');
  for (const role of PUBLISHING_DATE_ROLES) {
    const found = dates.find((one) => textOf(one, 'PublishingDateRole') === role);
    const date = onixDate(childOf(found ?? null, 'Date'), textOf(found ?? null, 'DateFormat'));
    if (date !== null) return date;
  }
  return onixDate(childOf(block, 'PublicationDate'), '') ?? undefined;
}

/** The fields that the product gives. What it doesn't give keeps its default, or in an update its value. */
export function given<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}
