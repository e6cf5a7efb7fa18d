import type { Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';

/**
 * Why a line is refused or a file can't be read, for a person. It is made where it is found, in every language at once: the
 * command line shows it in English, the console in the reader's language.
 */
export type Reason = Texts;

/**
 * What a field takes: in English what it is ("a text"), in Korean a sentence that says what it must be. Fields and values
 * appear as the feed spells them.
 */
export type Rule = Reason;

/** The reason of a value that is given and breaks a rule. */
export function wrong(value: unknown, rule: Rule): Reason {
  return message('feeds.wrong', { shown: show(value), rule });
}

/** The reason of a value that is required and not given. */
export function missing(rule: Rule): Reason {
  return message('feeds.missing', { rule });
}

/** The reason of a value that is required and not given, or has nothing in it. */
export function missingOrEmpty(rule: Rule): Reason {
  return message('feeds.missingOrEmpty', { rule });
}

/** The rule of a few words, one of which it must be. */
export function oneOf(words: readonly string[]): Rule {
  return message('feeds.oneOf', { words: words.join(', ') });
}

/** A value as a report shows it: short, and harmless to the terminal. */
export function show(value: unknown): Reason {
  if (Array.isArray(value)) return message('feeds.list', { length: value.length });
  if (typeof value === 'object' && value !== null) return message('feeds.object');
  const text = shorten(
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_MAX + 1)) : String(value),
  );
  return inEveryLanguage(() => text);
}

const SHOWN_MAX = 60;

/** A text cut to what a report can bear, without control characters. */
export function shorten(text: string): string {
  const start = harmless(text.slice(0, SHOWN_MAX + 1));
  return text.length > SHOWN_MAX ? `${start.slice(0, SHOWN_MAX)}…` : start;
}

/** Names of columns, as far as a sentence can bear them. */
export function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(shorten);
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}

const NAMES_MAX = 30;
