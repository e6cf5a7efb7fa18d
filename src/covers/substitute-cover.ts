import { crc32 } from 'node:zlib';
import { escapeText } from '../http/html.ts';
import {
  COVER_HEIGHT,
  COVERS,
  type CoverDesign,
  type CoverText,
  SIDES,
  type TextBox,
} from './cover-designs.ts';
import { drawPng } from './cover-png.ts';
import { LINE_HEIGHT, pictureText, setText } from './cover-text.ts';

export const COVER_SIDES = ['cover', 'side', 'back'] as const;
export type CoverSide = (typeof COVER_SIDES)[number];

export interface CoverItem extends Readonly<Record<CoverText, string>> {
  readonly itemId: number;
}

const FONT =
  "'Pretendard','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic','Nanum Gothic',system-ui,sans-serif";

/** The drawn cover (docs/api.md#covers): SVG, the same bytes for the same item, without scripts, styles or references. */
export function drawSubstituteCover(side: CoverSide, item: CoverItem): string {
  const { width, shapes, texts } = designOf(side, item);
  const palette = paletteOf(item.itemId);
  const name = [item.title, item.author]
    .map(pictureText)
    .filter((text) => text !== '')
    .join(' – ');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${COVER_HEIGHT}"` +
    ` viewBox="0 0 ${width} ${COVER_HEIGHT}" role="img" font-family="${FONT}" fill="${palette.ink}">` +
    `<title>${escapeText(name)}</title>` +
    `<rect width="${width}" height="${COVER_HEIGHT}" fill="${palette.ground}"/>` +
    shapes.map(([colour, ...numbers]) => drawShape(numbers, palette[colour])).join('') +
    `${texts.map((box) => drawText(box, pictureText(item[box.shows]))).join('')}</svg>`
  );
}

function drawShape(numbers: readonly number[], fill: string): string {
  const [x, y, radius] = numbers;
  if (numbers.length === 3) return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
  return `<polygon points="${numbers.join(' ')}" fill="${fill}"/>`;
}

function drawText(box: TextBox, text: string): string {
  const { x, top, room, height, sizes, weight = 400, anchor = 'start', isVertical } = box;
  const { lines, size } = setText(text, room, height, sizes);
  const spans = lines.map((line, at) => {
    const y = isVertical ? top : top + size + at * size * LINE_HEIGHT;
    return `<tspan x="${x}" y="${y}">${escapeText(line)}</tspan>`;
  });
  const mode = isVertical ? 'vertical-rl' : 'horizontal-tb';
  return (
    `<text writing-mode="${mode}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}"` +
    ` direction="ltr">${spans.join('')}</text>`
  );
}

const pictures = new Map<string, Buffer>();

/** The drawn cover of an item as PNG, without text. Pictures are cached by design and palette. */
export function plainCover(side: CoverSide, item: CoverItem): Buffer {
  const [design, palette] = [designOf(side, item), paletteOf(item.itemId)];
  const key = `${side} ${COVERS.indexOf(design)} ${palette.ground}`;
  const picture = pictures.get(key) ?? drawPng(design, palette);
  pictures.set(key, picture);
  return picture;
}

/** Colours of a drawn cover. Ink is readable on the ground and on the shade (contrast 4.5 or more). */
export interface CoverPalette {
  readonly ground: string;
  /** The hinge, the foot of the spine, and some shapes of the front designs. */
  readonly shade: string;
  readonly ink: string;
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

/** Chosen by item number, so that an item keeps its palette and consecutive items differ. */
export function paletteOf(itemId: number): CoverPalette {
  return (
    COVER_PALETTES[indexBelow(itemId ^ Math.floor(itemId / 2 ** 32), COVER_PALETTES.length)] ??
    COVER_PALETTES[0]
  );
}

/** Chosen by a hash of title and author, so that an item keeps its design. */
function designOf(side: CoverSide, { title, author }: Omit<CoverItem, 'itemId' | 'publisher'>): CoverDesign {
  if (side !== 'cover') return SIDES[side];
  return COVERS[indexBelow(crc32(`${title}\n${author}`), COVERS.length)] ?? COVERS[0];
}

/** Hashes a number to an index below `limit`. */
function indexBelow(number: number, limit: number): number {
  const mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  return Math.floor((mixed / 2 ** 32) * limit);
}
