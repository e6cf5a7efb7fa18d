import type { Language, Texts } from './languages.ts';

/** Values for the braces of a message; one that is itself in several languages goes in in the message's own. */
export type MessageValues = Readonly<Record<string, string | number | Texts>>;

/** A text with its braces filled in. Values that are missing or that only other languages say (`{-code}`) are left out. */
export function fillBraces(text: string, values: MessageValues, language: Language): string {
  return text.replace(/\{(-?)(\w+)\}/g, (_, unsaid: string, name: string) => {
    if (unsaid !== '') return '';
    const value = values[name];
    return typeof value === 'object' ? value[language] : String(value ?? '');
  });
}
