import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import {
  categoryPath,
  layOutPage,
  linkTo,
  type PageLink,
  pageTexts,
  type ShelfBook,
  type Site,
  shelf,
} from './layout.ts';
import { breadcrumbData, categoryData } from './structured-data.ts';

/** Everything that a category page shows. */
export interface CategoryView {
  readonly name: string;
  /** From the root to the parent; empty for a root. */
  readonly parents: readonly PageLink[];
  readonly children: readonly PageLink[];
  /** The current monthly bestsellers, first rank first; null when no list is published. Month = yyyy-MM. */
  readonly bestsellers: { readonly month: string; readonly items: readonly ShelfBook[] } | null;
  readonly url: string;
}

/** The public page of a category (docs/rules/interface.md#category). */
export function renderCategoryPage(view: CategoryView, site: Site, lang: Language): string {
  const t = pageTexts(lang);
  const { name, url, parents } = view;
  const { month = '', items = [] } = view.bestsellers ?? {};
  const heading = month === '' ? t('bestsellers') : t('bestsellersOf', { month });
  const path = [...parents, { name, url }];
  const titles = items.slice(0, 3).map((item) => item.name);
  const frame = {
    lang,
    site,
    title: name,
    root: '../',
    preview: {
      url,
      description: [path.map((one) => one.name).join(' › '), heading, ...titles].join(' · '),
      image: items[0]?.coverUrl ?? null,
      kind: 'website',
      data: [categoryData(view), breadcrumbData(path)],
    },
  } as const;
  const main = html`${categoryPath(parents, lang)}
<h1>${name}</h1>
${
  view.children.length > 0 &&
  html`<nav aria-labelledby="children"><h2 id="children">${t('children')}</h2>
<ul class="chips">
${view.children.map((child) => html`<li>${linkTo(child)}</li>\n`)}</ul></nav>`
}
<section><h2>${heading}</h2>
${items.length === 0 ? html`<p>${t('noBestsellers')}</p>` : shelf(items, true)}</section>`;
  return layOutPage(frame, main);
}
