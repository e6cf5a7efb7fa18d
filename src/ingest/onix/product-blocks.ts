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
import { childOf, childrenOf, dateOf, given, type OnixNode, ofCodes, textOf } from './onix-node.ts';
import { collectionsOf, textIn, titleOf } from './titles.ts';

type Fields = Record<string, unknown>;

/** Fields of block 1. ONIX 2.1 has its elements directly in the product. */
export function descriptiveFields(product: OnixNode): Fields {
  const block = childOf(product, 'DescriptiveDetail') ?? product;
  const form = textOf(block, 'ProductForm');
  const languages = childrenOf(block, 'Language');
  return given({
    ...titleFields(block),
    authors: contributorsOf(block),
    catalog: CATALOGS_BY_FORM.get(form.charAt(0)),
    itemFormat: FORMATS.get(form),
    // Two languages, one of them that of the original (list 22), make a translated work.
    originalTranslation: ofCodes(languages, 'LanguageRole', ['02']).length > 0 ? '번역서' : undefined,
    ...measureFields(block),
    pages: pagesOf(block),
    series: seriesOf(block),
  });
}

/** Fields of block 2: texts and pictures. */
export function collateralFields(product: OnixNode): Fields {
  const block = childOf(product, 'CollateralDetail') ?? product;
  const texts = [...childrenOf(block, 'TextContent'), ...childrenOf(block, 'OtherText')];
  const textOfField = (field: keyof typeof TEXTS_BY_FIELD) => {
    const { types, oldTypes } = TEXTS_BY_FIELD[field];
    const found = [...ofCodes(texts, 'TextType', types), ...ofCodes(texts, 'TextTypeCode', oldTypes)];
    return textOf(found[0], 'Text');
  };
  const contentDetail = given({
    bookIntroduction: textOfField('bookIntroduction'),
    tableOfContents: textOfField('tableOfContents'),
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
  const publisher = ofCodes(publishers, 'PublishingRole', ['01'])[0] ?? publishers[0];
  const dates = ofCodes(childrenOf(block, 'PublishingDate'), 'PublishingDateRole', PUBLISHING_DATE_ROLES);
  return given({
    publisher: textOf(publisher, 'PublisherName') || textOf(childOf(block, 'Imprint'), 'ImprintName'),
    publishDate:
      dates.map((one) => dateOf(one)).find((date) => date !== null) ?? dateOf(block, 'PublicationDate'),
  });
}

function titleFields(block: OnixNode): Fields {
  const details = [...childrenOf(block, 'TitleDetail'), ...childrenOf(block, 'Title')];
  const ofTypes = (...types: readonly string[]) => ofCodes(details, 'TitleType', types)[0];
  const detail = ofTypes('01', '00') ?? details[0];
  const original = ofTypes('03');
  const elements = childrenOf(detail, 'TitleElement');
  const own = ofCodes(elements, 'TitleElementLevel', ['01'])[0] ?? elements[0] ?? detail ?? block;
  // ONIX 2.1 may have the elements of a title in the product itself.
  const title = detail === undefined ? textIn(block) : titleOf(detail, collectionsOf(block));
  return {
    title: title || textOf(block, 'DistinctiveTitle'),
    subTitle: textOf(own, 'Subtitle'),
    originalTitle: original && titleOf(original, []),
  };
}

/** Contributors by their sequence numbers; those without one keep their order, behind the others. */
function contributorsOf(block: OnixNode): Fields[] {
  const placeOf = (node: OnixNode) => Number(textOf(node, 'SequenceNumber')) || Number.MAX_SAFE_INTEGER;
  return childrenOf(block, 'Contributor')
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((node) => ({
      author: nameOf(node),
      authorType: ROLES.get(textOf(node, 'ContributorRole')) ?? '',
    }))
    .filter(({ author }) => author !== '');
}

function nameOf(contributor: OnixNode): string {
  const parts = ['TitlesBeforeNames', 'NamesBeforeKey', 'PrefixToKey', 'KeyNames', 'NamesAfterKey'];
  const joined = parts.map((part) => textOf(contributor, part)).filter((part) => part !== '');
  return (
    textOf(contributor, 'PersonName', 'CorporateName') ||
    joined.join(' ') ||
    upright(textOf(contributor, 'PersonNameInverted', 'CorporateNameInverted'))
  );
}

/** "Smith, John" as John Smith: with its comma it would read as two people. Names of East Asia have that order as they are. */
function upright(inverted: string): string {
  const [key = '', given = '', ...behind] = inverted.split(',').map((part) => part.trim());
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
  const extents = ofCodes(childrenOf(block, 'Extent'), 'ExtentUnit', ['03']);
  const counts = ofCodes(extents, 'ExtentType', PAGE_EXTENTS).map((one) => textOf(one, 'ExtentValue'));
  const count = [...counts, textOf(block, 'NumberOfPages')].find((text) => /^\d{1,7}$/.test(text));
  return count === undefined ? undefined : Number(count);
}

/** Series have names in ONIX, but seldom numbers. */
function seriesOf(block: OnixNode) {
  return [...new Set(collectionsOf(block).map(({ name }) => name))].map(seriesOfName);
}

/** A picture by its content type (list 158) or, in ONIX 2.1, its media file type (list 38). */
function pictureOf(block: OnixNode, types: readonly string[], oldTypes: readonly string[]) {
  const [resource] = ofCodes(childrenOf(block, 'SupportingResource'), 'ResourceContentType', types);
  const files = ofCodes(childrenOf(block, 'MediaFile'), 'MediaFileTypeCode', oldTypes);
  const links = [
    ...childrenOf(resource, 'ResourceVersion').map((one) => textOf(one, 'ResourceLink')),
    ...files.map((one) => textOf(one, 'MediaFileLink')),
  ];
  return links.find((link) => /^https?:\/\//i.test(link));
}
