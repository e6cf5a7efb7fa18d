import { authorLine, type Item } from './item.ts';
import type { MeasureName } from './measures.ts';

/**
 * An item as responses show it, serialised once at import (docs/rules/interface.md#item). The stored bytes are JSON
 * text with slots: single control bytes, which JSON text never contains, in place of values that are known only later.
 * Some slots are filled when the fragment is bound to a running service (URLs, the name of the item's category), the
 * others in each response (position, rank change, price of the day).
 */
const SLOT = {
  baseUrl: 0x01,
  /** Followed by an item number and `end`. */
  link: 0x02,
  mobileLink: 0x03,
  end: 0x04,
  goodsSortNm: 0x05,
  sortOrder: 0x06,
  salePrice: 0x07,
  addOnLink: 0x08,
  upDown: 0x0b,
  salePoint: 0x0c,
  /** Around sideCover and backCover, which only some endpoints return. */
  sidesStart: 0x0e,
  sidesEnd: 0x0f,
  /** The fields of detail=Y are from here to the end. */
  detail: 0x10,
} as const;

const slotText = Object.fromEntries(
  Object.entries(SLOT).map(([name, code]) => [name, String.fromCharCode(code)]),
) as Record<keyof typeof SLOT, string>;

/** Serialises an item with its slots. The response adds the closing brace. */
export function serialiseItem(item: Item): Buffer {
  const s = slotText;
  const picture = (side: string, url: string | null) =>
    url === null ? `"${s.baseUrl}/images/substitute/${side}/${item.itemId}.svg"` : jsonText(url);
  return Buffer.from(
    `{"sortOrder":${s.sortOrder},"itemId":${item.itemId},"title":${jsonText(item.title)}` +
      `,"author":${jsonText(authorLine(item.contributors))},"goodsType":${jsonText(item.goodsType)}` +
      `,"goodsSortNm":${item.goodsSortNm === null ? s.goodsSortNm : jsonText(item.goodsSortNm)}` +
      `,"adultYn":"${item.adultYn}","publisher":${jsonText(item.publisher)}` +
      `,"isbn10":${jsonText(item.isbn10)},"isbn13":${jsonText(item.isbn13)}` +
      `,"shopPrice":${item.shopPrice},"salePrice":${s.salePrice}` +
      `,"publishDate":"${item.publishDate}","itemStatus":${jsonText(item.itemStatus)}` +
      `,"cover":${picture('cover', item.cover)}` +
      `${s.sidesStart},"sideCover":${picture('side', item.sideCover)}` +
      `,"backCover":${picture('back', item.backCover)}${s.sidesEnd}` +
      `,"link":"${s.link}${item.itemId}${s.end}","addOnLink":"${s.addOnLink}"` +
      `,"upDown":${s.upDown},"contentDetail":${contentDetailText(item)}` +
      `${s.detail}${detailText(item)}`,
  );
}

function contentDetailText(item: Item): string {
  const content = item.contentDetail;
  if (content === null) return 'null';
  return (
    `{"bookIntroduction":${jsonText(content.bookIntroduction)}` +
    `,"bookSummary":${jsonText(content.bookSummary)}` +
    `,"tableOfContents":${jsonText(content.tableOfContents)}}`
  );
}

function detailText(item: Item): string {
  const s = slotText;
  const series = item.series.map((one) => ({ seriesId: one.seriesId, seriesName: one.seriesName }));
  return (
    `,"subTitle":${jsonText(item.subTitle)},"originalTitle":${jsonText(item.originalTitle)}` +
    `,"originalTranslation":${jsonText(item.originalTranslation)},"servicePoint":${item.servicePoint}` +
    `,"salePoint":${s.salePoint},"fixedBookPriceYn":"${item.fixedBookPriceYn}","pages":${item.pages}` +
    `,"weight":${item.weight},"width":${item.width},"length":${item.length},"height":${item.height}` +
    `,"itemFormat":${jsonText(item.itemFormat)},"starScore":${item.starScore}` +
    `,"mobileLink":"${s.mobileLink}${item.itemId}${s.end}"` +
    `,"eBookLink":${item.ebookId === null ? 'null' : `"${s.link}${item.ebookId}${s.end}"`}` +
    `,"ebookId":${item.ebookId},"series":${series.length === 0 ? '[]' : JSON.stringify(series)}`
  );
}

