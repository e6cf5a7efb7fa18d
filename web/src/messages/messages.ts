import type { Language } from '../../../src/messages/languages.ts';
import type { messages } from './ko.ts';

/** The same names with any texts: what the other language has to hold, no less and no more. */
export type SameNames<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : SameNames<Texts[Name]>;
};

/** All messages of a language, by area. Korean names them; every other language must have the same. */
export type Messages = SameNames<typeof messages>;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
