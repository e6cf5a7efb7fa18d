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
