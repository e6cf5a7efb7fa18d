import { type Html, html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { categoryPath, layOutPage, linkTo, type PageLink, pageTexts } from './layout.ts';

/** One entry of the list on a category page. */
interface RankedItemView extends PageLink {
  readonly author: string;
  readonly coverUrl: string;
}

/** Everything that a category page shows. */
export interface CategoryView {
  readonly name: string;
  /** From the root to the parent; empty for a root. */
  readonly parents: readonly PageLink[];
  readonly children: readonly PageLink[];
  /** The current monthly bestsellers, first rank first; null when no list is published. Month = yyyy-MM. */
  readonly bestsellers: { readonly month: string; readonly items: readonly RankedItemView[] } | null;
  readonly url: string;
  readonly operatorName: string;
}

/** The public page of a category (docs/rules/interface.md#category). */
export function renderCategoryPage(view: CategoryView, lang: Language): string {
  const t = pageTexts(lang);
  const frame = {
    lang,
    title: view.name,
    description: '',
    canonicalUrl: view.url,
    root: '../',
    operatorName: view.operatorName,
  };
  const main = html`${view.parents.length > 0 && categoryPath(view.parents, lang)}
<h1>${view.name}</h1>
${
  view.children.length > 0 &&
  html`<nav aria-labelledby="children"><h2 id="children">${t('children')}</h2>
<ul class="chips">
${view.children.map((child) => html`<li>${linkTo(child)}</li>\n`)}</ul></nav>`
}
<section><h2>${view.bestsellers === null ? t('bestsellers') : t('bestsellersOf', { month: view.bestsellers.month })}</h2>
${bestsellerList(view.bestsellers?.items ?? [], t('noBestsellers'))}</section>`;
  return layOutPage(frame, main);
}

function bestsellerList(items: readonly RankedItemView[], none: string): Html {
  if (items.length === 0) return html`<p>${none}</p>`;
  const books = items.map(
    ({ name, url, coverUrl, author }) =>
      html`<li><a href="${url}"><img src="${coverUrl}" alt="" loading="lazy"><bdi>${name}</bdi></a>${author !== '' && html` <span class="soft"><bdi>${author}</bdi></span>`}</li>\n`,
  );
  return html`<ol class="shelf">\n${books}</ol>`;
}
