import { type Html, html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { layOutPage, linkTo, type PageLink, pageTexts } from './layout.ts';

/** Everything that an author page shows. Texts are plain; empty = left out. */
export interface AuthorView {
  readonly name: string;
  /** As in the catalogue: a year or a date. */
  readonly birthDate: string;
  readonly deathDate: string;
  readonly debutTitle: string;
  /** With line breaks. */
  readonly details: string;
  readonly items: readonly PageLink[];
  readonly url: string;
  readonly operatorName: string;
}

/** The public page of an author record (docs/rules/interface.md#author). */
export function renderAuthorPage(view: AuthorView, lang: Language): string {
  const t = pageTexts(lang);
  const frame = {
    lang,
    title: view.name,
    description: '',
    canonicalUrl: view.url,
    root: '../',
    operatorName: view.operatorName,
  };
  const facts = [
    row(t('birth'), view.birthDate),
    row(t('death'), view.deathDate),
    row(t('debut'), view.debutTitle),
  ];
  const hasFacts = view.birthDate !== '' || view.deathDate !== '' || view.debutTitle !== '';
  const main = html`<h1>${view.name}</h1>
${hasFacts && html`<dl>\n${facts}</dl>`}
${view.details !== '' && html`<section><h2>${t('aboutAuthor')}</h2><p class="text">${view.details}</p></section>`}
${view.items.length > 0 && itemList(t('works'), view.items)}`;
  return layOutPage(frame, main);
}

function row(name: string, value: string): Html | null {
  return value === '' ? null : html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function itemList(heading: string, items: readonly PageLink[]): Html {
  return html`<section><h2>${heading}</h2>
<ul>
${items.map((item) => html`<li>${linkTo(item)}</li>\n`)}</ul></section>`;
}
