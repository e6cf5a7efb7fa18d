import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, preferredLanguage } from '../messages/languages.ts';

/** The language in the URL (`lang=ko`), otherwise the browser's preference. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  return LANGUAGES.find((language) => language === lang) ?? preferredLanguage(headers['accept-language']);
}

/** The URL of a page in one language. */
export function inLanguage(address: string, language: Language): string {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
}
