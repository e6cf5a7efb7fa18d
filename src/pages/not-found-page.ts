import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { layOutPage, pageTexts } from './layout.ts';
import type { Site } from './site.ts';

/** The page for everything that doesn't exist or mustn't be shown, which look the same. It links to existing pages. */
export function renderNotFoundPage(site: Site, root: string, lang: Language): string {
  const t = pageTexts(lang);
  const ways = [
    ['portal/explorer', t('catalogue')],
    ['docs', t('docs')],
    ['', t('home')],
  ] as const;
  const main = html`<h1>${t('notFound')}</h1>
<p>${t('notFoundWhy')}</p>
<ul class="chips">
${ways.map(([path, name]) => html`<li><a href="${root}${path}">${name}</a></li>\n`)}</ul>`;
  return layOutPage({ lang, site, title: t('notFound'), root, preview: null }, main);
}
