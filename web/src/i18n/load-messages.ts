import type { Language } from '../../../src/messages/languages.ts';
import type { Messages } from '../messages/messages.ts';

/** By name, so that a language is its file in web/src/messages and nothing here. */
const FILES = import.meta.glob<Messages>(['../messages/*.ts', '!../messages/messages.ts'], {
  import: 'messages',
});

/** All messages of a language. Only the languages that are shown are fetched. */
export async function loadMessages(language: Language): Promise<Messages> {
  const load = FILES[`../messages/${language}.ts`];
  if (load === undefined) throw new Error(`web/src/messages has no ${language}.ts`);
  return load();
}
