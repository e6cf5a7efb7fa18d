import type { FastifyInstance } from 'fastify';
import type { Query } from '../../http/query-string.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../../http/rate-limiter.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import type { Services } from './services.ts';
import { THEMES } from './visit.ts';

/** Remembers a language or a theme, and goes back to the page that it was chosen on. */
export function registerPreferences(app: FastifyInstance, { cookies, pageLimiter, baseUrl }: Services): void {
  const limit = { onRequest: limitByAddress(pageLimiter, 'files', FILE_ALLOWANCE) };
  app.get<{ Querystring: Query }>('/portal/preferences', limit, async ({ query }, reply) => {
    const { lang, theme, to } = query;
    const language = LANGUAGES.find((one) => one === lang);
    if (language !== undefined) cookies.setChoice(reply, 'lang', language);
    const chosen = THEMES.find((one) => one === theme);
    if (chosen !== undefined) cookies.setChoice(reply, 'theme', chosen);
    return reply.header('Cache-Control', 'no-store').redirect(ownAddress(to, baseUrl), 303);
  });
}

/** A path of ours; anything that could lead elsewhere is the front page. An address in another language loses that. */
export function ownAddress(to: unknown, baseUrl: string): string {
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, baseUrl)) return '/';
  const url = new URL(to, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return '/';
  url.searchParams.delete('lang');
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
