import type { Language } from '../../../src/messages/languages.ts';
import type { operators } from './ko/operators.ts';
import type { portal } from './ko/portal.ts';
import type { messages } from './ko.ts';

/** The same names with any texts: what the other language has to hold, no less and no more. */
export type SameNames<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : SameNames<Texts[Name]>;
};

/** What every page has at once, by area. Korean names all messages; every other language must have the same. */
export type FirstMessages = SameNames<typeof messages>;

/** What pages fetch when they need it, by part of the site, so that a first visit doesn't pay for it. */
export interface LaterMessages {
  readonly portal: SameNames<typeof portal>;
  readonly operators: SameNames<typeof operators>;
}

/** All messages of a language, by area. */
export type Messages = FirstMessages & LaterMessages['portal'] & LaterMessages['operators'];

/** What the file of a language exports. */
export interface LanguageFile {
  readonly messages: FirstMessages;
  readonly later: { readonly [Part in keyof LaterMessages]: () => Promise<LaterMessages[Part]> };
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
