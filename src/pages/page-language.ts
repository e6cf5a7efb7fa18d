import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, preferredLanguage } from '../messages/languages.ts';

/** The language that the address asks for (`lang=ko`), otherwise the one that the browser prefers. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  return LANGUAGES.find((language) => language === lang) ?? preferredLanguage(headers['accept-language']);
}

/** The address of a page in one language. */
export function inLanguage(address: string, language: Language): string {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
}
