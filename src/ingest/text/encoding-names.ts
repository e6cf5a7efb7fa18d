/** Encodings that a text file may have. Apart from the decoder, because the pages offer them, too. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'cp949',
  'utf-16',
  'windows-1252',
  'shift_jis',
  'euc-jp',
  'gb18030',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
