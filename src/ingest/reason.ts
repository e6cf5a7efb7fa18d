import type { Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';

/**
 * Why a line is refused or a file can't be read, in every language: the command line shows English, the console the reader's
 * language.
 */
export type Reason = Texts;

/** What a field takes: in English a noun phrase ("a text"), in Korean a sentence that says what the field must be. */
export type Rule = Reason;

export function wrong(value: unknown, rule: Rule): Reason {
  return message('feeds.wrong', { shown: show(value), rule });
}

export function missing(rule: Rule): Reason {
  return message('feeds.missing', { rule });
}

export function missingOrEmpty(rule: Rule): Reason {
  return message('feeds.missingOrEmpty', { rule });
}

export function oneOf(words: readonly string[]): Rule {
  return message('feeds.oneOf', { words: words.join(', ') });
}

/** A value for reports: shortened, without control characters that terminals act on. */
export function show(value: unknown): Reason {
  if (Array.isArray(value)) return message('feeds.list', { length: value.length });
  if (typeof value === 'object' && value !== null) return message('feeds.object');
  const text = shorten(
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_MAX + 1)) : String(value),
  );
  return inEveryLanguage(() => text);
}

const SHOWN_MAX = 60;

export function shorten(text: string): string {
  const start = harmless(text.slice(0, SHOWN_MAX + 1));
  return text.length > SHOWN_MAX ? `${start.slice(0, SHOWN_MAX)}…` : start;
}

export function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(shorten);
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}

const NAMES_MAX = 30;
