/**
 * Text as keystrokes on the two-set Korean keyboard: 해리 is gofl. One wrong jamo is one wrong key. A key is a letter, in upper
 * case where shift gives another jamo (ㅆ is T).
 */

/** Null if the text contains anything but Hangul. */
export function hangulStrokes(text: string): string | null {
  let strokes = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= SYLLABLE_FIRST && code <= SYLLABLE_LAST) strokes += syllableStrokes(code - SYLLABLE_FIRST);
    else if (code >= JAMO_FIRST && code <= JAMO_LAST) strokes += JAMO[code - JAMO_FIRST];
    else return null;
  }
  return strokes;
}

/** The Hangul that keystrokes give: gofl becomes 해리. Characters without a key in the Korean layout are unchanged. */
export function composeHangul(strokes: string): string {
  return canonicalStrokes(strokes).replace(SYLLABLE, (piece, ...groups: (string | undefined)[]) => {
    const [initial, medial = '', final = ''] = groups;
    if (initial === undefined) return String.fromCharCode(JAMO_FIRST + JAMO.indexOf(piece));
    const place = (INITIALS.indexOf(initial) * MEDIALS.length + MEDIALS.indexOf(medial)) * FINALS.length;
    return String.fromCharCode(SYLLABLE_FIRST + place + FINALS.indexOf(final));
  });
}

/** The keystrokes behind Latin letters that were meant as Hangul. With caps lock, upper and lower case are swapped first. */
export function intendedStrokes(letters: string, isCapsLock: boolean): string {
  const swapCase = (letter: string) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase());
  return canonicalStrokes(isCapsLock ? letters.replace(/[A-Za-z]/g, swapCase) : letters);
}

/** Whether most letters are capitals. A text with small letters, whose capitals all type shifted jamo (T is ㅆ), doesn't count. */
export function isTypedWithCapsLock(text: string): boolean {
  const [capitals, smalls] = [text.match(/[A-Z]/g) ?? [], text.match(/[a-z]/g) ?? []];
  const isPlain = smalls.length > 0 && capitals.every((letter) => SHIFTED.includes(letter));
  return capitals.length > Math.max(1, smalls.length) && !isPlain;
}

export function canonicalStrokes(letters: string): string {
  return letters.replace(/[A-Z]/g, (letter) => (SHIFTED.includes(letter) ? letter : letter.toLowerCase()));
}

/** The text as typed in the other layout, in lower case. Null for a text with both scripts, or neither. */
export function swapLayout(text: string): string | null {
  const plain = text.normalize('NFC');
  const hasLatin = /[A-Za-z]/.test(plain);
  if (hasLatin === HANGUL.test(plain)) return null;
  const isCapsLock = isTypedWithCapsLock(plain);
  if (hasLatin) return plain.replace(/[A-Za-z]+/g, (run) => composeHangul(intendedStrokes(run, isCapsLock)));
  return plain.replace(HANGUL_RUNS, (run) => hangulStrokes(run)?.toLowerCase() ?? run);
}

/** A key for the sound of a Hangul word, equal for 섹스피어 and 셰익스피어. Null for short words, because too many sound alike. */
export function soundOf(strokes: string): string | null {
  if ((strokes.match(VOWEL)?.length ?? 0) < SYLLABLES_MIN) return null;
  const sound = strokes
    .replace(/t$/, 'x')
    .replace(/np|h[lo]/g, 'np')
    .replace(/[REQTWzxvciuyboOP]/g, (key) => PLAIN_KEYS.charAt(DERIVED_KEYS.indexOf(key)))
    .replace(/ml|nl/g, 'l')
    .replace(SILENT, '')
    .replace(/m/g, '');
  return sound
    .replace(/pl/g, 'p')
    .replace(/hn/g, 'h')
    .replace(/(.)\1+/g, '$1');
}

const SYLLABLES_MIN = 3;
/** Tensed or aspirated consonants, diphthongs and vowels that sound alike. soundOf replaces each by the plain key below. */
const DERIVED_KEYS = 'REQTWzxvciuyboOP';
const PLAIN_KEYS = 'reqtwreqwkjhnppp';

