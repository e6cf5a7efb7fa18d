import { LANGUAGES } from '../../messages/languages.ts';
import { optional, or, typed, word } from './fields.ts';
import { goTo, PAGES, screen } from './screen.ts';
import { THEMES } from './visit.ts';

/** Remembers a language or a theme, and goes back to the page that it was chosen on. */
export const preferencesScreen = screen('/portal/preferences', {
  needs: 'nobody',
  limit: PAGES,
  query: { lang: optional(word(LANGUAGES)), theme: optional(word(THEMES)), to: or(typed(0, 5000), '') },
  async show({ services: { cookies, baseUrl }, reply }, { lang, theme, to }) {
    if (lang !== undefined) cookies.setChoice(reply, 'lang', lang);
    if (theme !== undefined) cookies.setChoice(reply, 'theme', theme);
    return goTo(ownAddress(to, baseUrl));
  },
});

/** A path of ours; anything that could lead elsewhere is the front page. An address in another language loses that. */
export function ownAddress(to: string, baseUrl: string): string {
  if (!to.startsWith('/') || !URL.canParse(to, baseUrl)) return '/';
  const url = new URL(to, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return '/';
  url.searchParams.delete('lang');
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
