/** Encodings that a text file may have, and what they are called besides. Apart from the decoder, because the pages offer them, too. */
const OTHER_NAMES = {
  'utf-8': ['utf8'],
  cp949: ['euc-kr', 'ms949'],
  'utf-16': ['utf-16le'],
  'windows-1252': ['cp1252', 'latin1', 'iso-8859-1'],
  shift_jis: ['shift-jis', 'sjis', 'cp932'],
  'euc-jp': [],
  gb18030: ['gbk', 'gb2312'],
};
export type TextEncoding = keyof typeof OTHER_NAMES;
export const TEXT_ENCODINGS = Object.keys(OTHER_NAMES) as readonly TextEncoding[];

/** The encoding of a name, in any case; undefined for a name that nobody knows. */
export function encodingCalled(name: string): TextEncoding | undefined {
  const written = name.toLowerCase();
  return TEXT_ENCODINGS.find((one) => [one, ...OTHER_NAMES[one]].includes(written));
}
