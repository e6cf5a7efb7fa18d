import type { Language } from '../../messages/languages.ts';

/** A text of the OpenAPI document. A language without its own text gets the English one. */
export type DocumentText = { readonly en: string } & { readonly [Other in Exclude<Language, 'en'>]?: string };

/** Describes a schema or an operation until `gatherTexts` has read the document. */
export type Described = {
  readonly description: string;
  /** For a parameter: the label of its form field. */
  readonly 'x-label'?: string;
  /** The meanings of values, by value, under Redocly's name. */
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly 'x-texts': readonly DocumentText[];
};

/** Options of a schema. */
export function about(description: DocumentText, label?: DocumentText): Described {
  if (label === undefined) return { description: description.en, 'x-texts': [description] };
  return { description: description.en, 'x-label': label.en, 'x-texts': [description, label] };
}

/** The meanings of a schema's values, by value. */
export type Meanings<Value extends string | number = string> = Readonly<Record<`${Value}`, DocumentText>>;

/** The same with the meanings of its values. */
export function withMeanings(described: Described, meanings: Meanings): Described {
  const inEnglish = Object.entries(meanings).map(([value, { en }]) => [value, en]);
  return {
    ...described,
    'x-enumDescriptions': Object.fromEntries(inEnglish),
    'x-texts': [...described['x-texts'], ...Object.values(meanings)],
  };
}

/**
 * The document in English, followed by each other language's texts, keyed by the English ones. Throws if an English
 * text has two meanings.
 */
export function gatherTexts(document: object): object {
  const byLanguage: Record<string, Record<string, string>> = {};
  const add = (language: string, english: string, text: string) => {
    const texts = byLanguage[language] ?? {};
    const known = texts[english] ?? text;
    if (known !== text) throw new Error(`"${english}" is both "${known}" and "${text}"`);
    byLanguage[language] = { ...texts, [english]: text };
  };
  const english = JSON.parse(JSON.stringify(document), (name, value) => {
    if (name !== 'x-texts') return value;
    for (const { en, ...others } of value as readonly DocumentText[]) {
      for (const [language, text] of Object.entries(others)) add(language, en, text);
    }
    return undefined;
  });
  return { ...english, 'x-texts': byLanguage };
}

/** A text with an ending in each language. */
export function inEach(text: DocumentText, endings: DocumentText): DocumentText {
  const others = Object.entries(text).map(([language, said]) => [
    language,
    `${said}${new Map(Object.entries(endings)).get(language) ?? endings.en}`,
  ]);
  return { en: text.en, ...Object.fromEntries(others) };
}
