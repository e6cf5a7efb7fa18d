/** FNV-1a over code units, with the last steps of MurmurHash3; never 0. */
export function hashWord(word: string, seed = 0x81_1c_9d_c5): number {
  let hash = seed;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