const SYLLABLE_FIRST = 0xac_00;
const SYLLABLE_LAST = 0xd7_a3;
const JAMO_FIRST = 0x31_31;
const JAMO_LAST = 0x31_63;
const SHIFTED = 'QWERTOP';
export const VOWELS = 'koiOjpuPhynbml';
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const MEDIALS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
/** The keystrokes of the compatibility jamo, in Unicode order. */
const JAMO = [
  ...'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' '),
  ...MEDIALS,
];
const HANGUL = /[\u3131-\u3163가-힣]/u;
const HANGUL_RUNS = /[\u3131-\u3163가-힣]+/gu;

/** Keystrokes of a syllable as a pattern. A consonant before a vowel begins the next syllable, so it can't end this one. */
const MEDIAL = 'hk|ho|hl|nj|np|nl|ml|[koiOjpuPhynbml]';
const SYLLABLE = new RegExp(
  `([rRseEfaqQtTdwWczxvg])(${MEDIAL})` +
    `((?:rt|sw|sg|f[raqtxvg]|qt|[rRsefaqtTdwczxvg])(?![${VOWELS}]))?|${MEDIAL}|[A-Za-z]`,
  'g',
);

const VOWEL = new RegExp(MEDIAL, 'g');
const SILENT = new RegExp(`d(?=[${VOWELS}])`, 'g');

function syllableStrokes(place: number): string {
  const final = place % FINALS.length;
  const medial = Math.floor(place / FINALS.length) % MEDIALS.length;
  const initial = Math.floor(place / FINALS.length / MEDIALS.length);
  return `${INITIALS[initial]}${MEDIALS[medial]}${FINALS[final]}`;
}

export type WordScript = 'latin' | 'hangul';

/** Maximum number of keys in a word that can be corrected; no real word has more. */
export const STROKES_MAX = 48;

/**
 * Compares typed keystrokes with a word's. `strokes` is the smallest number of keys missed, added, wrong or swapped with the
 * next. `cost` is 1 for a random wrong key, less for likelier mistakes. Null if `strokes` is above `strokesMax`. Both texts have
 * at most STROKES_MAX keys.
 */
export function strokeDistance(typed: string, word: string, script: WordScript, strokesMax: number) {
  if (Math.abs(typed.length - word.length) > strokesMax) return null;
  const costs = COSTS[script];
  let [before, above, row] = rows;
  for (let j = 0; j <= word.length; j++) above[j] = j * (STROKE + MISSED);
  for (let i = 1; i <= typed.length; i++) {
    // Cells farther from the diagonal mean more errors than allowed.
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

/** Cells of the distance matrix hold STROKE x strokes + PLAIN x cost, so that fewer strokes always win. */
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

const NEIGHBOURS = 'qw we er rt ty yu ui io op as sd df fg gh hj jk kl zx xc cv vb bn nm'
  .concat(' qa wa ws es ed rd rf tf tg yg yh uh uj ij ik ok ol pl az sz sx dx dc fc fv gv gb hb hn jn jm km')
  .split(' ');
/** Pairs of keys with a similar sound: ㅐㅔ ㅒㅖ ㄱㅋ ㄷㅌ ㅂㅍ ㅈㅊ ㅏㅑ ㅓㅕ ㅗㅛ ㅜㅠ ㅡㅜ ㅡㅓ ㄴㄹ ㄴㅇ ㅁㅇ. */
const HANGUL_SOUNDS = 'op OP rz ex qv wc ki ju hy nb mn mj sf sd ad'.split(' ');
const LATIN_SOUNDS = 'sz cs ck ae ai ao au ei eo eu io iu ou iy fv bp dt gj mn vw kq'.split(' ');

const COSTS: Readonly<Record<WordScript, Uint8Array>> = {
  hangul: costTable(HANGUL_SOUNDS),
  latin: costTable(LATIN_SOUNDS),
};

/** Costs of typing one key instead of another, at index 128 x one key's code + the other's. */
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
