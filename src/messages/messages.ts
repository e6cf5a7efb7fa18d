import type { messages as english } from './en.ts';
import { fillBraces, type MessageValues } from './fill.ts';
import { LANGUAGES, type Language, type Texts } from './languages.ts';

/** What a language has to hold: every area and id that English has. */
export type Messages = {
  readonly [Area in keyof typeof english]: Readonly<Record<keyof (typeof english)[Area], string>>;
};

type Area = keyof Messages;

/** An area and an id in it: `feeds.notUtf8`. */
export type MessageId = { [A in Area]: `${A}.${keyof Messages[A] & string}` }[Area];

type EnglishOf<Id extends MessageId> = Id extends `${infer A extends Area}.${infer Name}`
  ? Name extends keyof (typeof english)[A]
    ? (typeof english)[A][Name]
    : never
  : never;

type BracesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? NameOf<Name> | BracesIn<Rest>
  : never;

type NameOf<Brace> = Brace extends `-${infer Name}` ? Name : Brace & string;

/** The values of a message: one for each of its braces, nothing where it has none. */
export type ValuesOf<Id extends MessageId> = [BracesIn<EnglishOf<Id>>] extends [never]
  ? []
  : [values: Readonly<Record<BracesIn<EnglishOf<Id>>, MessageValues[string]>>];

/** The texts of each language by their ids. */
const catalogues = new Map<Language, ReadonlyMap<string, string>>();
// By name, so that a language is its line in LANGUAGES and its file, and nothing here.
for (const language of LANGUAGES) catalogues.set(language, textsIn(await import(`./${language}.ts`)));

function textsIn({ messages }: { readonly messages: Messages }): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [area, named] of Object.entries(messages)) {
    for (const [name, text] of Object.entries(named)) texts.set(`${area}.${name}`, text);
  }
  return texts;
}

function textOf(id: MessageId, language: Language): string {
  const text = catalogues.get(language)?.get(id);
  if (text === undefined) throw new Error(`no message ${id} in ${language}`);
  return text;
}

/** A message in every language, for texts that are kept or shown to several people. */
export function message<Id extends MessageId>(id: Id, ...[values]: ValuesOf<Id>): Texts {
  return inEveryLanguage((language) => fillBraces(textOf(id, language), values ?? {}, language));
}

/** A message in one language. */
export function messageIn<Id extends MessageId>(
  language: Language,
  id: Id,
  ...[values]: ValuesOf<Id>
): string {
  return fillBraces(textOf(id, language), values ?? {}, language);
}

/** A message whose values are known only when it runs, such as an error's. Missing ones are left out. */
export function messageWith(language: Language, id: MessageId, values: MessageValues): string {
  return fillBraces(textOf(id, language), values, language);
}

/** A text made for each language. */
export function inEveryLanguage(write: (language: Language) => string): Texts {
  const texts: Partial<Record<Language, string>> = {};
  for (const language of LANGUAGES) texts[language] = write(language);
  if (hasEveryLanguage(texts)) return texts;
  throw new Error('a language is missing');
}

/** A text that was kept when there may have been fewer languages: new ones show English. */
export function keptText(kept: Partial<Texts> & { readonly en: string }): Texts {
  return inEveryLanguage((language) => kept[language] ?? kept.en);
}

function hasEveryLanguage(texts: Partial<Texts>): texts is Texts {
  return LANGUAGES.every((language) => texts[language] !== undefined);
}

/** A text in all languages, one after the other. */
export function joined(texts: Texts, separator: string): string {
  return LANGUAGES.map((language) => texts[language]).join(separator);
}
