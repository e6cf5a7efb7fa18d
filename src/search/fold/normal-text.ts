/** Text in the one form in which width, Unicode form and case no longer differ. */
export function normaliseText(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  // NFKC would turn compatibility jamo into conjoining ones, which then melt into syllables nobody typed.
  const compatible = text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('´', "'")
    .replace(/[™℠]/gu, ' ')
    .replace(/[^\u3131-\u318E\uFFA1-\uFFDC]+/gu, (piece) => piece.normalize('NFKC'));
  return foldCase(compatible).normalize('NFC').replace(STRAY_JAMO, compatibilityJamo);
}

/** Lower case by way of upper case, so that ß meets SS and every sigma is the same. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

const STRAY_JAMO = /[\u1100-\u1112\u1161-\u1175\u11A8-\u11C2\uFFA1-\uFFDC]/gu;
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINALS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** The jamo as a keyboard types it, for a conjoining jamo that is part of no syllable or a half-width one. */
function compatibilityJamo(jamo: string): string {
  const code = jamo.charCodeAt(0);
  if (code >= 0xff_a1) return halfwidthJamo(code) ?? jamo;
  if (code >= 0x11_a8) return FINALS.charAt(code - 0x11_a8);
  if (code >= 0x11_61) return String.fromCharCode(code - 0x11_61 + 0x31_4f);
  return INITIALS.charAt(code - 0x11_00);
}

/** Half-width consonants follow the order of the full ones; the vowels stand in groups of six, two codes apart. */
function halfwidthJamo(code: number): string | null {
  if (code <= 0xff_be) return String.fromCharCode(code - 0xff_a1 + 0x31_31);
  const group = (code - 0xff_c2) >> 3;
  const place = (code - 0xff_c2) & 7;
  return code < 0xff_c2 || place > 5 ? null : String.fromCharCode(0x31_4f + group * 6 + place);
}
