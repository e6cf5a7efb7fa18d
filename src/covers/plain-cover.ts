import { crc32, deflateSync } from 'node:zlib';
import {
  COVER_HEIGHT,
  COVER_MARGIN,
  COVER_WIDTH,
  type CoverPalette,
  type CoverSide,
  paletteOf,
  SPINE_WIDTH,
} from './substitute-cover.ts';

/** A rectangle in one of the palette's colours. */
type Shape = readonly [colour: number, x: number, y: number, width: number, height: number];

/** Colours by their place in the file's palette. */
const SHADE = 1;
const SPOT = 2;

const SHAPES: Readonly<Record<CoverSide, readonly Shape[]>> = {
  cover: [
    [SHADE, 0, 0, 14, COVER_HEIGHT],
    [SPOT, COVER_MARGIN, 222, 48, 4],
  ],
  side: [
    [SPOT, 0, 0, SPINE_WIDTH, 16],
    [SHADE, 0, 520, SPINE_WIDTH, 72],
  ],
  back: [
    [SHADE, COVER_WIDTH - 14, 0, 14, COVER_HEIGHT],
    [SPOT, COVER_WIDTH / 2 - 16, 484, 32, 3],
  ],
};

const kept = new Map<string, Buffer>();

/** The drawn cover of an item as PNG, without its text: one picture for each side and palette, made once. */
export function plainCover(side: CoverSide, itemId: number): Buffer {
  const palette = paletteOf(itemId);
  const key = `${side} ${palette.ground}`;
  const picture = kept.get(key) ?? drawPng(side, palette);
  kept.set(key, picture);
  return picture;
}

/** https://www.w3.org/TR/png-3/: four colours, two bits a pixel, and a byte for the filter before each row. */
function drawPng(side: CoverSide, { ground, shade, spot, ink }: CoverPalette): Buffer {
  const width = side === 'side' ? SPINE_WIDTH : COVER_WIDTH;
  const rowBytes = 1 + width / 4;
  const rows = Buffer.alloc(rowBytes * COVER_HEIGHT);
  for (const [colour, left, top, across, down] of SHAPES[side]) {
    for (let y = top; y < top + down; y += 1) {
      for (let x = left; x < left + across; x += 1) {
        const at = y * rowBytes + 1 + Math.floor(x / 4);
        rows[at] = (rows[at] ?? 0) | (colour << (6 - 2 * (x % 4)));
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(COVER_HEIGHT, 4);
  header.set([2, 3], 8);
  const colours = Buffer.from([ground, shade, spot, ink].map((colour) => colour.slice(1)).join(''), 'hex');
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