/** Same result as JSON.stringify of a text. Most texts need no escaping, and checking that first is faster. */
function jsonText(text: string | null): string {
  if (text === null) return 'null';
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** What JSON has to escape: quotes, backslashes, control characters, and surrogates, which may be unpaired. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Values that a service fills in once, when it loads a fragment. */
export interface FragmentBinding {
  /** URL of a drawn picture; sides are cover, side and back. */
  substituteCover(side: string, itemId: number): string;
  /** URLs of product pages. */
  link(itemId: number): string;
  mobileLink(itemId: number): string;
  /** "root-second" of the item's main category (docs/rules/interface.md#labels). */
  readonly goodsSortNm: string;
}

/** A bound fragment: texts with one character per byte, and between each two of them the character of a slot. */
export type BoundFragment = readonly string[];

/** Values that differ in each response. */
export interface FragmentValues {
  readonly sortOrder: number;
  readonly salePrice: number;
  /** Empty if the caller isn't enrolled in the add-on. */
  readonly addOnLink: string;
  readonly upDown: number | null;
  readonly salePoint: number | null;
  /** Whether sideCover and backCover are shown. */
  readonly withSides: boolean;
  /** Whether the fields that detail=Y adds are shown. */
  readonly withDetail: boolean;
}

/** Fills the slots whose values don't change while the service runs. */
export function bindFragment(template: Buffer, binding: FragmentBinding): BoundFragment {
  const filled = (slot: string, itemId: number) => {
    if (slot === slotText.goodsSortNm) return JSON.stringify(binding.goodsSortNm);
    return quotedInside(slot === slotText.link ? binding.link(itemId) : binding.mobileLink(itemId));
  };
  // One character per byte: nothing has to be decoded, because slots are bytes that UTF-8 doesn't use otherwise.
  return template
    .toString('latin1')
    .replace(SUBSTITUTE, (_, side, itemId) =>
      inBytes(quotedInside(binding.substituteCover(side, Number(itemId)))),
    )
    .replace(BOUND_SLOTS, (_, slot, itemId) => inBytes(filled(slot, Number(itemId))))
    .split(OPEN_SLOTS);
}

const SUBSTITUTE = new RegExp(`${slotText.baseUrl}/images/substitute/(\\w+)/(\\d+)\\.svg`, 'g');
/** The other slots that `bindFragment` fills, and what belongs to them. */
const BOUND_SLOTS = new RegExp(
  `([${slotText.goodsSortNm}${slotText.link}${slotText.mobileLink}])(?:(\\d+)${slotText.end})?`,
  'g',
);
const OPEN_SLOTS = new RegExp(`([${slotText.sortOrder}-${slotText.detail}])`);

/** A text with one character for each of its bytes in UTF-8. */
function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The item's JSON object in UTF-8, each byte as one character. */
export function renderFragment(fragment: BoundFragment, values: FragmentValues): string {
  let shown = true;
  let out = '';
  for (let i = 0; i < fragment.length; i += 2) {
    if (shown) out += fragment[i] ?? '';
    const slot = fragment[i + 1];
    if (slot === slotText.sidesStart) shown = values.withSides;
    else if (slot === slotText.sidesEnd) shown = true;
    else if (slot === slotText.detail) shown = values.withDetail;
    else if (shown && slot !== undefined) out += slotValue(slot, values);
  }
  return `${out}}`;
}

function slotValue(slot: string, values: FragmentValues): string {
  if (slot === slotText.sortOrder) return String(values.sortOrder);
  if (slot === slotText.salePrice) return String(values.salePrice);
  if (slot === slotText.addOnLink) return inBytes(quotedInside(values.addOnLink));
  if (slot === slotText.upDown) return String(values.upDown);
  if (slot === slotText.salePoint) return String(values.salePoint);
  throw new Error(`unknown slot ${slot.charCodeAt(0)} in a stored fragment`);
}

/** JSON text of a string without its quotes. */
function quotedInside(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The item's fields in a response as an object, for pages, search and exports. Slots get the given values. */
export function fragmentToObject(fragment: BoundFragment, values: FragmentValues): ItemFields {
  const text = Buffer.from(renderFragment(fragment, values), 'latin1').toString();
  const fields: ItemFields = JSON.parse(text);
  return fields;
}

/** The part of an item's JSON object (docs/rules/interface.md#item) that code reads back. */
export interface ItemFields
  extends Omit<FragmentItem, 'goodsSortNm' | 'cover' | 'sideCover' | 'backCover' | DetailField>,
    Partial<Pick<FragmentItem, DetailField>> {
  readonly goodsSortNm: string;
  readonly salePrice: number;
  readonly cover: string;
  readonly link: string;
  /** As DetailField. */
  readonly eBookLink?: string | null;
}

/** Fields that exist if the fragment was rendered with detail. */
type DetailField =
  | 'subTitle'
  | 'originalTitle'
  | 'originalTranslation'
  | 'servicePoint'
  | 'fixedBookPriceYn'
  | MeasureName
  | 'itemFormat'
  | 'starScore'
  | 'ebookId'
  | 'series';

/** The fields of an item that its fragment contains; `author` is the line of all names. */
type FragmentItem = Omit<
  Item,
  | 'contributors'
  | 'catalog'
  | 'salePrice'
  | 'categoryIds'
  | 'registeredAtMs'
  | 'deal'
  | 'attention'
  | 'withheld'
> & { readonly author: string };

/** Reads an item back from a fragment made by `serialiseItem`. */
export function parseFragment(template: Buffer): FragmentItem {
  const text = `${template.toString('utf8').replace(SLOTS, slotPlaceholder)}}`;
  const parsed: Record<string, unknown> = JSON.parse(text);
  const { sortOrder, link, mobileLink, eBookLink, addOnLink, upDown, salePoint, salePrice, ...fields } =
    parsed;
  const picture = (value: unknown) => (String(value).startsWith(OWN_PICTURE) ? null : value);
  return {
    ...fields,
    cover: picture(fields.cover),
    sideCover: picture(fields.sideCover),
    backCover: picture(fields.backCover),
  } as FragmentItem;
}

const SLOTS = /\p{Cc}/gu;
/** Stands for the service's URL, with which no registered picture begins. */
const OWN_PICTURE = 'own:';

/** JSON that can take a slot's place. Control characters from U+007F on aren't slots: JSON text may contain them. */
function slotPlaceholder(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0x20) return character;
  if (code === SLOT.baseUrl) return OWN_PICTURE;
  return VALUE_SLOTS.has(code) ? 'null' : '';
}

const VALUE_SLOTS: ReadonlySet<number> = new Set([
  SLOT.goodsSortNm,
  SLOT.sortOrder,
  SLOT.salePrice,
  SLOT.upDown,
  SLOT.salePoint,
]);

/** The table of contents of a stored fragment, or null: read without binding it to a service. */
export function tableOfContentsOf(template: Buffer): string | null {
  const text = template.toString('utf8');
  const start = text.indexOf(CONTENT_START) + CONTENT_START.length;
  const end = text.indexOf(slotText.detail, start);
  const content: ItemFields['contentDetail'] = JSON.parse(text.slice(start, end));
  return content?.tableOfContents || null;
}

const CONTENT_START = `${slotText.upDown},"contentDetail":`;
