import type { Language } from '../../../src/messages/languages.ts';
import type { LaterMessages, Messages, PublicMessages } from '../messages/messages.ts';
import { currentLanguage } from './language.ts';

/** By name, so that a language is its folder in web/src/messages and nothing here. */
const FILES = import.meta.glob<object>('../messages/*/*.json', { import: 'default' });

type Part = keyof LaterMessages;

/** The language and the texts that pages show now. */
export interface ShownMessages {
  readonly language: Language;
  readonly messages: PublicMessages & Partial<Messages>;
  readonly parts: ReadonlySet<Part>;
}

const needed = new Set<Part>();
const listeners = new Set<() => void>();
let wanted: Language | null = null;
let shown: ShownMessages | null = null;

/** What is shown. Throws before the first `showMessages` has ended. */
export function shownMessages(): ShownMessages {
  if (shown === null) throw new Error('no texts were loaded');
  return shown;
}

/** Calls back whenever `shownMessages` has changed. Returns the way to stop that. */
export function watchMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Fetches the texts of a language, with all parts that pages have needed so far, and shows them. */
export async function showMessages(language: Language): Promise<void> {
  wanted = language;
  const parts = new Set(needed);
  const messages = await loadMessages(language, parts).catch((error: unknown) => {
    wanted = shown?.language ?? language;
    throw error;
  });
  // In the meantime a page may have needed another part, or a visitor chosen another language.
  if (wanted !== language || parts.size < needed.size) return showMessages(wanted);
  shown = { language, messages, parts };
  for (const listener of listeners) listener();
}

/** For the loader of a route: waits until a part of the texts can be shown. */
export async function needMessages(part: Part): Promise<void> {
  needed.add(part);
  if (!shown?.parts.has(part)) await showMessages(wanted ?? currentLanguage());
}

async function loadMessages(
  language: Language,
  parts: ReadonlySet<Part>,
): Promise<ShownMessages['messages']> {
  const files = ['public', ...parts].map((part) => FILES[`../messages/${language}/${part}.json`]?.());
  return Object.assign({}, ...(await Promise.all(files)));
}
