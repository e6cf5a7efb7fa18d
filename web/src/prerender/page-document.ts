import { LANGUAGES, type Language } from '../../../src/messages/languages.ts';
import { PLACEHOLDERS } from './placeholders.ts';

const { operatorName } = PLACEHOLDERS;

interface PageParts {
  /** The built index.html. */
  readonly shell: string;
  readonly path: string;
  readonly language: Language;
  /** Of the root element. */
  readonly markup: string;
  readonly hasTwin: boolean;
}

/** The whole HTML document of a page, with a head of its own. */
export function pageDocument({ shell, path, language, markup, hasTwin }: PageParts): string {
  const heading = textOf(/<h1[^>]*>(.*?)<\/h1>/.exec(markup)?.[1] ?? '');
  const lead = descriptionOf(markup);
  if (heading === '' || lead === '') throw new Error(`${path} has no heading or no lead`);
  const title = path === '/' ? `${operatorName} - ${heading}` : `${heading} - ${operatorName}`;
  const head = [
    `<title>${title}</title>`,
    `<meta name="description" content="${lead}">`,
    `<link rel="canonical" href="${addressOf(path, language)}">`,
    ...LANGUAGES.map((one) => `<link rel="alternate" hreflang="${one}" href="${addressOf(path, one)}">`),
    `<link rel="alternate" hreflang="x-default" href="${PLACEHOLDERS.baseUrl}${path}">`,
    ...(hasTwin ? [`<link rel="alternate" type="text/markdown" href="${path}.md?lang=${language}">`] : []),
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${lead}">`,
    `<meta property="og:url" content="${addressOf(path, language)}">`,
    '<meta name="twitter:card" content="summary">',
  ];
  return shell
    .replace(/<html lang="\w+" data-shell>/, `<html lang="${language}">`)
    .replace(/ *<meta name="description"[^>]*>\n/, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
    .replace(/<title>.*<\/title>/, () => head.join('\n    '))
    .replace(
      /(<div id="root" data-loading>)[\s\S]*?<!-- \/root -->/,
      (_skeleton, root: string) => root + markup,
    );
}

function addressOf(path: string, language: Language): string {
  return `${PLACEHOLDERS.baseUrl}${path}?lang=${language}`;
}

/** Shorter ones say too little in a list of results; longer ones are cut off there. */
const DESCRIPTION_MIN = 30;
const DESCRIPTION_MAX = 300;

/** The paragraph below the heading, with the next one where that is very short. */
function descriptionOf(markup: string): string {
  const paragraphs = markup.slice(markup.indexOf('</h1>')).matchAll(/<p[^>]*>(.*?)<\/p>/g);
  let description = '';
  for (const [, paragraph = ''] of paragraphs) {
    description = `${description} ${textOf(paragraph)}`.trim();
    if (description.length >= DESCRIPTION_MIN) break;
  }
  return description.slice(0, DESCRIPTION_MAX);
}

/** Text that is escaped already, without its tags. */
function textOf(markup: string): string {
  return markup.replace(/<!-- -->|<[^>]*>/g, '').trim();
}
