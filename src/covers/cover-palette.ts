/** Colours of a drawn cover. Ink is readable on ground and on shade (contrast 4.5 or more). */
export interface CoverPalette {
  readonly ground: string;
  /** Large shapes, close to the ground. */
  readonly shade: string;
  readonly ink: string;
  /** Rules and small shapes; never behind text. */
  readonly spot: string;
}

export const COVER_PALETTES: readonly [CoverPalette, ...CoverPalette[]] = [
  { ground: '#1f2a44', shade: '#2d3c60', ink: '#f3ead7', spot: '#d9a648' },
  { ground: '#22443b', shade: '#2f5a4d', ink: '#f2ead3', spot: '#d98a5b' },
  { ground: '#5b1f2a', shade: '#742d39', ink: '#f6e7d8', spot: '#e0a458' },
  { ground: '#e4cb95', shade: '#d8b873', ink: '#3a2a14', spot: '#9c3f25' },
  { ground: '#f2ebdd', shade: '#e4d8c1', ink: '#2b2b33', spot: '#b5482f' },
  { ground: '#ced8c3', shade: '#b8c6a8', ink: '#24342a', spot: '#7d5a2c' },
  { ground: '#c6d4de', shade: '#adc2d1', ink: '#1c3042', spot: '#b4552d' },
  { ground: '#9c4629', shade: '#8a3a20', ink: '#fff3e2', spot: '#f0bf62' },
  { ground: '#3d2b4a', shade: '#523c63', ink: '#f1e7f2', spot: '#d99a8b' },
  { ground: '#edd3c7', shade: '#e1bfae', ink: '#4a2326', spot: '#2f5a63' },
  { ground: '#394047', shade: '#4a535c', ink: '#f1eee6', spot: '#c9b27c' },
  { ground: '#164e58', shade: '#20636e', ink: '#eef3ea', spot: '#e6b566' },
];

/** A number spread evenly over 32 bits, always the same for the same item. */
export function spread(itemId: number): number {
  let mixed = (itemId ^ Math.imul(Math.floor(itemId / 2 ** 32), 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
