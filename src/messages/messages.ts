import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { LANGUAGES, type Language, type MessageValues, type Texts } from './languages.ts';

/**
 * Every text of the service, by area and id. An area is a file in the folder of each language; the English file defines the ids.
 * A nested text has an id such as `limits.save`. Texts are ICU messages.
 */
export interface Messages {
  readonly errors: typeof import('./en/errors.json');
  /** Values of the API's error messages, such as what a parameter allows. */
  readonly api: typeof import('./en/api.json');
  /** Why a line of a feed is refused, or why a file can't be read. */
  readonly feeds: typeof import('./en/feeds.json');
  readonly undo: typeof import('./en/undo.json');
  readonly portal: typeof import('./en/portal.json');
  /** Details of the portal's failures, and what its form fields accept. */
  readonly input: typeof import('./en/input.json');
  readonly status: typeof import('./en/status.json');
  readonly mails: typeof import('./en/mails.json');
  readonly settings: typeof import('./en/settings.json');
  /** Texts of the command line besides its commands' help. */
  readonly commandLine: typeof import('./en/commandLine.json');
  readonly commands: typeof import('./en/commands.json');
  readonly frame: typeof import('./en/frame.json');
  readonly console: typeof import('./en/console.json');
  readonly audit: typeof import('./en/audit.json');
  readonly products: typeof import('./en/products.json');
  readonly searchWords: typeof import('./en/searchWords.json');
  readonly shop: typeof import('./en/shop.json');
  readonly quota: typeof import('./en/quota.json');
  readonly overview: typeof import('./en/overview.json');
  readonly categories: typeof import('./en/categories.json');
  readonly consoleFeeds: typeof import('./en/consoleFeeds.json');
  readonly consoleMapping: typeof import('./en/consoleMapping.json');
  readonly consoleOrders: typeof import('./en/consoleOrders.json');
  readonly consoleRankings: typeof import('./en/consoleRankings.json');
  readonly account: typeof import('./en/account.json');
  readonly key: typeof import('./en/key.json');
  readonly usage: typeof import('./en/usage.json');
  readonly testTool: typeof import('./en/testTool.json');
  readonly accounts: typeof import('./en/accounts.json');
  readonly landing: typeof import('./en/landing.json');
  readonly docs: typeof import('./en/docs.json');
}

export type Area = keyof Messages;

export type IdIn<One extends Area> = IdOf<Messages[One]>;

type IdOf<Text> = {
  [Name in keyof Text & string]: Text[Name] extends string ? Name : `${Name}.${IdOf<Text[Name]>}`;
}[keyof Text & string];

export type MessageId = { [One in Area]: `${One}.${IdIn<One>}` }[Area];

const catalogues = new Map(LANGUAGES.map((language) => [language, readCatalogue(language)]));
const formats = new Map<string, Format>();

function readCatalogue(language: Language): ReadonlyMap<string, string> {
  const folder = join(import.meta.dirname, language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      textsIn(parse(file).name, JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ),
  );
}

function textsIn(id: string, texts: string | Readonly<Record<string, string>>): [string, string][] {
  if (typeof texts === 'string') return [[id, texts]];
  return Object.entries(texts).flatMap(([name, text]) => textsIn(`${id}.${name}`, text));
}

export function isMessageId(id: string): id is MessageId {
  return catalogues.get('en')?.has(id) === true;
}

/** The message in all languages, for storage or for several readers. */
export function message(id: MessageId, values: MessageValues = {}): Texts {
  return inEveryLanguage((language) => messageIn(language, id, values));
}

/** A placeholder without a value becomes empty. */
export function messageIn(language: Language, id: MessageId, values: MessageValues = {}): string {
  const { format, blanks } = formatOf(language, id, false);
  const own = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ]);
  return String(format.format({ ...blanks, ...Object.fromEntries(own) }));
}

interface Format {
  readonly format: IntlMessageFormat;
  readonly blanks: Readonly<Record<string, string>>;
}

/** Tags such as `<b>` are placeholders with `hasTags`, otherwise plain characters. */
export function formatOf(language: Language, id: MessageId, hasTags: boolean): Format {
  const key = `${language} ${id} ${hasTags}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const text = catalogues.get(language)?.get(id);
  if (text === undefined) throw new Error(`no message ${id} in ${language}`);
  // `{-code}` says that this language leaves out the value `code`. The placeholder is removed.
  const used = text.replace(/\{-\w+\}/g, '');
  const names = [...used.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '']);
  const format = new IntlMessageFormat(used, language, undefined, { ignoreTag: !hasTags });
  const made = { format, blanks: Object.fromEntries(names) };
  formats.set(key, made);
  return made;
}

export function inEveryLanguage(write: (language: Language) => string): Texts {
  return Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as Texts;
}

/** Makes foreign text safe inside a message: removes terminal control characters and marks that change the text direction. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Completes a stored text: English replaces languages that were added later. */
export function storedText(stored: Partial<Texts> & { readonly en: string }): Texts {
  return inEveryLanguage((language) => stored[language] ?? stored.en);
}

export function joined(texts: Texts, separator: string): string {
  return LANGUAGES.map((language) => texts[language]).join(separator);
}
