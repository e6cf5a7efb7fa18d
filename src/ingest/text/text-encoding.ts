import { isAscii, isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten, show } from '../feed-record.ts';
import codePages from './code-pages.json' with { type: 'json' };
import { plainChunks, startingWith, takeHead, unreadable } from './input.ts';

/** Supported encodings of text files, with their aliases. */
const OTHER_NAMES = {
  'utf-8': ['utf8'],
  cp949: ['euc-kr', 'ms949'],
  'utf-16': ['utf-16le'],
  'windows-1252': ['cp1252', 'latin1', 'iso-8859-1'],
  macintosh: ['macroman', 'x-mac-roman'],
  'windows-1250': ['cp1250'],
  'iso-8859-2': ['latin2'],
  'windows-1254': ['cp1254', 'iso-8859-9'],
  'windows-1257': ['cp1257'],
  'windows-1251': ['cp1251'],
  'koi8-r': [],
  'windows-1253': ['cp1253', 'iso-8859-7'],
  shift_jis: ['shift-jis', 'sjis', 'cp932'],
  'euc-jp': [],
  gb18030: ['gbk', 'gb2312'],
};
export type TextEncoding = keyof typeof OTHER_NAMES;
export const TEXT_ENCODINGS = Object.keys(OTHER_NAMES) as readonly TextEncoding[];

export function encodingCalled(name: string): TextEncoding | undefined {
  const written = name.toLowerCase();
  return TEXT_ENCODINGS.find((one) => [one, ...OTHER_NAMES[one]].includes(written));
}

export const UNREADABLE = '\ufffd';

const HEAD_BYTES_MAX = 1024 * 1024;
const HEAD_BYTES_TELLING = 64 * 1024;
const DECLARATION_BYTES_MAX = 1024;

/** Detects the encoding if `given` is null. `doubt` says why the result may be wrong. Undecodable bytes become U+FFFD. */
export async function decodeText(input: Readable, given: TextEncoding | null) {
  const chunks = plainChunks(input);
  const head = await tellingHead(chunks);
  const name = detect(head, given);
  const encoding: TextEncoding = name === 'utf-16le' || name === 'utf-16be' ? 'utf-16' : name;
  return { encoding, doubt: doubtOf(head, encoding, given), text: decoded(name, head, chunks) };
}

