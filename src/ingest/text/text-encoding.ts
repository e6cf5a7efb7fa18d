import { isAscii, isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten } from '../reason.ts';
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

/** The encoding with this name (case-insensitive); undefined for an unknown name. */
export function encodingCalled(name: string): TextEncoding | undefined {
  const written = name.toLowerCase();
  return TEXT_ENCODINGS.find((one) => [one, ...OTHER_NAMES[one]].includes(written));
}

/** The replacement character for undecodable bytes. */
export const UNREADABLE = '\ufffd';

/** Maximum bytes examined to decide the encoding; if all of them are ASCII, the text counts as UTF-8. */
const HEAD_BYTES_MAX = 1024 * 1024;
/** Bytes that suffice if some of them aren't ASCII, and maximum length of an XML declaration. */
const HEAD_BYTES_TELLING = 64 * 1024;
const DECLARATION_BYTES_MAX = 1024;

/**
 * Decodes a text file, plain or gzip-compressed, as it arrives, without its byte order mark. If `given` is null, a byte order
 * mark decides; without one, text that is valid UTF-8 but for a few stray bytes is UTF-8, text with a zero in every other byte is
 * UTF-16, and anything else is guessed by its letters. Undecodable bytes become U+FFFD.
 */
export async function decodeText(input: Readable, given: TextEncoding | null) {
  const chunks = plainChunks(input);
  const head = await tellingHead(chunks);
  const name = detect(head, given);
  const encoding: TextEncoding = name === 'utf-16le' || name === 'utf-16be' ? 'utf-16' : name;
  return { encoding, doubt: doubtOf(head, encoding, given), text: decoded(name, head, chunks) };
}

/** Why the encoding may be another one, with an example; null if it is certain. */
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
    isPlain = isPlain && last.every((byte) => byte > 0 && byte < 0x80);
    return bytes >= (isPlain ? HEAD_BYTES_MAX : HEAD_BYTES_TELLING);
  });
}

/**
 * Decodes an XML file by its byte order mark or its XML declaration; without either, as UTF-8. If the bytes prove another
 * encoding, it is used, and `misdeclared` is the declared one. Throws UnreadableInputError for an unknown encoding.
 */
export async function decodeXml(input: Readable) {
  const bytes = plainChunks(input);
  const start = await takeHead(bytes, (count) => count >= DECLARATION_BYTES_MAX);
  const [, declared = 'utf-8'] = DECLARATION.exec(start.toString('latin1', 0, DECLARATION_BYTES_MAX)) ?? [];
  const marked = markOf(start) ?? wideOrder(start.subarray(0, 2));
  const isKnown: boolean = iconv.encodingExists(declared);
  if (marked === null && !isKnown)
    throw unreadable(new Error(`the XML declaration names an unknown encoding: ${declared.slice(0, 40)}`));
  const named = encodingCalled(declared) ?? declared;
  if (marked !== null || named === 'utf-8') {
    const encoding = marked ?? 'utf-8';
    return { encoding, misdeclared: null, text: decoded(encoding, start, bytes) };
  }
  const chunks = startingWith(start, bytes);
  const head = await tellingHead(chunks);
  const encoding = provenEncoding(head, named);
  const misdeclared = encoding === named ? null : declared;
  return { encoding, misdeclared, text: decoded(encoding, head, chunks) };
}

