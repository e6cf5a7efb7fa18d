import { crc32, deflateSync } from 'node:zlib';
import { escapeText } from '../http/html.ts';
import {
  COVER_HEIGHT,
  COVERS,
  type CoverDesign,
  type CoverText,
  SIDES,
  type TextBox,
} from './cover-designs.ts';
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

export function paletteOf(itemId: number): CoverPalette {
  return chosen(COVER_PALETTES, itemId ^ Math.floor(itemId / 2 ** 32));
}

function designOf(side: CoverSide, { title, author }: CoverItem): CoverDesign {
  return side === 'cover' ? chosen(COVERS, crc32(`${title}\n${author}`)) : SIDES[side];
}

/** Chooses by a hash, so that consecutive numbers get different things. */
function chosen<Thing>(things: readonly [Thing, ...Thing[]], number: number): Thing {
  const mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  return things[Math.floor((mixed / 2 ** 32) * things.length)] ?? things[0];
}

const COLOURS = ['ground', 'shade', 'spot'] as const;

/** A design's shapes as PNG (https://www.w3.org/TR/png-3/). Each row is a filter byte, then a byte for each pixel. */
function drawPng({ width, shapes }: CoverDesign, colours: CoverPalette): Buffer {
  const rows = Buffer.alloc((1 + width) * COVER_HEIGHT);
  for (const [colour, ...numbers] of shapes)
    for (let y = 0; y < COVER_HEIGHT; y++) {
      const row = rows.subarray(y * (1 + width) + 1, (y + 1) * (1 + width));
      const edges = edgesAt(y + 0.5, numbers);
      for (let at = 1; at < edges.length; at += 2)
        row.fill(COLOURS.indexOf(colour), edges[at - 1], edges[at]);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(COVER_HEIGHT, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(COLOURS.map((name) => colours[name].slice(1)).join(''), 'hex')),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The pixels at which the horizontal line at `y` enters and leaves a shape, from left to right. */
function edgesAt(y: number, numbers: readonly number[]): readonly number[] {
  const [centre = 0, middle = 0, radius = 0] = numbers;
  if (numbers.length === 3) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (y - middle) ** 2));
    return [Math.round(centre - half), Math.round(centre + half)];
  }
  const edges: number[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [x1 = 0, y1 = 0] = numbers.slice(at, at + 2);
    const [x2 = 0, y2 = 0] = numbers.slice((at + 2) % numbers.length);
    if (y1 > y !== y2 > y) edges.push(Math.round(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)));
  }
  return edges.sort((a, b) => a - b);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
