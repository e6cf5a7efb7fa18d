import { type Html, html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { layOutPage, pageTexts, shelf } from './layout.ts';
import type { Site } from './site.ts';
import { authorData } from './structured-data.ts';
import type { AuthorView } from './views.ts';

/** The public page of an author record (docs/rules/interface.md#author). */
export function renderAuthorPage(view: AuthorView, site: Site, lang: Language): string {
  const t = pageTexts(lang);
  const { name, birthDate, deathDate, page, items } = view;
  const facts = [
    [t('birth'), birthDate],
    [t('death'), deathDate],
    [t('debut'), view.debutTitle],
  ].filter(([, value]) => value !== '');
  const years = [birthDate, deathDate].filter(Boolean).join('–');
  const about = [years === '' ? name : `${name} (${years})`, view.details];
  const frame = {
    lang,
    site,
    title: page === 1 ? name : `${name} (${page})`,
    root: '../',
    preview: {
      url: page === 1 ? view.url : `${view.url}?page=${page}`,
      description: about.filter(Boolean).join(' · '),
      image: items[0]?.coverUrl ?? '',
      kind: 'profile',
      data: [authorData(view)],
    },
  } as const;
  const main = html`<h1>${name}</h1>
${facts.length > 0 && html`<dl>\n${facts.map(([fact, value]) => html`<dt>${fact}</dt><dd>${value}</dd>\n`)}</dl>`}
${view.details !== '' && html`<section><h2>${t('aboutAuthor')}</h2><p class="text">${view.details}</p></section>`}
${items.length > 0 && html`<section><h2>${t('works')}</h2>\n${shelf(items, false)}</section>`}
${pager(view, lang)}`;
  return layOutPage(frame, main);
}

function pager({ url, page, hasNext }: AuthorView, lang: Language): Html | false {
  const t = pageTexts(lang);
  const previousUrl = page === 2 ? url : `${url}?page=${page - 1}`;
  return (
    (page > 1 || hasNext) &&
    html`<nav class="pager" aria-label="${t('works')}">${page > 1 && html`<a rel="prev" href="${previousUrl}">← ${t('previous')}</a>`}${hasNext && html`<a rel="next" href="${url}?page=${page + 1}">${t('next')} →</a>`}</nav>`
  );
}
