import { escapeText } from '../http/html.ts';
import { COVER_PALETTES, type CoverPalette, spread } from './cover-palette.ts';
import {
  displayWidth,
  pictureText,
  type ScaleStep,
  setText,
  splitGraphemes,
  stacksUpright,
} from './cover-text.ts';

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
const WIDTH = 400;
const HEIGHT = 592;
const SPINE_WIDTH = 72;
const MARGIN = 40;

const FONT =
  "'Pretendard','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic','Nanum Gothic',system-ui,sans-serif";

/** The one scale of all three pictures: title sizes, then author, then publisher. */
const TITLE_SCALE: readonly ScaleStep[] = [
  { size: 68, linesMax: 2 },
  { size: 56, linesMax: 3 },
  { size: 46, linesMax: 4 },
  { size: 38, linesMax: 5 },
  { size: 31, linesMax: 6 },
  { size: 25, linesMax: 7 },
];
const AUTHOR_SCALE: readonly ScaleStep[] = [{ size: 22, linesMax: 2 }];
const PUBLISHER_SCALE: readonly ScaleStep[] = [{ size: 17, linesMax: 1 }];
const BACK_TITLE_SCALE: readonly ScaleStep[] = [{ size: 22, linesMax: 3 }];
const SPINE_TITLE_SIZES = [38, 31, 25] as const;
const SPINE_AUTHOR_SIZES = [17] as const;
const SPINE_PUBLISHER_SCALE: readonly ScaleStep[] = [
  { size: 17, linesMax: 1 },
  { size: 13, linesMax: 2 },
  { size: 10, linesMax: 2 },
];

/**
 * The picture of an item without a registered one (docs/rules/interface.md#covers): SVG text, the same bytes for the
 * same item forever. It refers to nothing outside itself and contains no script or style element.
 */
export function drawSubstituteCover(side: CoverSide, item: CoverItem): string {
  const mixed = spread(item.itemId);
  const palette = COVER_PALETTES[mixed % COVER_PALETTES.length] ?? COVER_PALETTES[0];
  const motif = Math.floor(mixed / COVER_PALETTES.length) % MOTIFS.length;
  const texts = {
    title: pictureText(item.title),
    author: pictureText(item.author),
    publisher: pictureText(item.publisher),
  };
  const width = side === 'side' ? SPINE_WIDTH : WIDTH;
  const name = [texts.title, texts.author].filter((text) => text !== '').join(' – ');
  const drawing = DRAWERS[side](texts, palette, motif);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"` +
    ` viewBox="0 0 ${width} ${HEIGHT}" role="img" font-family="${FONT}">` +
    `<title>${escapeText(name)}</title>` +
    `<rect width="${width}" height="${HEIGHT}" fill="${palette.ground}"/>${drawing}</svg>`
  );
}

type CoverTexts = Omit<CoverItem, 'itemId'>;
type Drawer = (texts: CoverTexts, palette: CoverPalette, motif: number) => string;

const DRAWERS: Readonly<Record<CoverSide, Drawer>> = { cover: drawFront, side: drawSpine, back: drawBack };

function drawFront(texts: CoverTexts, palette: CoverPalette, motif: number): string {
  const textWidth = WIDTH - 2 * MARGIN;
  const title = setText(texts.title, textWidth, TITLE_SCALE);
  const author = setText(texts.author, textWidth, AUTHOR_SCALE);
  const publisher = setText(texts.publisher, textWidth * 0.8, PUBLISHER_SCALE);
  const lineHeight = Math.round(title.size * 1.24);
  const titleTop = 56 + Math.round(title.size * 0.9);
  const ruleTop = titleTop + lineHeight * (title.lines.length - 1) + 34;
  return [
    `<rect width="10" height="${HEIGHT}" fill="${palette.shade}"/>`,
    MOTIFS[motif]?.(palette) ?? '',
    textLines(title.lines, MARGIN, titleTop, lineHeight, title.size, palette.ink, 700),
    `<rect x="${MARGIN}" y="${ruleTop}" width="44" height="5" fill="${palette.spot}"/>`,
    textLines(author.lines, MARGIN, ruleTop + 44, 28, author.size, palette.ink, 500),
    textLines(publisher.lines, MARGIN, HEIGHT - 44, 20, publisher.size, palette.ink, 400),
  ].join('');
}

/** Shapes behind the front's text. Spot colours stay in the lower right corner, away from text. */
const MOTIFS: readonly ((palette: CoverPalette) => string)[] = [
  ({ shade, spot }) =>
    `<circle cx="296" cy="470" r="188" fill="${shade}"/><circle cx="330" cy="430" r="44" fill="${spot}"/>`,
  ({ ground, shade, spot }) => {
    const rings = [250, 200, 150, 100, 50];
    const fills = [shade, ground, shade, ground, spot];
    return rings.map((r, ring) => `<circle cx="400" cy="592" r="${r}" fill="${fills[ring]}"/>`).join('');
  },
  ({ shade, spot }) =>
    `<rect y="408" width="400" height="184" fill="${shade}"/><rect y="402" width="400" height="6" fill="${spot}"/>`,
  ({ shade, spot }) =>
    `<path d="M400 250V592H58z" fill="${shade}"/><path d="M400 470V592H278z" fill="${spot}"/>`,
  ({ shade, spot }) => {
    const stripes = [376, 416, 448, 472, 490];
    const drawn = stripes.map(
      (y, i) => `<rect y="${y}" width="400" height="${26 - i * 5}" fill="${shade}"/>`,
    );
    return `${drawn.join('')}<circle cx="334" cy="432" r="34" fill="${spot}"/>`;
  },
  ({ shade, spot }) =>
    `<path d="M180 592V480a80 80 0 0 1 160 0V592z" fill="${shade}"/>` +
    `<path d="M300 592V520a44 44 0 0 1 88 0V592z" fill="${spot}"/>`,
];

