import type { Language } from '../../messages/languages.ts';

/** Making a format costs twenty times as much as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number as a language writes it. */
export function numberIn(language: Language, value: number, options?: Intl.NumberFormatOptions): string {
  const key = options === undefined ? language : `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format.format(value);
}
