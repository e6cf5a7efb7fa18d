/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320;

/** x^0 (the highest bit) and x^8. */
const ONE = 1 << 31;
const BYTE = 1 << 23;

/** The factor for a checksum when `length` bytes follow: a power of x. */
export function crcShift(length: number): number {
  let shift = ONE;
  for (let left = length, power = BYTE; left > 0; left = Math.floor(left / 2), power = product(power, power))
    if (left % 2 === 1) shift = product(power, shift);
  return shift;
}

/**
 * The CRC-32 of two consecutive byte strings, from the CRC of each and the crcShift of the second's length, without
 * their bytes.
 */
export function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials over GF(2) modulo that of CRC-32. */
function product(a: number, b: number): number {
  let result = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result;
}
