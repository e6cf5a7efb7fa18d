/** Each language has a folder here, with its tag as name. */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Texts = Readonly<Record<Language, string>>;

/** Values of the placeholders in a message. A value with several languages appears in the language of the message. */
export type MessageValues = Readonly<Record<string, string | number | Texts>>;

/** The language with the higher quality value; English if equal or unknown (docs/api.md#language-of-messages). */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  let best: Language = 'en';
  let bestQuality = 0;
  for (const part of acceptLanguage.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const primary = tag.split('-')[0];
    const language = LANGUAGES.find((one) => one === primary);
    if (language === undefined) continue;
    const given = parameters
      .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    const quality = given === undefined ? 1 : Number(given);
    if (quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