const DECLARATION = /^<\?xml[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([A-Za-z0-9._-]{1,40})["']/;

/** The encoding that the bytes prove, or the declared one. In windows-1252 any byte is valid, so the letters decide. */
function provenEncoding(head: Buffer, named: string): string {
  const isAscii = head.every((byte) => byte < 0x80);
  if (isAscii ? named === 'utf-16' : isUtf8Head(head)) return 'utf-8';
  if (isAscii || named !== 'windows-1252' || guessEncoding(head) !== 'cp949') return named;
  const korean = readingOf(head, 'cp949');
  return korean.hangul > HANGUL_SHARE * korean.letters && !isStrange(korean) ? 'cp949' : named;
}

/**
 * Node's decoder is used only for Unicode: it is several times as fast as iconv and drops byte order marks, but in other
 * encodings it misreads most Korean syllables beyond KS X 1001.
 */
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
  // Text in another encoding is hardly ever valid UTF-8 by accident, so valid UTF-8 overrides the given encoding.
  const lines = head.subarray(0, head.lastIndexOf('\n') + 1);
  if (given !== null) return isAscii(lines) || !isUtf8(lines) ? given : 'utf-8';
  return wideOrder(head) ?? (isUtf8Head(head) ? 'utf-8' : guessEncoding(head));
}

/** The encoding of a byte order mark; null without one. */
function markOf(head: Buffer): 'utf-8' | WideOrder | null {
  const start = head.toString('hex', 0, 3);
  if (start === 'efbbbf') return 'utf-8';
  return start.startsWith('fffe') ? 'utf-16le' : start.startsWith('feff') ? 'utf-16be' : null;
}

/**
 * The byte order of UTF-16 text, by the zeros beside its ASCII characters; null for other text. Zeros from padding or a crash
 * come in long runs, and stray zeros are rare.
 */
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

/** Text in another encoding is full of bytes that are invalid in UTF-8; a damaged file has a few. */
function isUtf8Head(head: Buffer): boolean {
  // The head may end inside a character.
  if (isUtf8(head)) return true;
  const foreign = new TextDecoder('utf-8').decode(head, { stream: true }).match(/[^\0-\x7f]/gu) ?? [];
  const stray = foreign.filter((character) => character === UNREADABLE).length;
  return stray * STRAY_RATIO <= foreign.length;
}

/** One invalid byte per this many non-ASCII characters is damage; more mean another encoding. */
const STRAY_RATIO = 4;

/** Maximum bytes examined to guess the encoding. */
const LOOKED_AT_BYTES_MAX = 64 * 1024;

/** Minimum shares for accepting a guess. */
const ALONE_SHARE = 0.5;
const SURELY_ALONE_SHARE = 0.9;
const KANA_SHARE = 0.1;
const HANGUL_SHARE = 0.75;
const COMMON_SHARE = 0.1;
const LETTERS_SHARE = 0.97;

/**
 * Guesses the encoding by language. In Western text non-ASCII bytes are isolated between letters; Japanese text has much kana,
 * which Korean and Chinese hardly have; Korean text is nearly all Hangul, and Chinese text read as Korean is a mixture of rare
 * syllables and Han. Uncertain text counts as Korean.
 */
function guessEncoding(head: Buffer): LegacyEncoding {
  const bytes = head.subarray(0, LOOKED_AT_BYTES_MAX);
  const korean = readingOf(bytes, 'cp949');
  const alone = shareAlone(bytes);
  const page = codePageOf(bytes);
  // Rare Korean syllables have an ASCII letter as their second byte, so their first byte looks isolated.
  if (alone > SURELY_ALONE_SHARE || (alone > ALONE_SHARE && isStrange(korean)))
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

/** Signs that texts of all languages have. */
const SIGNS = '‘’“”„–—…«»·€°®©™';

/**
 * The code page in which the largest share of non-ASCII bytes are letters of one language, and that share. code-pages.json has
 * the non-ASCII letters of each code page's languages, the likeliest first.
 */
function codePageOf(bytes: Buffer): { readonly encoding: CodePage; readonly share: number } {
  let best: { encoding: CodePage; share: number } = { encoding: 'windows-1252', share: 0 };
  for (const [encoding, alphabets] of Object.entries(codePages) as [CodePage, string[]][]) {
    const text = iconv.decode(bytes, encoding);
    const letters = text.match(/[^\p{ASCII}\s]/gu) ?? [];
    // Within a word, a capital after a small letter suggests that the code page is wrong.
    const broken = text.match(/(?<=\p{Ll})\p{Lu}/gu)?.length ?? 0;
    for (const alphabet of alphabets) {
      const own = letters.filter((one) => (alphabet + SIGNS).includes(one.toLowerCase())).length;
      const share = (own - broken) / Math.max(1, letters.length);
      if (share > best.share) best = { encoding, share };
    }
  }
  return best;
}

/** The share of runs of non-ASCII bytes that are one byte long: in two-byte encodings hardly any are. */
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

function isStrange({ strange, letters }: ReturnType<typeof readingOf>): boolean {
  return strange * 20 > letters;
}

/** Counts the non-ASCII letters of decoded text, by script. */
function readingOf(bytes: Buffer, encoding: LegacyEncoding) {
  const text = iconv.decode(bytes, encoding);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    letters: count(/[^\p{ASCII}\p{P}\p{S}\p{Z}]/gu),
    // Half-width kana don't count: in Shift_JIS, text in other encodings looks like them.
    kana: count(/[\u3041-\u3096\u30a1-\u30fa]/gu),
    hangul: count(/[가-힣]/gu),
    // Syllables that make up a third of any Korean text; in Chinese encodings, their bytes are rare characters.
    common: count(/[의이다는을가에한고지기사인서로대시리은자도정전여수아하그나어]/gu),
    han: count(/\p{Script=Han}/gu),
    // Characters that no text contains: undecodable bytes, private-use and control characters.
    strange: count(/[[\ufffd\p{Co}\p{Cc}]--[\t\n\r]]/gv),
  };
}
