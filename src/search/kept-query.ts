import { hasValidIsbn13Check } from '../catalog/isbn.ts';
import { normaliseText } from './fold/normal-text.ts';
import { textKey } from './tokenise.ts';

/** Longest query whose text is kept, in characters. */
const KEPT_QUERY_MAX = 50;

/**
 * A query as it is counted: without case, width and extra spaces. Empty if its text must not be
 * kept, because it is long or may identify a person; null if it contains nothing searchable, so that there is nothing
 * to learn from it.
 */
export function keptQuery(query: string): string | null {
  if (textKey(query) === '') return null;
  const text = normaliseText(query)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return [...text].length > KEPT_QUERY_MAX || mayTellOfPerson(text) ? '' : text;
}

/** Seven digits and more, however they are grouped: telephone, card, account and registration numbers. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd}){6,}/u;

/** Long words of letters and digits: keys and passwords that were pasted into the wrong field. */
const KEY_LIKE = /(?=[a-z_-]*\d)[a-z0-9_-]{20,}/;

function mayTellOfPerson(text: string): boolean {
  if (text.includes('@') || KEY_LIKE.test(text)) return true;
  return LONG_NUMBER.test(text) && !isIsbn13(text);
}

/** The numbers that people look for are worth knowing, and no other number has this form. */
function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  return /^97[89]/.test(digits) && hasValidIsbn13Check(digits);
}
