import { crc32, deflateSync } from 'node:zlib';
import { COVER_HEIGHT, type CoverDesign } from './cover-designs.ts';

/** The hex value (#rrggbb) of each colour name. */
type Colours = Readonly<Record<(typeof COLOURS)[number], string>>;

const COLOURS = ['ground', 'shade', 'spot'] as const;

/** A design's shapes as PNG (https://www.w3.org/TR/png-3/). Each row is a filter byte, then a byte for each pixel. */
export function drawPng({ width, shapes }: CoverDesign, colours: Colours): Buffer {
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
