import { STROKES_MAX, type WordScript } from './dictionary.ts';

/**
 * How far typed keys are from those of a word: `strokes` is the smallest number of keys that were missed, added, hit
 * wrong or swapped with the next one; `cost` weighs how easily that happens, 1 for a random key.
 */
interface StrokeDistance {
  readonly strokes: number;
  readonly cost: number;
}

/** Null when more than `strokesMax` keys went wrong. Both texts have STROKES_MAX keys at the most. */
export function strokeDistance(
  typed: string,
  word: string,
  script: WordScript,
  strokesMax: number,
): StrokeDistance | null {
  if (Math.abs(typed.length - word.length) > strokesMax) return null;
  const costs = COSTS[script];
  let [before, above, row] = rows;
  for (let j = 0; j <= word.length; j++) above[j] = j * (STROKE + MISSED);
  for (let i = 1; i <= typed.length; i++) {
    // Farther from the diagonal there are more strokes than allowed.
    const first = Math.max(1, i - strokesMax);
    const last = Math.min(word.length, i + strokesMax);
    row[first - 1] = first === 1 ? i * (STROKE + PLAIN) : FAR;
    if (last < word.length) row[last + 1] = FAR;
    const key = typed.charCodeAt(i - 1);
    const keyBefore = i > 1 ? typed.charCodeAt(i - 2) : 0;
    for (let j = first; j <= last; j++) {
      const other = word.charCodeAt(j - 1);
      const otherBefore = j > 1 ? word.charCodeAt(j - 2) : 0;
      const replaced = (above[j - 1] ?? FAR) + (key === other ? 0 : STROKE + (costs[key * 128 + other] ?? 0));
      const added = (above[j] ?? FAR) + STROKE + (key === keyBefore ? DOUBLED : PLAIN);
      const missed = (row[j - 1] ?? FAR) + STROKE + (other === otherBefore ? DOUBLED : MISSED);
      let best = Math.min(replaced, added, missed);
      if (key === otherBefore && keyBefore === other && key !== other)
        best = Math.min(best, (before[j - 2] ?? FAR) + STROKE + SWAPPED);
      row[j] = best;
    }
    [before, above, row] = [above, row, before];
  }
  const total = above[word.length] ?? FAR;
  const strokes = Math.floor(total / STROKE);
  if (strokes > strokesMax) return null;
  return { strokes, cost: (total % STROKE) / PLAIN };
}

/** Cells hold STROKE x strokes + PLAIN x cost, so that fewer strokes always win. */
const STROKE = 4096;
const PLAIN = 100;
const MISSED = 60;
const FAR = 64 * STROKE;
const SHIFT_TWIN = 40;
const SIMILAR_SOUND = 55;
const DOUBLED = 50;
const NEIGHBOUR = 70;
const SWAPPED = 60;

const rows: [Int32Array, Int32Array, Int32Array] = [
  new Int32Array(STROKES_MAX + 3),
  new Int32Array(STROKES_MAX + 3),
  new Int32Array(STROKES_MAX + 3),
];

/** Pairs of keys beside each other. */
const NEIGHBOURS = 'qw we er rt ty yu ui io op as sd df fg gh hj jk kl zx xc cv vb bn nm'
  .concat(' qa wa ws es ed rd rf tf tg yg yh uh uj ij ik ok ol pl az sz sx dx dc fc fv gv gb hb hn jn jm km')
  .split(' ');
/** ㅐㅔ ㅒㅖ ㄱㅋ ㄷㅌ ㅂㅍ ㅈㅊ ㅏㅑ ㅓㅕ ㅗㅛ ㅜㅠ ㅡㅜ ㅡㅓ ㄴㄹ ㄴㅇ ㅁㅇ. */
const HANGUL_SOUNDS = 'op OP rz ex qv wc ki ju hy nb mn mj sf sd ad'.split(' ');
const LATIN_SOUNDS = 'sz cs ck ae ai ao au ei eo eu io iu ou iy fv bp dt gj mn vw kq'.split(' ');

const COSTS: Readonly<Record<WordScript, Uint8Array>> = {
  hangul: costTable(HANGUL_SOUNDS),
  latin: costTable(LATIN_SOUNDS),
};

/** Costs of hitting one key instead of another, by 128 x code of the one + code of the other. */
function costTable(sounds: readonly string[]): Uint8Array {
  const table = new Uint8Array(128 * 128).fill(PLAIN);
  const set = ([one = '', other = '']: string | readonly string[], cost: number) => {
    table[one.charCodeAt(0) * 128 + other.charCodeAt(0)] = cost;
    table[other.charCodeAt(0) * 128 + one.charCodeAt(0)] = cost;
  };
  for (const pair of NEIGHBOURS) {
    const [one = '', other = ''] = pair;
    for (const keys of [pair, pair.toUpperCase(), one.toUpperCase() + other, one + other.toUpperCase()])
      set(keys, NEIGHBOUR);
  }
  for (const pair of sounds) set(pair, SIMILAR_SOUND);
  for (const key of 'abcdefghijklmnopqrstuvwxyz') set([key, key.toUpperCase()], SHIFT_TWIN);
  return table;
}
