/**
 * Text as the keys that type it on the usual Korean keyboard (two-set, "dubeolsik"): 해리 is gofl. One
 * wrong jamo is one wrong key then, and text typed in the wrong layout has the keys of the right one.
 * A key is a letter, in upper case where shift makes another jamo (ㅆ is T).
 */

/** Keys of Hangul syllables and jamo, or null if the text contains anything else. */
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

/** What the keys type in the Korean layout. Every letter counts, others stay as they are. */
export function composeHangul(strokes: string): string {
  return canonicalStrokes(strokes).replace(SYLLABLE, (piece, ...groups: (string | undefined)[]) => {
    const [initial, medial = '', final = ''] = groups;
    if (initial === undefined) return jamoOf(piece);
    const place = (INITIALS.indexOf(initial) * MEDIALS.length + MEDIALS.indexOf(medial)) * FINALS.length;
    return String.fromCharCode(SYLLABLE_FIRST + place + FINALS.indexOf(final));
  });
}

/** The keys of letters that somebody meant to type in the Korean layout, which does not know caps lock. */
export function intendedStrokes(letters: string, isCapsLock: boolean): string {
  return canonicalStrokes(isCapsLock ? swapCase(letters) : letters);
}

/**
 * Whether a text was typed with caps lock: most of its letters are capitals, and not just those that shift types in the
 * Korean layout. With caps lock, shift gives small letters.
 */
export function isTypedWithCapsLock(text: string): boolean {
  const [capitals, smalls] = [text.match(/[A-Z]/g) ?? [], text.match(/[a-z]/g) ?? []];
  const isPlain = smalls.length > 0 && capitals.every((letter) => SHIFTED.includes(letter));
  return capitals.length > Math.max(1, smalls.length) && !isPlain;
}

function swapCase(letters: string): string {
  return letters.replace(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** Letters as keys: upper case only where shift matters to the Korean layout. */
export function canonicalStrokes(letters: string): string {
  return letters.replace(/[A-Z]/g, (letter) => (SHIFTED.includes(letter) ? letter : letter.toLowerCase()));
}

/**
 * The text as the other layout would have typed it: Latin letters become Hangul; without any, Hangul becomes
 * Latin letters in lower case. Null when there is neither, or both.
 */
export function swapLayout(text: string): string | null {
  const plain = text.normalize('NFC');
  const hasLatin = /[A-Za-z]/.test(plain);
  if (hasLatin === HANGUL.test(plain)) return null;
  const isCapsLock = isTypedWithCapsLock(plain);
  if (hasLatin) return plain.replace(/[A-Za-z]+/g, (run) => composeHangul(intendedStrokes(run, isCapsLock)));
  return plain.replace(HANGUL_RUNS, (run) => hangulStrokes(run)?.toLowerCase() ?? run);
}

/** Whether a key types a vowel in the Korean layout. */
export function isVowelStroke(stroke: string): boolean {
  return VOWELS.includes(stroke);
}

const SYLLABLE_FIRST = 0xac_00;
const SYLLABLE_LAST = 0xd7_a3;
const JAMO_FIRST = 0x31_31;
const JAMO_LAST = 0x31_63;
const SHIFTED = 'QWERTOP';
const VOWELS = 'koiOjpuPhynbml';
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const MEDIALS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
/** The compatibility jamo in the order of their codes. */
const JAMO = [
  ...'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' '),
  ...MEDIALS,
];
const HANGUL = /[\u3131-\u3163가-힣]/u;
const HANGUL_RUNS = /[\u3131-\u3163가-힣]+/gu;

/** A consonant before a vowel begins the next syllable, so it can't end this one. */
const MEDIAL = 'hk|ho|hl|nj|np|nl|ml|[koiOjpuPhynbml]';
const SYLLABLE = new RegExp(
  `([rRseEfaqQtTdwWczxvg])(${MEDIAL})` +
    `((?:rt|sw|sg|f[raqtxvg]|qt|[rRsefaqtTdwczxvg])(?![${VOWELS}]))?|${MEDIAL}|[A-Za-z]`,
  'g',
);

function syllableStrokes(place: number): string {
  const final = place % FINALS.length;
  const medial = Math.floor(place / FINALS.length) % MEDIALS.length;
  const initial = Math.floor(place / FINALS.length / MEDIALS.length);
  return `${INITIALS[initial]}${MEDIALS[medial]}${FINALS[final]}`;
}

function jamoOf(strokes: string): string {
  return String.fromCharCode(JAMO_FIRST + JAMO.indexOf(strokes));
}
