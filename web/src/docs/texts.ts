import type { Language } from '../../../src/messages/languages.ts';
import type { SessionView } from '../../../src/portal/contract/sign-in.ts';
import type { Guide } from './docs-pages.ts';

const FILES = import.meta.glob<string>('./text/*/*.md', { query: '?raw', import: 'default', eager: true });

/** The facts about this service that texts can use. */
export type ServiceFacts = Pick<SessionView, 'baseUrl' | 'keyPrefix' | 'limits'>;

/** A text of `text/` as Markdown, in English where its language has none, with its placeholders (`{{baseUrl}}`, `{{burst}}`). */
export function rawText(name: Guide | 'start' | 'errors' | 'changelog', language: Language): string {
  return FILES[`./text/${language}/${name}.md`] ?? FILES[`./text/en/${name}.md`] ?? '';
}

const LIMITS = ['dailyQuota', 'burstPerSecond', 'burst'] as const;

/** A text about this very service. */
export function fillText(text: string, { baseUrl, keyPrefix, limits }: ServiceFacts): string {
  return LIMITS.reduce(
    (filled, name) => filled.replaceAll(`{{${name}}}`, limits[name].toLocaleString('en-US')),
    text.replaceAll('{{baseUrl}}', baseUrl).replaceAll('{{keyPrefix}}', keyPrefix),
  );
}
