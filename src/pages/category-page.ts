import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { categoryPath, layOutPage, linkTo, pageTexts, shelf } from './layout.ts';
import type { Site } from './site.ts';
import { breadcrumbData, categoryData } from './structured-data.ts';
import type { CategoryView } from './views.ts';

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
      image: items[0]?.coverUrl ?? '',
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
