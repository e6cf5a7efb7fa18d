import { type Html, html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { type Messages, messageIn, type ValuesOf } from '../messages/messages.ts';

/** What every page needs besides its content. */
export interface PageFrame {
  readonly lang: Language;
  /** Plain text. */
  readonly title: string;
  /** For search engines and previews, plain text; empty = none. */
  readonly description: string;
  /** The page's own absolute address; null when it has none, such as an error page. */
  readonly canonicalUrl: string | null;
  /** The path from the page's folder to the root, such as `../`: pages can be reached under several addresses. */
  readonly root: string;
  /** Named as the origin of the data (docs/rules/interface.md#purpose-and-use-of-the-data). */
  readonly operatorName: string;
}

/** A name with the address of its page. */
export interface PageLink {
  readonly name: string;
  readonly url: string;
}

/** A whole HTML document around the content of `main`. */
export function layOutPage(frame: PageFrame, main: Html): string {
  const t = pageTexts(frame.lang);
  const page = html`<!doctype html>
<html lang="${frame.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title} – ${frame.operatorName}</title>
${frame.description !== '' && html`<meta name="description" content="${frame.description}">`}
${frame.canonicalUrl === null ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${frame.canonicalUrl}">`}
<link rel="icon" type="image/svg+xml" href="${frame.root}assets/logo.svg">
<link rel="stylesheet" href="${frame.root}assets/page.css">
</head>
<body>
<header class="top"><div class="site">
<a class="brand" href="${frame.root}">${MARK}<span>${frame.operatorName}</span></a>
<a class="docs" href="${frame.root}docs">${t('docs')}</a>
</div></header>
<main>
${main}
</main>
<footer><div class="foot">
<p><a href="${frame.root}">${t('home')}</a><a href="${frame.root}docs">${t('docs')}</a></p>
<p>${t('origin')}: ${frame.operatorName}</p>
</div></footer>
</body>
</html>
`;
  return page.toString();
}

/** The texts of pages in one language, by id. */
export function pageTexts(language: Language) {
  return <Name extends keyof Messages['pages']>(name: Name, ...values: ValuesOf<`pages.${Name}`>): string =>
    messageIn(language, `pages.${name}`, ...values);
}

/** The open book of the portal's header, in the colours of the page. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path class="left" d="M14.6 8.6C11.6 6.6 7 6 2.5 6.3v18.4c4.5-.3 9.1.3 12.1 2.3z"/><path class="right" d="M17.4 8.6C20.4 6.6 25 6 29.5 6.3v18.4c-4.5-.3-9.1.3-12.1 2.3z"/></svg>`;

/** A link whose text keeps its own writing direction. */
export function linkTo({ name, url }: PageLink): Html {
  return html`<a href="${url}"><bdi>${name}</bdi></a>`;
}

/** The categories from the root to the current one. */
export function categoryPath(path: readonly PageLink[], lang: Language): Html {
  const steps = path.map((step, index) => html`${index > 0 && ' › '}${linkTo(step)}`);
  return html`<nav class="path" aria-label="${pageTexts(lang)('categoryPath')}">${steps}</nav>`;
}

/** An amount in won, in the notation of the language. */
export function formatWon(amount: number, lang: Language): string {
  return pageTexts(lang)('won', { amount: WON.format(amount) });
}

const WON = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
