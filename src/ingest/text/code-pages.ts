import iconv from 'iconv-lite';

/** Letters beyond ASCII of the languages that a code page is used for, most likely first. */
const ALPHABETS = [
  ['windows-1252', 'äöüß'],
  ['windows-1252', 'àâæçéèêëîïôœùûüÿ'],
  ['windows-1252', 'áéíóúüñçºª¿¡àèòï'],
  ['windows-1252', 'áâãàçéêíóôõúü'],
  ['windows-1252', 'àèéìíîòóùú'],
  ['windows-1252', 'åäöæøé'],
  ['windows-1252', 'áéíóúýþæöð'],
  ['windows-1250', 'ąćęłńóśźż'],
  ['windows-1250', 'áčďéěíňóřšťúůýžäĺľôŕ'],
  ['windows-1250', 'áéíóöőúüű'],
  ['windows-1250', 'čćđšž'],
  ['windows-1250', 'ăâîşţ'],
  ['windows-1254', 'çğıöşüâîûi̇'],
  ['windows-1257', 'ąčęėįšųūž'],
  ['windows-1257', 'āčēģīķļņšūž'],
  ['iso-8859-2', 'ąćęłńóśźż'],
  ['iso-8859-2', 'áčďéěíňóřšťúůýžäĺľôŕ'],
  ['windows-1251', 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ№'],
  ['koi8-r', 'абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'],
] as const;

export type CodePage = (typeof ALPHABETS)[number][0];
export const CODE_PAGES = [...new Set(ALPHABETS.map(([name]) => name))];

/** Signs that texts of all languages have. */
const SIGNS = '‘’“”„–—…«»·€°®©™';

/** The code page in which bytes beyond ASCII are letters of one language, and how many of them are. */
export function codePageOf(bytes: Buffer): { readonly encoding: CodePage; readonly share: number } {
  let best: { encoding: CodePage; share: number } = { encoding: 'windows-1252', share: 0 };
  for (const [encoding, alphabet] of ALPHABETS) {
    const letters = iconv.decode(bytes, encoding).match(/[^\p{ASCII}\s]/gu) ?? [];
    // In a word, a capital doesn't follow a small letter: bytes of other encodings make such words.
    const broken = iconv.decode(bytes, encoding).match(/(?<=\p{Ll})\p{Lu}/gu)?.length ?? 0;
    const own = letters.filter((one) => (alphabet + SIGNS).includes(one.toLowerCase())).length;
    const share = (own - broken) / Math.max(1, letters.length);
    if (share > best.share) best = { encoding, share };
  }
  return best;
}
