import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { layOutPage, pageTexts } from './layout.ts';

/** The page for whatever doesn't exist or mustn't be shown: the two look the same. */
export function renderNotFoundPage(operatorName: string, root: string, lang: Language): string {
  const t = pageTexts(lang);
  const frame = { lang, title: t('notFound'), description: '', canonicalUrl: null, root, operatorName };
  return layOutPage(frame, html`<h1>${t('notFound')}</h1>\n<p>${t('notFoundWhy')}</p>`);
}
