import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fillBraces, type MessageValues } from './fill.ts';
import { LANGUAGES, type Language, type Texts } from './languages.ts';

/**
 * Every message of the service, by area and id. An area is a file with its name in the folder of each language; English
 * names the ids of all languages. Braces name values that the place of the message supplies.
 */
export interface Messages {
  /** Public messages of the API's errors, by code. */
  readonly errors: typeof import('./en/errors.json');
  /** What fills the braces in the API's errors. */
  readonly api: typeof import('./en/api.json');
  /** Why a line of a feed is refused or a file can't be read. */
  readonly feeds: typeof import('./en/feeds.json');
  /** Why an import can't be undone. */
  readonly undo: typeof import('./en/undo.json');
  /** Failures of the portal's requests, by code. */
  readonly portal: typeof import('./en/portal.json');
  /** Details of the portal's failures, and what its inputs expect. */
  readonly input: typeof import('./en/input.json');
  /** What is wrong with a part of the service, on the status page. */
  readonly status: typeof import('./en/status.json');
  /** Mails to account holders. */
  readonly mails: typeof import('./en/mails.json');
  /** Server-rendered pages. */
  readonly pages: typeof import('./en/pages.json');
  /** What the variables of the environment mean, by their names in src/config. */
  readonly settings: typeof import('./en/settings.json');
  /** What the command line says around the help of its commands. */
  readonly commandLine: typeof import('./en/commandLine.json');
}

/** An area and an id in it: `feeds.notUtf8`. */
export type MessageId = {
  [Area in keyof Messages]: `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages];

/** The texts of each language by their ids. */
const catalogues = new Map(LANGUAGES.map((language) => [language, readCatalogue(language)]));

function readCatalogue(language: Language): ReadonlyMap<string, string> {
  const folder = join(import.meta.dirname, language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    const named: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [name, text] of Object.entries(named)) texts.set(`${parse(file).name}.${name}`, text);
  }
  return texts;
}

/** A message in every language, for texts that are kept or shown to several people. */
export function message(id: MessageId, values: MessageValues = {}): Texts {
  return inEveryLanguage((language) => messageIn(language, id, values));
}

/** A message in one language. Braces without a value are left out. */
export function messageIn(language: Language, id: MessageId, values: MessageValues = {}): string {
  const text = catalogues.get(language)?.get(id);
  if (text === undefined) throw new Error(`no message ${id} in ${language}`);
  return fillBraces(text, values, language);
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
