import { escapeText } from '../http/html.ts';
import { pictureText, type SetText, setText, type TypeStep, widthOf } from './cover-text.ts';

export const COVER_SIDES = ['cover', 'side', 'back'] as const;
export type CoverSide = (typeof COVER_SIDES)[number];

/** What a drawn cover shows. */
export interface CoverItem {
  readonly itemId: number;
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
}

/** Pixels; the proportion of a common Korean paperback (152 x 225 mm). */
export const COVER_WIDTH = 400;
export const COVER_HEIGHT = 592;
export const SPINE_WIDTH = 72;
/** Between the edge and the text. */
export const COVER_MARGIN = 40;

const FONT =
  "'Pretendard','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic','Nanum Gothic',system-ui,sans-serif";

const TITLE_SCALE: readonly TypeStep[] = [
  [64, 2],
  [54, 3],
  [45, 4],
  [37, 5],
  [31, 6],
  [25, 8],
];
const AUTHOR_SCALE: readonly TypeStep[] = [[22, 2]];
const SMALL_SCALE: readonly TypeStep[] = [[17, 1]];
const SPINE_PUBLISHER_SCALE: readonly TypeStep[] = [
  [16, 1],
  [12, 2],
];

type Drawer = (texts: Omit<CoverItem, 'itemId'>, ink: string, spot: string) => string;

/**
 * The picture of an item without a registered one (docs/api.md#covers): SVG text, the same bytes for the
 * same item forever. It refers to nothing outside itself and contains no script or style element.
 */
export function drawSubstituteCover(side: CoverSide, item: CoverItem): string {
  const { ground, shade, ink, spot } = paletteOf(item.itemId);
  const title = pictureText(item.title);
  const author = pictureText(item.author);
  const width = side === 'side' ? SPINE_WIDTH : COVER_WIDTH;
  const name = [title, author].filter((text) => text !== '').join(' – ');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${COVER_HEIGHT}"` +
    ` viewBox="0 0 ${width} ${COVER_HEIGHT}" role="img" font-family="${FONT}">` +
    `<title>${escapeText(name)}</title><rect width="${width}" height="${COVER_HEIGHT}" fill="${ground}"/>` +
    HINGES[side].replace('>', ` fill="${shade}"/>`) +
    `${DRAWERS[side]({ title, author, publisher: pictureText(item.publisher) }, ink, spot)}</svg>`
  );
}

/** Where the cover bends: at the left of the front, at the right of the back. */
const HINGES: Readonly<Record<CoverSide, string>> = {
  cover: `<rect width="14" height="${COVER_HEIGHT}">`,
  side: `<rect y="520" width="${SPINE_WIDTH}" height="72">`,
  back: `<rect x="${COVER_WIDTH - 14}" width="14" height="${COVER_HEIGHT}">`,
};

const DRAWERS: Readonly<Record<CoverSide, Drawer>> = {
  cover({ title, author, publisher }, ink, spot) {
    const room = COVER_WIDTH - 2 * COVER_MARGIN;
    const set = setText(title, room, TITLE_SCALE);
    const top = 60 + set.size;
    const rule = top + (set.lines.length - 1) * set.size * 1.25 + 40;
    return (
      textLines(set, [COVER_MARGIN, top], ink, 700) +
      `<rect x="${COVER_MARGIN}" y="${rule}" width="48" height="4" fill="${spot}"/>` +
      textLines(setText(author, room, AUTHOR_SCALE), [COVER_MARGIN, rule + 46], ink) +
      textLines(setText(publisher, room, SMALL_SCALE), [COVER_MARGIN, COVER_HEIGHT - 48], ink)
    );
  },
  side({ title, author, publisher }, ink, spot) {
    const byline = setText(author, 160, SMALL_SCALE);
    const bylineLength = widthOf(byline.lines[0] ?? '') * byline.size;
    const heading = setText(title, 440 - bylineLength, [
      [34, 1],
      [28, 1],
      [22, 1],
    ]);
    return (
      `<rect width="${SPINE_WIDTH}" height="16" fill="${spot}"/>` +
      spineLine(heading, 44, ink, 700) +
      spineLine(byline, 496 - bylineLength, ink) +
      textLines(setText(publisher, 64, SPINE_PUBLISHER_SCALE), [SPINE_WIDTH / 2, 556], ink, 400, true)
    );
  },
  back({ title, author, publisher }, ink, spot) {
    const set = setText(title, 260, [[22, 3]]);
    const middle = COVER_WIDTH / 2;
    const below = 262 + set.lines.length * 27.5;
    return (
      textLines(set, [middle, 250], ink, 700, true) +
      textLines(setText(author, 260, SMALL_SCALE), [middle, below], ink, 400, true) +
      `<rect x="${middle - 16}" y="484" width="32" height="3" fill="${spot}"/>` +
      textLines(setText(publisher, 300, SMALL_SCALE), [middle, 528], ink, 400, true)
    );
  },
};

type Place = readonly [x: number, y: number];

function textLines(set: SetText, [x, top]: Place, ink: string, weight = 400, isCentred = false): string {
  const spans = set.lines.map(
    (line, at) => `<tspan x="${x}" y="${top + at * set.size * 1.25}">${escapeText(line)}</tspan>`,
  );
  return textElement(spans.join(''), set, `${isCentred ? 'text-anchor="middle" ' : ''}`, ink, weight);
}

/** Downwards along the spine: Hangul and Han stand upright, Latin is turned, as vertical writing does it. */
function spineLine(set: SetText, top: number, ink: string, weight = 400): string {
  const place = `writing-mode="vertical-rl" x="${SPINE_WIDTH / 2}" y="${top}" `;
  return textElement(escapeText(set.lines[0] ?? ''), set, place, ink, weight);
}

function textElement(content: string, { size }: SetText, place: string, ink: string, weight: number): string {
  if (content === '') return '';
  return `<text ${place}font-size="${size}" font-weight="${weight}" fill="${ink}" direction="ltr">${content}</text>`;
}

/** Colours of a drawn cover. Ink is readable on the ground and on the shade (contrast 4.5 or more). */
export interface CoverPalette {
  readonly ground: string;
  /** The hinge and the foot of the spine. */
  readonly shade: string;
  readonly ink: string;
  /** Rules; never behind text. */
  readonly spot: string;
}

export const COVER_PALETTES: readonly [CoverPalette, ...CoverPalette[]] = [
  { ground: '#1f2a44', shade: '#2d3c60', ink: '#f3ead7', spot: '#d9a648' },
  { ground: '#22443b', shade: '#2f5a4d', ink: '#f2ead3', spot: '#d98a5b' },
  { ground: '#5b1f2a', shade: '#742d39', ink: '#f6e7d8', spot: '#e0a458' },
  { ground: '#e4cb95', shade: '#d8b873', ink: '#3a2a14', spot: '#9c3f25' },
  { ground: '#f2ebdd', shade: '#e4d8c1', ink: '#2b2b33', spot: '#b5482f' },
  { ground: '#c6d4de', shade: '#adc2d1', ink: '#1c3042', spot: '#b4552d' },
];

/** Always the same for the same item; neighbouring items differ. */
export function paletteOf(itemId: number): CoverPalette {
  const mixed = Math.imul(itemId ^ Math.floor(itemId / 2 ** 32), 0x9e3779b1) >>> 0;
  return COVER_PALETTES[Math.floor((mixed / 2 ** 32) * COVER_PALETTES.length)] ?? COVER_PALETTES[0];
}
