/** Whether a text holds characters that can't be shown: line breaks, too, unless it is a paragraph. */
export function unshowable(text: string, isParagraph: boolean): boolean {
  return (isParagraph ? UNSHOWABLE : UNSHOWABLE_IN_LINE).test(text) || !text.isWellFormed();
}

/** Whether a text is an address that we send mail to. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !UNSHOWABLE_IN_LINE.test(text);
}

/** A text from elsewhere as one line of at most `max` characters, without unprintable ones. */
export function toLine(text: string, max: number): string {
  const shown = [...text.toWellFormed()].filter((character) => !UNSHOWABLE_IN_LINE.test(character));
  return shown.join('').trim().slice(0, max).toWellFormed();
}

/** Plain addresses only: quoted names and comments, which the standard also allows, are used only by attackers. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;

/** Control characters, and marks that turn the direction of writing. */
const UNSHOWABLE_IN_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** The same but for line breaks and tabs. */
const UNSHOWABLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
