import iconv from 'iconv-lite';
import type { TextEncoding } from './encoding-names.ts';

/** Encodings of text without a byte order mark that isn't UTF-8. */
export type LegacyEncoding = Exclude<TextEncoding, 'utf-8' | 'utf-16'>;

/** Bytes beyond ASCII that are enough to tell encodings apart. */
const LOOKED_AT_BYTES_MAX = 64 * 1024;

/** From these shares on a reading is what it looks like. */
const ALONE_SHARE = 0.5;
const SURELY_ALONE_SHARE = 0.9;
const KANA_SHARE = 0.1;
const HANGUL_SHARE = 0.75;
const COMMON_SHARE = 0.1;

/**
 * The encoding whose reading looks like a language. Of Western text the bytes beyond ASCII stand alone between letters; of Japanese
 * text a good part is kana, which Korean and Chinese hardly have; of Korean text nearly all is Hangul, and Chinese text read as
 * Korean is a mixture of rare syllables and Han. When nothing is sure it is Korean.
 */
export function guessEncoding(head: Buffer): LegacyEncoding {
  const bytes = head.subarray(0, LOOKED_AT_BYTES_MAX);
  const korean = readingOf(bytes, 'cp949');
  const alone = shareAlone(bytes);
  // Rare syllables have a letter for their second byte, so many of them look alone as well.
  if (alone > SURELY_ALONE_SHARE || (alone > ALONE_SHARE && isStrange(korean)))
    return isJapanese(bytes, 'shift_jis') ? 'shift_jis' : 'windows-1252';
  if (isJapanese(bytes, 'euc-jp')) return 'euc-jp';
  if (isJapanese(bytes, 'shift_jis')) return 'shift_jis';
  if (korean.hangul >= HANGUL_SHARE * korean.letters || korean.common > COMMON_SHARE * korean.hangul)
    return 'cp949';
  const chinese = readingOf(bytes, 'gb18030');
  return chinese.strange <= korean.strange && chinese.han > HANGUL_SHARE * chinese.letters
    ? 'gb18030'
    : 'cp949';
}

/** Which part of the runs of bytes beyond ASCII is one byte long: in encodings of two bytes hardly any is. */
function shareAlone(bytes: Buffer): number {
  let runs = 0;
  let alone = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const from = at;
    while ((bytes[at + 1] ?? 0) >= 0x80) at++;
    runs++;
    if (at === from) alone++;
  }
  return runs === 0 ? 0 : alone / runs;
}

function isJapanese(bytes: Buffer, encoding: 'shift_jis' | 'euc-jp'): boolean {
  const reading = readingOf(bytes, encoding);
  return reading.kana > KANA_SHARE * reading.letters && !isStrange(reading);
}

function isStrange({ strange, letters }: EncodingReading): boolean {
  return strange * 20 > letters;
}

interface EncodingReading {
  /** Letters beyond ASCII, and how many of them are of each script. */
  readonly letters: number;
  readonly kana: number;
  readonly hangul: number;
  readonly han: number;
  /** Syllables that make a third of any Korean text, and whose bytes are rare characters in Chinese. */
  readonly common: number;
  /** What no text has: bytes that mean nothing, private characters. */
  readonly strange: number;
}

function readingOf(bytes: Buffer, encoding: LegacyEncoding): EncodingReading {
  const text = iconv.decode(bytes, encoding);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    letters: count(/[^\p{ASCII}\p{P}\p{S}\p{Z}]/gu),
    // Half-width kana are what other encodings look like in Shift_JIS.
    kana: count(/[\u3041-\u3096\u30a1-\u30fa]/gu),
    hangul: count(/[가-힣]/gu),
    common: count(/[의이다는을가에한고지기사인서로대시리은자도정전여수아하그나어]/gu),
    han: count(/\p{Script=Han}/gu),
    strange: count(/[[\ufffd\p{Co}\p{Cc}]--[\t\n\r]]/gv),
  };
}
