import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import type { Site } from './site.ts';

/** The page for everything that doesn't exist or mustn't be shown, which look the same. It links to existing pages. */
export function renderNotFoundPage(site: Site, root: string, lang: Language): string {
  const t = (name: 'catalogue' | 'docs' | 'home' | 'notFound' | 'notFoundWhy') =>
    messageIn(lang, `pages.${name}`);
  const ways = [
    ['search', t('catalogue')],
    ['docs', t('docs')],
    ['', t('home')],
  ] as const;
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('notFound')} – ${site.operatorName}</title>
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="${root}assets/logo.svg">
<link rel="stylesheet" href="${root}assets/page.css">
</head>
<body>
<header class="top"><div class="site">
<a class="brand" href="${root}"><span>${site.operatorName}</span></a>
</div></header>
<main>
<h1>${t('notFound')}</h1>
<p>${t('notFoundWhy')}</p>
<ul class="chips">
${ways.map(([path, name]) => html`<li><a href="${root}${path}">${name}</a></li>\n`)}</ul>
</main>
</body>
</html>
`;
  return page.toString();
}
