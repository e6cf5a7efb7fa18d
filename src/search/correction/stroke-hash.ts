/** Longer words can't be corrected; no real word comes near. */
export const STROKES_MAX = 48;

/**
 * Hashes of the keys from `start` to `end`, and of what is left when any one of them is left out, written to
 * `into` (room for STROKES_MAX + 1); returns how many. Of equal neighbours only the first is left out, as the rest
 * would give the same again.
 */
export function strokeHashes(strokes: Uint8Array, start: number, end: number, into: Uint32Array): number {
  const length = end - start;
  suffixes[length] = 0;
  for (let at = length - 1; at >= 0; at--) {
    const weight = POWERS[length - 1 - at] ?? 0;
    suffixes[at] = (suffixes[at + 1] ?? 0) + Math.imul(strokes[start + at] ?? 0, weight);
  }
  into[0] = spread(suffixes[0] ?? 0);
  let count = 1;
  let prefix = 0;
  for (let at = 0; at < length; at++) {
    const stroke = strokes[start + at] ?? 0;
    if (at === 0 || stroke !== strokes[start + at - 1]) {
      const shifted = Math.imul(prefix, POWERS[length - 1 - at] ?? 0);
      into[count++] = spread(shifted + (suffixes[at + 1] ?? 0));
    }
    prefix = (Math.imul(prefix, BASE) + stroke) | 0;
  }
  return count;
}

/** Any odd number with well-mixed bits: keys are the digits of a number to this base, modulo 2^32. */
const BASE = 0x01_93_4b_25;
const POWERS = new Int32Array(STROKES_MAX + 1);
POWERS[0] = 1;
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 0, BASE);

const suffixes = new Int32Array(STROKES_MAX + 1);

/** Lets every bit of the sum affect every bit of the hash (the last steps of MurmurHash3). */
function spread(sum: number): number {
  let hash = sum;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
