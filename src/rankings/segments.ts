import { AGES, type Age, SEXES, type Sex } from './ranking-store.ts';
import { AGE_BANDS, ageBandOf, type BuyerSex } from './sale.ts';

/** Segments of buyers: sex (unknown, M, F) times age band (six, unknown). Every copy is in exactly one. */
export const SEGMENT_COUNT = 21;

/** Lists of one category: SEXES times AGES, sex first. */
export const CELL_COUNT = SEXES.length * AGES.length;

const UNKNOWN_BAND = AGE_BANDS.length;
const BANDS = UNKNOWN_BAND + 1;

/** The code of a sex in segments and in the ledger: 0 unknown, 1 M, 2 F, as in SEXES with A = unknown. */
export function sexCode(sex: BuyerSex | null): number {
  return sex === null ? 0 : SEXES.indexOf(sex);
}

/** The segment of a buyer. `age` in full years, null when unknown. */
export function segmentOf(sex: number, age: number | null): number {
  return sex * BANDS + (age === null ? UNKNOWN_BAND : AGE_BANDS.indexOf(ageBandOf(age)));
}

/** The position of a list among the lists of its category. */
export function cellIndex(sex: Sex, age: Age): number {
  return SEXES.indexOf(sex) * AGES.length + AGES.indexOf(age);
}

/**
 * The segments that a list adds up. Unknown sex or age is in the lists of all sexes or all ages only, each
 * side on its own (docs/lists.md#segments).
 */
export function segmentsOfCell(cell: number): number[] {
  const sex = Math.floor(cell / AGES.length);
  const age = cell % AGES.length;
  const segments: number[] = [];
  for (let segment = 0; segment < SEGMENT_COUNT; segment++) {
    const sexFits = sex === 0 || Math.floor(segment / BANDS) === sex;
    const ageFits = age === 0 || segment % BANDS === age - 1;
    if (sexFits && ageFits) segments.push(segment);
  }
  return segments;
}
