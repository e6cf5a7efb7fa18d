import { isUtf8 } from 'node:buffer';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten, show } from '../reason.ts';

/** The characters of windows-1252 from 0x80 to 0x9f; unused bytes are control characters. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** An accented letter followed by a character that no word has there: bytes of UTF-8 that were read as windows-1252. */
const SUSPECT = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${UPPER}]`);
/** Pairs of characters that occur in no language. */
const SURE = new RegExp(`[ÂÃ][\\u00a1-\\u00bf${UPPER}]|â€`);
/** Two syllables of EUC-KR that were read as windows-1252. */
const KOREAN = /(?:[\u00b0-\u00c8][\u00a1-\u00fe]){2}/;
const HANGUL = /^[\p{ASCII}\p{Script=Hangul}]*$/u;
const eucKr = new TextDecoder('euc-kr');

/** Letters and signs of correctly decoded texts. */
const PLAUSIBLE =
  /^(?:[\p{ASCII}\p{Script=Latin}\p{M}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}‘-”–—…«»·€™]|(?<![a-z])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-】])*$/iu;

/** Repairs a text that was certainly decoded twice, and describes the repair; null for other texts. */
export function repairDecodedTwice(text: string): { readonly meant: string; readonly reason: Reason } | null {
  const meant = decodedOnce(text);
  if (meant === null) return null;
  const shown = show(text);
  const isbn = shorten(meant);
  return { meant, reason: message(`feeds.${meant === text ? 'decodedTwice' : 'readAs'}`, { shown, isbn }) };
}

/** The intended text; null if the text wasn't decoded twice, the text itself if it was but can't be repaired. */
export function decodedOnce(text: string): string | null {
  const isKorean = KOREAN.test(text);
  if (!isKorean && !SUSPECT.test(text)) return null;
  const codes = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code < 0x100 ? code : UPPER.includes(letter) ? 0x80 + UPPER.indexOf(letter) : -1;
  });
  const bytes = Buffer.from(codes);
  const korean = isKorean && !codes.includes(-1) ? eucKr.decode(bytes) : '';
  if (korean !== '' && HANGUL.test(korean)) return korean;
  const meant = codes.includes(-1) || !isUtf8(bytes) ? '' : bytes.toString('utf8');
  if (meant !== '' && PLAUSIBLE.test(meant)) return meant;
  return SURE.test(text) ? text : null;
}
