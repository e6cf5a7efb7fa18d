import type { Fault } from '../feed-record.ts';
import { dateOf as dateInText } from '../table/date-text.ts';

/** One element of a product record, with the reference name of its tag. */
export interface OnixNode {
  readonly name: string;
  /** The text inside; of texts with markup, the markup too. */
  text: string;
  readonly children: OnixNode[];
  /** The `dateformat` attribute of a date, or null. */
  readonly dateFormat: string | null;
}

/** A `<Product>` of a message and its number; null for one that is too long. */
export interface NumberedProduct extends Above {
  readonly line: number;
  readonly product: OnixNode | null;
  /** The first element with bytes that aren't of the encoding, or null. */
  readonly damaged: string | null;
  /** The first texts that were decoded twice, and what was made of them. */
  readonly repairs: readonly Fault[];
}

/** What stands above all products of a message. */
export interface Above {
  readonly header: OnixNode | null;
  readonly encoding: string;
  /** What the file declares in place of its encoding; null where it is right. */
  readonly misdeclared: string | null;
}

export function childOf(node: OnixNode | null | undefined, name: string): OnixNode | null {
  return node?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(node: OnixNode | null | undefined, name: string): OnixNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first of these children that has any; empty when none has. */
export function textOf(node: OnixNode | null | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childOf(node, name)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return '';
}

/** The nodes in which an element has one of these codes, by the order of the codes. */
export function ofCodes(
  nodes: readonly OnixNode[],
  element: string,
  codes: readonly string[],
): readonly OnixNode[] {
  return codes.flatMap((code) => nodes.filter((node) => textOf(node, element) === code));
}

/**
 * The date in an element, in a form that feed records take: yyyy, yyyy-MM or yyyy-MM-dd; as it is written where it has another form, and
 * null when there is none. The format (code list 55) may stand in an attribute, in an element beside, or nowhere: the digits show the
 * rest. Of a span the first day counts; a week and a quarter give their year.
 */
export function dateOf(node: OnixNode | undefined, element = 'Date'): string | null {
  const format = childOf(node, element)?.dateFormat ?? textOf(node, 'DateFormat');
  const written = textOf(node, element);
  if (written === '') return null;
  // Other calendars.
  if (/^[23]\d$/.test(format)) return `${written} (DateFormat ${format})`;
  const known = written.replace(/^(\d{4}(?:-?(?!00)\d\d)?)(?:-?00)+$/, '$1');
  const digits = format === '12' ? null : /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(known);
  if (digits === null) return written.length < DATE_CHARS_MAX ? dateInText(written, null).date : written;
  const [, year = '', month, day] = digits;
  if (YEAR_FORMATS.has(format) || month === undefined) return year;
  if (MONTH_FORMATS.has(format) || day === undefined) return `${year}-${month}`;
  return `${year}-${month}-${day}`;
}

/** Longer texts are no date, whatever they hold. */
const DATE_CHARS_MAX = 40;

/** Weeks, quarters, seasons and years, and spans of them. */
const YEAR_FORMATS: ReadonlySet<string> = new Set(['02', '03', '04', '05', '08', '09', '10', '11']);
/** Months and spans of months. */
const MONTH_FORMATS: ReadonlySet<string> = new Set(['01', '07']);

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

/**
 * Reference names of the short tags that this service reads, ONIX for Books 2.1, 3.0 and 3.1. Composites have the
 * reference name in lower case as their short tag. Tags that are missing here keep their short name and are passed over.
 */
export function referenceName(tag: string): string {
  const colon = tag.indexOf(':');
  const name = colon === -1 ? tag : tag.slice(colon + 1);
  return NAMES.get(name) ?? name;
}

const COMPOSITES =
  `Product ProductIdentifier DescriptiveDetail Measure Collection CollectionIdentifier TitleDetail
  TitleElement Contributor Language Extent Subject Audience CollateralDetail TextContent SupportingResource
  ResourceVersion ContentDetail PublishingDetail Imprint Publisher PublishingDate ProductSupply SupplyDetail
  ProductIdentifier Price PriceDate RelatedMaterial RelatedProduct Title OtherText MediaFile MainSubject Series Header
  Market MarketPublishingDetail Territory PriceCondition BatchBonus SalesRights NotForSale MarketRepresentation Set
  CollectionSequence`.split(/\s+/);

const ELEMENTS =
  `a001 RecordReference a002 NotificationType b221 ProductIDType b244 IDValue b004 ISBN b005 EAN13
  b012 ProductForm b333 ProductFormDetail x315 MeasureType c093 MeasureTypeCode c094 Measurement c095 MeasureUnitCode
  x329 CollectionType b202 TitleType x409 TitleElementLevel b203 TitleText b030 TitlePrefix b031 TitleWithoutPrefix
  b029 Subtitle b028 DistinctiveTitle x410 PartNumber b034 SequenceNumber b035 ContributorRole b036 PersonName
  b037 PersonNameInverted b038 TitlesBeforeNames b039 NamesBeforeKey b247 PrefixToKey b040 KeyNames b041 NamesAfterKey
  b047 CorporateName x443 CorporateNameInverted b249 UnnamedPersons b253 LanguageRole b252 LanguageCode b218 ExtentType b219 ExtentValue
  b220 ExtentUnit b061 NumberOfPages x425 MainSubject b067 SubjectSchemeIdentifier b191 MainSubjectSchemeIdentifier
  b069 SubjectCode b064 BASICMainSubject b065 BICMainSubject b204 AudienceCodeType b206 AudienceCodeValue
  x426 TextType d102 TextTypeCode d104 Text x436 ResourceContentType x437 ResourceMode x435 ResourceLink
  f114 MediaFileTypeCode f116 MediaFileLinkTypeCode f117 MediaFileLink b079 ImprintName b291 PublishingRole b081 PublisherName
  b394 PublishingStatus x448 PublishingDateRole j260 DateFormat b306 Date b003 PublicationDate j396 ProductAvailability
  j141 AvailabilityCode x462 PriceType j148 PriceTypeCode j151 PriceAmount j152 CurrencyCode j161 PriceEffectiveFrom
  j162 PriceEffectiveUntil x476 PriceDateRole b018 TitleOfSeries b019 NumberWithinSeries b044 BiographicalNote
  j261 PriceQualifier j263 MinimumOrderQuantity j239 PricePer x463 PriceConditionType j149 ClassOfTrade j266 PriceStatus
  j192 UnpricedItemType x310 DefaultPriceType m185 DefaultPriceTypeCode m186 DefaultCurrencyCode x449 CountriesIncluded
  x450 RegionsIncluded x451 CountriesExcluded x452 RegionsExcluded b251 CountryCode j303 Territory j304 CountryExcluded
  j308 TerritoryExcluded j138 SupplyToCountry j397 SupplyToTerritory j139 SupplyToRegion j140 SupplyToCountryExcluded
  j403 MarketCountry j404 MarketTerritory j405 MarketCountryExcluded j407 MarketPublishingStatus b089 SalesRightsType
  b090 RightsCountry b388 RightsTerritory b091 RightsRegion x456 ROWSalesRightsType x478 TitleStatement b020 YearOfAnnual
  x481 CollectionSequenceNumber b023 TitleOfSet b024 SetPartNumber b025 SetPartTitle b026 ItemNumberWithinSet`.split(
    /\s+/,
  );

const NAMES: ReadonlyMap<string, string> = new Map([
  ...COMPOSITES.map((name) => [name.toLowerCase(), name] as const),
  ...ELEMENTS.flatMap((tag, at) => (at % 2 === 0 ? [[tag, ELEMENTS[at + 1] ?? tag] as const] : [])),
]);
