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
  Market MarketPublishingDetail`.split(/\s+/);

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
  j261 PriceQualifier x461 PriceQualifier`.split(/\s+/);

const NAMES: ReadonlyMap<string, string> = new Map([
  ...COMPOSITES.map((name) => [name.toLowerCase(), name] as const),
  ...ELEMENTS.flatMap((tag, at) => (at % 2 === 0 ? [[tag, ELEMENTS[at + 1] ?? tag] as const] : [])),
]);
