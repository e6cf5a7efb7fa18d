import type { Language } from '../../../src/messages/languages.ts';

/** What every page has at once, by area. English names the messages of all languages. */
export type PublicMessages = typeof import('./en/public.json');

/** What pages fetch when they need it, so that a first visit doesn't pay for it. Each part is a file of a language. */
export interface LaterMessages {
  /** For pages with an account, or on the way to one. */
  readonly portal: typeof import('./en/portal.json');
  /** For the operators' console, which also has those of the portal. */
  readonly operators: typeof import('./en/operators.json');
}

/** All messages of a language, by area. */
export type Messages = PublicMessages & LaterMessages['portal'] & LaterMessages['operators'];

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