function doubtOf(head: Buffer, encoding: TextEncoding, given: TextEncoding | null): Reason | null {
  if (given !== null) return encoding === given ? null : message('feeds.otherEncoding', { encoding, given });
  if (encoding === 'utf-8' || encoding === 'utf-16') return null;
  const bytes = head.subarray(0, LOOKED_AT_BYTES_MAX);
  const reading = readingOf(bytes, encoding);
  const isKorean = reading.common > COMMON_SHARE * reading.hangul;
  if (!(encoding in codePages) && reading.strange === 0 && (encoding !== 'cp949' || isKorean)) return null;
  const text = iconv.decode(bytes, encoding);
  const cells = text.split(/[,;\t|^"\r\n]+/).filter((cell) => /\P{ASCII}/u.test(cell));
  return message('feeds.codePage', { encoding, sample: cells.slice(-3).map(shorten).join(' / ') });
}

function tellingHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let isPlain = true;
  return takeHead(chunks, (bytes, last) => {
    isPlain &&= isAscii(last) && !last.includes(0);
    return bytes >= (isPlain ? HEAD_BYTES_MAX : HEAD_BYTES_TELLING);
  });
}

/** `misdeclared` = the declared encoding, if the bytes prove another encoding. Throws UnreadableInputError. */
export async function decodeXml(input: Readable) {
  const bytes = plainChunks(input);
  const start = await takeHead(bytes, (count) => count >= DECLARATION_BYTES_MAX);
  const [, declared = 'utf-8'] = DECLARATION.exec(start.toString('latin1', 0, DECLARATION_BYTES_MAX)) ?? [];
  const marked = markOf(start) ?? wideOrder(start.subarray(0, 2));
  const isKnown: boolean = iconv.encodingExists(declared);
  if (marked === null && !isKnown)
    throw unreadable(new Error(`the XML declaration names an unknown encoding: ${declared.slice(0, 40)}`));
  const named = encodingCalled(declared) ?? declared;
  const isCertain = marked !== null || named === 'utf-8';
  const chunks = startingWith(start, bytes);
  const head = isCertain ? Buffer.of() : await tellingHead(chunks);
  const encoding = marked ?? (isCertain ? 'utf-8' : provenEncoding(head, named));
  const misdeclared = isCertain || encoding === named ? null : declared;
  return { encoding, misdeclared, text: decoded(encoding, head, chunks) };
}

const DECLARATION = /^<\?xml[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([A-Za-z0-9._-]{1,40})["']/;

/** In windows-1252 every byte is valid, so the letters decide. */
function provenEncoding(head: Buffer, named: string): string {
  if (isAscii(head)) return named === 'utf-16' ? 'utf-8' : named;
  if (isUtf8Head(head)) return 'utf-8';
  if (named !== 'windows-1252' || guessEncoding(head) !== 'cp949') return named;
  const korean = readingOf(head, 'cp949');
  return korean.hangul > HANGUL_SHARE * korean.letters && !korean.isStrange ? 'cp949' : named;
}

/** Node's decoder is several times as fast as iconv, but misreads most Korean syllables beyond KS X 1001. */
async function* decoded(
  encoding: string,
  head: Buffer,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<string> {
  if (/^(?:utf-?8|utf-16[lb]e)$/i.test(encoding)) {
    const unicode = new TextDecoder(encoding);
    yield unicode.decode(head, { stream: true });
    for await (const chunk of chunks) yield unicode.decode(chunk, { stream: true });
    yield unicode.decode();
    return;
  }
  const decoder = iconv.getDecoder(encoding);
  yield decoder.write(head);
  for await (const chunk of chunks) yield decoder.write(chunk);
  yield decoder.end() ?? '';
}

type LegacyEncoding = Exclude<TextEncoding, 'utf-8' | 'utf-16'>;
type WideOrder = 'utf-16le' | 'utf-16be';

function detect(head: Buffer, given: TextEncoding | null): 'utf-8' | WideOrder | LegacyEncoding {
  const marked = markOf(head);
  if (marked !== null) return marked;
  if (given === 'utf-16') return wideOrder(head) ?? 'utf-16le';
  // Text in another encoding is hardly ever valid UTF-8, so valid UTF-8 overrides the given encoding.
  const lines = head.subarray(0, head.lastIndexOf('\n') + 1);
  if (given !== null) return isAscii(lines) || !isUtf8(lines) ? given : 'utf-8';
  return wideOrder(head) ?? (isUtf8Head(head) ? 'utf-8' : guessEncoding(head));
}

function markOf(head: Buffer): 'utf-8' | WideOrder | null {
  const start = head.toString('hex', 0, 3);
  if (start === 'efbbbf') return 'utf-8';
  return start.startsWith('fffe') ? 'utf-16le' : start.startsWith('feff') ? 'utf-16be' : null;
}

/** The byte order of UTF-16 text, by its zeros; null for other text. Zeros from padding or a crash come in long runs. */
function wideOrder(head: Buffer): WideOrder | null {
  const bytes = head.subarray(0, 4096);
  const zeros = [...bytes.keys()].filter((at) => bytes[at] === 0);
  const together = zeros.filter((at) => bytes[at + 1] === 0).length;
  const odd = zeros.filter((at) => at % 2 === 1).length;
  const even = zeros.length - odd;
  const isWide = zeros.length * 50 > bytes.length && together * 4 < zeros.length;
  if (!isWide || Math.max(even, odd) < 1.5 * Math.min(even, odd)) return null;
  return odd >= even ? 'utf-16le' : 'utf-16be';
}

export const isWide = (head: Buffer) => (markOf(head) ?? wideOrder(head))?.startsWith('utf-16') === true;

function isUtf8Head(head: Buffer): boolean {
  // The head may end inside a character.
  if (isUtf8(head)) return true;
  const foreign = new TextDecoder('utf-8').decode(head, { stream: true }).match(/[^\0-\x7f]/gu) ?? [];
  const stray = foreign.filter((character) => character === UNREADABLE).length;
  return stray * STRAY_RATIO <= foreign.length;
}

/** Up to one invalid byte per four non-ASCII characters is damage. More invalid bytes mean another encoding. */
const STRAY_RATIO = 4;

const LOOKED_AT_BYTES_MAX = 64 * 1024;

/** Minimum shares for accepting a guess. */
const ALONE_SHARE = 0.5;
const SURELY_ALONE_SHARE = 0.9;
const KANA_SHARE = 0.1;
const HANGUL_SHARE = 0.75;
const COMMON_SHARE = 0.1;
const LETTERS_SHARE = 0.97;

/**
 * Guesses the encoding by its letters. Western text has isolated non-ASCII bytes, Japanese text much kana, and Korean text hardly
 * anything but Hangul. Chinese text read as Korean mixes rare syllables and Han. Uncertain text counts as Korean.
 */
function guessEncoding(head: Buffer): LegacyEncoding {
  const bytes = head.subarray(0, LOOKED_AT_BYTES_MAX);
  const korean = readingOf(bytes, 'cp949');
  const alone = shareAlone(bytes);
  const page = codePageOf(bytes);
  // Rare Korean syllables have an ASCII letter as their second byte, so their first byte looks isolated.
  if (alone > SURELY_ALONE_SHARE || (alone > ALONE_SHARE && korean.isStrange))
    return page.share <= LETTERS_SHARE && isJapanese(bytes, 'shift_jis') ? 'shift_jis' : page.encoding;
  if (page.share > LETTERS_SHARE) return page.encoding;
  if (isJapanese(bytes, 'euc-jp')) return 'euc-jp';
  if (isJapanese(bytes, 'shift_jis')) return 'shift_jis';
  if (korean.hangul >= HANGUL_SHARE * korean.letters || korean.common > COMMON_SHARE * korean.hangul)
    return 'cp949';
  const chinese = readingOf(bytes, 'gb18030');
  return chinese.strange <= korean.strange && chinese.han > HANGUL_SHARE * chinese.letters
    ? 'gb18030'
    : 'cp949';
}

type CodePage = keyof typeof codePages;

const SIGNS = '‘’“”„–—…«»·€°®©™';

/** The code page in which most non-ASCII characters are letters of one language, as code-pages.json lists them. */
function codePageOf(bytes: Buffer): { readonly encoding: CodePage; readonly share: number } {
  let best: { encoding: CodePage; share: number } = { encoding: 'windows-1252', share: 0 };
  for (const [encoding, alphabets] of Object.entries(codePages) as [CodePage, string[]][]) {
    const text = iconv.decode(bytes, encoding);
    const letters = text.match(/[^\p{ASCII}\s]/gu) ?? [];
    // A capital after a small letter suggests that the code page is wrong.
    const broken = text.match(/(?<=\p{Ll})\p{Lu}/gu)?.length ?? 0;
    for (const alphabet of alphabets) {
      const own = letters.filter((one) => (alphabet + SIGNS).includes(one.toLowerCase())).length;
      const share = (own - broken) / Math.max(1, letters.length);
      if (share > best.share) best = { encoding, share };
    }
  }
  return best;
}

/** The share of isolated bytes among runs of non-ASCII bytes. In two-byte encodings hardly any byte is isolated. */
function shareAlone(bytes: Buffer): number {
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length === 1).length / Math.max(1, runs.length);
}

function isJapanese(bytes: Buffer, encoding: 'shift_jis' | 'euc-jp'): boolean {
  const reading = readingOf(bytes, encoding);
  return reading.kana > KANA_SHARE * reading.letters && !reading.isStrange;
}

/** Counts the non-ASCII letters of decoded text, by script. */
function readingOf(bytes: Buffer, encoding: LegacyEncoding) {
  const text = iconv.decode(bytes, encoding);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = count(/[^\p{ASCII}\p{P}\p{S}\p{Z}]/gu);
  // Characters that no text contains: undecodable bytes, private-use and control characters.
  const strange = count(/[[\ufffd\p{Co}\p{Cc}]--[\t\n\r]]/gv);
  return {
    ...{ letters, strange, isStrange: strange * 20 > letters },
    // Half-width kana don't count: in Shift_JIS, text in other encodings looks like them.
    kana: count(/[\u3041-\u3096\u30a1-\u30fa]/gu),
    hangul: count(/[가-힣]/gu),
    // Syllables that make up a third of any Korean text; in Chinese encodings, their bytes are rare characters.
    common: count(/[의이다는을가에한고지기사인서로대시리은자도정전여수아하그나어]/gu),
    han: count(/\p{Script=Han}/gu),
  };
}

/** The characters of windows-1252 from 0x80 to 0x9f; unused bytes are control characters. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** UTF-8 that was read as windows-1252: an accented letter followed by a character that no word has there. */
const SUSPECT = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${UPPER}]`);
/** Pairs of characters that occur in no language. */
const SURE = new RegExp(`[ÂÃ][\\u00a1-\\u00bf${UPPER}]|â€`);
/** Two syllables of EUC-KR that were read as windows-1252. */
const KOREAN = /(?:[\u00b0-\u00c8][\u00a1-\u00fe]){2}/;
const HANGUL = /^[\p{ASCII}\p{Script=Hangul}]+$/u;
const eucKr = new TextDecoder('euc-kr');
const PLAUSIBLE =
  /^(?:[\p{ASCII}\p{Script=Latin}\p{M}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}‘-”–—…«»·€™]|(?<![a-z])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-】])+$/iu;

/** Null unless the text was certainly decoded twice. If the text can't be repaired, `meant` equals `text`. */
export function repairDecodedTwice(text: string): { readonly meant: string; readonly reason: Reason } | null {
  const isKorean = KOREAN.test(text);
  if (!isKorean && !SUSPECT.test(text)) return null;
  const codes = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code < 0x100 ? code : UPPER.includes(letter) ? 0x80 + UPPER.indexOf(letter) : -1;
  });
  const bytes = codes.includes(-1) ? Buffer.of() : Buffer.from(codes);
  const korean = isKorean ? eucKr.decode(bytes) : '';
  const unicode = isUtf8(bytes) ? bytes.toString() : '';
  const isUnicode = PLAUSIBLE.test(unicode);
  if (!HANGUL.test(korean) && !isUnicode && !SURE.test(text)) return null;
  const meant = HANGUL.test(korean) ? korean : isUnicode ? unicode : text;
  const shown = { shown: show(text), isbn: shorten(meant) };
  return { meant, reason: message(`feeds.${meant === text ? 'decodedTwice' : 'readAs'}`, shown) };
}
