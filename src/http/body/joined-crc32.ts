/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320;

/** x^(2^n) modulo the polynomial, by n: each is the square of the one before. */
const POWERS: readonly number[] = squares();

/** x^0: the highest bit. */
const ONE = 1 << 31;

/** The factor for a checksum when `length` bytes follow: a power of x. */
export function crcShift(length: number): number {
  let shift = ONE;
  // Eight bits a byte: the powers begin with the third.
  for (let left = length, at = 3; left > 0; left = Math.floor(left / 2), at++) {
    if (left % 2 === 1) shift = product(POWERS[at % POWERS.length] ?? 0, shift);
  }
  return shift;
}

/**
 * The CRC-32 of two consecutive byte strings, from the CRC of each and the crcShift of the second's length, without
 * their bytes.
 */
export function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials over GF(2) modulo that of CRC-32; the highest bit is x^0. */
function product(a: number, b: number): number {
  let result = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result;
}

/** x^(2^31) is x again, so they repeat after 31. */
function squares(): number[] {
  const powers = [1 << 30];
  while (powers.length < 31) {
    const last = powers[powers.length - 1] ?? 0;
    powers.push(product(last, last));
  }
  return powers;
}