function drawBack(texts: CoverTexts, palette: CoverPalette): string {
  const title = setText(texts.title, 240, BACK_TITLE_SCALE);
  const author = setText(texts.author, 240, PUBLISHER_SCALE);
  const publisher = setText(texts.publisher, 260, PUBLISHER_SCALE);
  const top = 250;
  const below = top + title.lines.length * 28;
  return [
    `<rect x="24.5" y="24.5" width="351" height="543" fill="none" stroke="${palette.shade}" stroke-width="3"/>`,
    `<circle cx="200" cy="190" r="9" fill="${palette.spot}"/>`,
    textLines(title.lines, WIDTH / 2, top, 28, title.size, palette.ink, 700, 'middle'),
    textLines(author.lines, WIDTH / 2, below + 10, 24, author.size, palette.ink, 400, 'middle'),
    `<rect x="185" y="494" width="30" height="3" fill="${palette.spot}"/>`,
    textLines(publisher.lines, WIDTH / 2, 532, 20, publisher.size, palette.ink, 400, 'middle'),
  ].join('');
}

/** The spine's space for title and author between head band and foot; the publisher is at the foot. */
const SPINE_TOP = 40;
const SPINE_BOTTOM = 508;
const SPINE_GAP = 24;
/** The largest part of the spine that the author can take from the title. */
const SPINE_AUTHOR_MAX = 170;

function drawSpine(texts: CoverTexts, palette: CoverPalette): string {
  const { ink, shade, spot } = palette;
  const publisher = setText(texts.publisher, SPINE_WIDTH - 8, SPINE_PUBLISHER_SCALE);
  const foot = 565 - (publisher.lines.length - 1) * 8;
  const author = setSpine(texts.author, SPINE_AUTHOR_MAX, SPINE_AUTHOR_SIZES);
  const title = setSpine(
    texts.title,
    SPINE_BOTTOM - SPINE_TOP - SPINE_GAP - author.length,
    SPINE_TITLE_SIZES,
  );
  return [
    `<rect width="${SPINE_WIDTH}" height="18" fill="${spot}"/>`,
    `<rect y="526" width="${SPINE_WIDTH}" height="66" fill="${shade}"/>`,
    spineText(title, SPINE_TOP, ink, 700),
    spineText(author, SPINE_BOTTOM - author.length, ink, 500),
    textLines(publisher.lines, SPINE_WIDTH / 2, foot, 15, publisher.size, ink, 400, 'middle'),
  ].join('');
}

/** A text along the spine. */
interface SpineText {
  readonly text: string;
  readonly size: number;
  /** Characters one below the other, instead of a line rotated clockwise. */
  readonly stacked: boolean;
  /** Its length in pixels. */
  readonly length: number;
}

/** Stacks the text if script and length allow it; otherwise rotates it and cuts what doesn't fit. */
function setSpine(text: string, lengthMax: number, sizes: readonly number[]): SpineText {
  const stackSize = stacksUpright(text)
    ? sizes.find((size) => stackLength(text, size) <= lengthMax)
    : undefined;
  if (stackSize !== undefined) {
    return { text, size: stackSize, stacked: true, length: stackLength(text, stackSize) };
  }
  const size = sizes.find((one) => displayWidth(text) * one <= lengthMax * 0.97) ?? sizes.at(-1) ?? 0;
  const line = setText(text, lengthMax, [{ size, linesMax: 1 }]).lines[0] ?? '';
  return { text: line, size, stacked: false, length: Math.min(lengthMax, displayWidth(line) * size) };
}

function spineText({ text, size, stacked }: SpineText, top: number, fill: string, weight: number): string {
  if (text === '') return '';
  const middle = SPINE_WIDTH / 2;
  if (!stacked) {
    // A third of the size below the middle line centres letters that have no descenders.
    const place = `transform="translate(${middle} ${top.toFixed(1)}) rotate(90)" y="${(size * 0.36).toFixed(1)}"`;
    return `<text ${place} ${textAttributes(size, fill, weight, 'start')}>${escapeText(text)}</text>`;
  }
  let y = top + size * 0.9;
  const spans = splitGraphemes(text).map((grapheme) => {
    const at = y;
    y += stackStep(grapheme, size);
    return grapheme === ' '
      ? ''
      : `<tspan x="${middle}" y="${at.toFixed(1)}">${escapeText(grapheme)}</tspan>`;
  });
  return `<text ${textAttributes(size, fill, weight, 'middle')}>${spans.join('')}</text>`;
}

function stackLength(text: string, size: number): number {
  return splitGraphemes(text).reduce((length, grapheme) => length + stackStep(grapheme, size), 0);
}

function stackStep(grapheme: string, size: number): number {
  return grapheme === ' ' ? size * 0.45 : size * 1.12;
}

function textLines(
  lines: readonly string[],
  x: number,
  top: number,
  lineHeight: number,
  size: number,
  fill: string,
  weight: number,
  anchor: 'start' | 'middle' = 'start',
): string {
  if (lines.length === 0) return '';
  const spans = lines.map(
    (line, index) => `<tspan x="${x}" y="${top + index * lineHeight}">${escapeText(line)}</tspan>`,
  );
  return `<text ${textAttributes(size, fill, weight, anchor)}>${spans.join('')}</text>`;
}

function textAttributes(size: number, fill: string, weight: number, anchor: 'start' | 'middle'): string {
  return `font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" direction="ltr"`;
}
