import type { Language } from '../../../src/messages/languages.ts';
import type { Messages } from '../messages/messages.ts';

/** All messages of a language. Only the languages that are shown are fetched. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'ko'
    ? (await import('../messages/ko/ko.ts')).ko
    : (await import('../messages/en/en.ts')).en;
}
