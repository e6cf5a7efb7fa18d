export type CoverText = 'title' | 'author' | 'publisher';

export interface TextBox {
  readonly shows: CoverText;
  readonly x: number;
  readonly top: number;
  readonly room: number;
  readonly height: number;
  readonly sizes: readonly number[];
  readonly weight?: 700;
  readonly anchor?: 'middle' | 'end';
  /** Vertical writing, in one line: Hangul and Han stand upright, Latin letters are rotated. */
  readonly isVertical?: true;
}

/** The numbers are x, y and radius of a circle, or x, y, x, y, … of a polygon. Text never overlaps the colour `spot`. */
export type Shape = readonly [colour: 'ground' | 'shade' | 'spot', ...numbers: number[]];

export interface CoverDesign {
  readonly width: number;
  readonly shapes: readonly Shape[];
  readonly texts: readonly TextBox[];
}

/** With WIDTH, the proportions of a common Korean paperback (152 x 225 mm). */
export const COVER_HEIGHT = 592;

const WIDTH = 400;
const LARGE = { sizes: [64, 54, 45, 37, 31, 25], weight: 700 } as const;
const SPINE = { height: 36, sizes: [34, 28, 22], weight: 700 } as const;
const MIDDLE = { height: 85, sizes: [22] };
const SMALL = { height: 22, sizes: [17] };

const HINGE = rectangle('shade', 0, 0, 14, COVER_HEIGHT);

export const COVERS: readonly [CoverDesign, ...CoverDesign[]] = [
  front({ title: 190, author: 392 }, ['spot', 207, 366, 92], rectangle('shade', 14, 366, 386, 226)),
  front({ title: 150, author: 222, room: 200 }, ['spot', 262, 420, 104]),
  front(
    { title: 170, author: 246, room: 230 },
    ['spot', 318, 336, 32],
    ['shade', 14, 592, 14, 500, 128, 372, 214, 470, 286, 404, 400, 520, 400, 592],
  ),
  front(
    { title: 220, author: 310, room: 170 },
    rectangle('spot', 310, 502, 90, 90),
    rectangle('shade', 220, 502, 90, 90),
    rectangle('shade', 310, 412, 90, 90),
  ),
  front(
    { title: 140, author: 212 },
    ['shade', 207, 404, 128],
    ['ground', 207, 404, 96],
    ['shade', 207, 404, 64],
    ['spot', 207, 404, 30],
  ),
  front(
    { title: 170, author: 450, anchor: 'end', room: 200 },
    ['shade', 14, 592, 400, 262, 400, 592],
    ['spot', 14, 592, 14, 578, 400, 248, 400, 262],
  ),
  front(
    { title: 200, author: 312, anchor: 'middle', top: 92, room: 270 },
    rectangle('shade', 14, 0, 386, COVER_HEIGHT),
    rectangle('ground', 48, 64, 318, 330),
    rectangle('spot', 48, 410, 318, 5),
  ),
];

/** `title` is a height; `top` and `author` are where title and author begin; `room` limits the width of all but left titles. */
type Front = Readonly<Record<'title' | 'author', number> & Partial<Record<'top' | 'room', number>>> &
  Pick<TextBox, 'anchor'>;

function front({ title, author, room = 320, top = 56, anchor }: Front, ...art: Shape[]): CoverDesign {
  const [left, right] = [{ x: 40 }, { x: 368, anchor: 'end' as const }];
  const aligned = anchor === 'middle' ? { x: 207, anchor } : anchor === 'end' ? right : left;
  const head = anchor === 'middle' ? { ...aligned, room } : { ...left, room: 320 };
  return {
    width: WIDTH,
    shapes: [HINGE, ...art],
    texts: [
      { shows: 'title', top, height: title, ...head, ...LARGE },
      { shows: 'author', top: author, room, ...MIDDLE, ...aligned },
      { shows: 'publisher', top: 536, room: Math.min(room, 260), ...SMALL, ...aligned },
    ],
  };
}

export const SIDES: Readonly<Record<'side' | 'back', CoverDesign>> = {
  side: {
    width: 72,
    shapes: [rectangle('spot', 0, 0, 72, 16), rectangle('shade', 0, 520, 72, 72)],
    texts: [
      { shows: 'title', x: 36, top: 44, room: 300, ...SPINE, isVertical: true },
      { shows: 'author', x: 36, top: 496, room: 140, ...SMALL, anchor: 'end', isVertical: true },
      { shows: 'publisher', x: 36, top: 540, room: 64, height: 32, sizes: [16, 12], anchor: 'middle' },
    ],
  },
  back: {
    width: WIDTH,
    shapes: [rectangle('shade', 386, 0, 14, COVER_HEIGHT), rectangle('spot', 184, 484, 32, 3)],
    texts: [
      { shows: 'title', x: 200, top: 228, room: 260, ...MIDDLE, weight: 700, anchor: 'middle' },
      { shows: 'author', x: 200, top: 328, room: 260, ...SMALL, anchor: 'middle' },
      { shows: 'publisher', x: 200, top: 511, room: 300, ...SMALL, anchor: 'middle' },
    ],
  },
};

function rectangle(colour: Shape[0], x: number, y: number, across: number, down: number): Shape {
  return [colour, x, y, x + across, y, x + across, y + down, x, y + down];
}
