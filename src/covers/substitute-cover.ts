import { crc32, deflateSync } from 'node:zlib';
import { escapeText } from '../http/html.ts';
import { LINE_HEIGHT, pictureText, setText } from './cover-text.ts';

export const COVER_SIDES = ['cover', 'side', 'back'] as const;
export type CoverSide = (typeof COVER_SIDES)[number];

/** What a drawn cover shows. */
export interface CoverItem {
  readonly itemId: number;
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
}

const FONT =
  "'Pretendard','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic','Nanum Gothic',system-ui,sans-serif";

/** A text and its place, in pixels. */
interface TextBox {
  readonly shows: Exclude<keyof CoverItem, 'itemId'>;
  readonly x: number;
  readonly top: number;
  /** Length of a line. */
  readonly room: number;
  readonly height: number;
  /** The largest that fits is taken. */
  readonly sizes: readonly number[];
  readonly weight?: 700;
  readonly anchor?: 'middle' | 'end';
  /** Downwards in one line: Hangul and Han stand upright, Latin is turned, as vertical writing does it. */
  readonly isVertical?: true;
}

/** x, y, width, height. */
type Box = readonly ['shade' | 'spot', number, number, number, number];

interface CoverDesign {
  readonly width: number;
  readonly boxes: readonly Box[];
  readonly texts: readonly TextBox[];
}

/** The proportion of a common Korean paperback (152 x 225 mm). */
const COVER_HEIGHT = 592;

const LARGE = { height: 235, sizes: [64, 54, 45, 37, 31, 25], weight: 700 } as const;
const SPINE = { height: 36, sizes: [34, 28, 22], weight: 700 } as const;
const MIDDLE = { height: 85, sizes: [22] };
const SMALL = { height: 22, sizes: [17] };

/** A side bends at its shade: at the left of the front, at the right of the back. */
const DESIGNS: Readonly<Record<CoverSide, CoverDesign>> = {
  cover: {
    width: 400,
    boxes: [
      ['shade', 0, 0, 14, COVER_HEIGHT],
      ['spot', 40, 340, 48, 4],
    ],
    texts: [
      { shows: 'title', x: 40, top: 60, room: 320, ...LARGE },
      { shows: 'author', x: 40, top: 364, room: 320, ...MIDDLE },
      { shows: 'publisher', x: 40, top: 527, room: 320, ...SMALL },
    ],
  },
  side: {
    width: 72,
    boxes: [
      ['spot', 0, 0, 72, 16],
      ['shade', 0, 520, 72, 72],
    ],
    texts: [
      { shows: 'title', x: 36, top: 44, room: 300, ...SPINE, isVertical: true },
      { shows: 'author', x: 36, top: 496, room: 140, ...SMALL, anchor: 'end', isVertical: true },
      { shows: 'publisher', x: 36, top: 540, room: 64, height: 32, sizes: [16, 12], anchor: 'middle' },
    ],
  },
  back: {
    width: 400,
    boxes: [
      ['shade', 386, 0, 14, COVER_HEIGHT],
      ['spot', 184, 484, 32, 3],
    ],
    texts: [
      { shows: 'title', x: 200, top: 228, room: 260, ...MIDDLE, weight: 700, anchor: 'middle' },
      { shows: 'author', x: 200, top: 328, room: 260, ...SMALL, anchor: 'middle' },
      { shows: 'publisher', x: 200, top: 511, room: 300, ...SMALL, anchor: 'middle' },
    ],
  },
};

/**
 * The picture of an item without a registered one (docs/api.md#covers): SVG text, the same bytes for the
 * same item forever. It refers to nothing outside itself and contains no script or style element.
 */
export function drawSubstituteCover(side: CoverSide, item: CoverItem): string {
  const palette = paletteOf(item.itemId);
  const { width, boxes, texts } = DESIGNS[side];
  const name = [item.title, item.author]
    .map(pictureText)
    .filter((text) => text !== '')
    .join(' – ');
  const rect = (x: number, y: number, across: number, down: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="${fill}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${COVER_HEIGHT}"` +
    ` viewBox="0 0 ${width} ${COVER_HEIGHT}" role="img" font-family="${FONT}">` +
    `<title>${escapeText(name)}</title>${rect(0, 0, width, COVER_HEIGHT, palette.ground)}` +
    boxes.map(([colour, ...box]) => rect(...box, palette[colour])).join('') +
    `${texts.map((box) => drawText(box, pictureText(item[box.shows]), palette.ink)).join('')}</svg>`
  );
}

function drawText(box: TextBox, text: string, ink: string): string {
  const { x, top, room, height, sizes, weight = 400, anchor = 'start', isVertical } = box;
  const { lines, size } = setText(text, room, height, sizes);
  const spans = lines.map((line, at) => {
    const y = isVertical ? top : top + size + at * size * LINE_HEIGHT;
    return `<tspan x="${x}" y="${y}">${escapeText(line)}</tspan>`;
  });
  const mode = isVertical ? 'vertical-rl' : 'horizontal-tb';
  return (
    `<text writing-mode="${mode}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}"` +
    ` fill="${ink}" direction="ltr">${spans.join('')}</text>`
  );
}

const kept = new Map<string, Buffer>();

/** The drawn cover of an item as PNG, without its text: one picture for each side and palette, made once. */
export function plainCover(side: CoverSide, itemId: number): Buffer {
  const palette = paletteOf(itemId);
  const key = `${side} ${palette.ground}`;
  const picture = kept.get(key) ?? drawPng(side, palette);
  kept.set(key, picture);
  return picture;
}

/** https://www.w3.org/TR/png-3/: a palette of three colours, a byte for each pixel, and one for the filter before each row. */
function drawPng(side: CoverSide, { ground, shade, spot }: CoverPalette): Buffer {
  const { width, boxes } = DESIGNS[side];
  const rows = Buffer.alloc((1 + width) * COVER_HEIGHT);
  for (const [colour, x, top, across, down] of boxes)
    for (let y = top; y < top + down; y++) {
      const from = y * (1 + width) + 1 + x;
      rows.fill(colour === 'shade' ? 1 : 2, from, from + across);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(COVER_HEIGHT, 4);
  header.set([8, 3], 8);
  const colours = Buffer.from([ground, shade, spot].map((colour) => colour.slice(1)).join(''), 'hex');
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Colours of a drawn cover. Ink is readable on the ground and on the shade (contrast 4.5 or more). */
interface CoverPalette {
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
function paletteOf(itemId: number): CoverPalette {
  const mixed = Math.imul(itemId ^ Math.floor(itemId / 2 ** 32), 0x9e3779b1) >>> 0;
  return COVER_PALETTES[Math.floor((mixed / 2 ** 32) * COVER_PALETTES.length)] ?? COVER_PALETTES[0];
}
