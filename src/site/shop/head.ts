import { escapeInScript, type Html, html } from '../../http/html.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import type { Visit } from '../kit/visit.ts';
import type { StructuredData } from './structured-data.ts';

interface Preview {
  readonly title: string;
  /** The page's absolute URL, which may be the operator's own page. */
  readonly url: string;
  /** Plain text; empty = none. */
  readonly description: string;
  /** URL of a picture; empty = none. */
  readonly image: string;
  /** As Open Graph names it. */
  readonly kind: 'website' | 'book' | 'profile';
  readonly data?: readonly StructuredData[];
}

/** Search engines cut longer texts. */
const DESCRIPTION_MAX = 300;

/** What search engines and networks learn of a page, in its head. */
export function previewHead({ services, language }: Visit, preview: Preview): Html {
  const { url, image, kind, data = [], title } = preview;
  const description = preview.description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX);
  // The operator's own page has one URL for all languages.
  const isOurs = url.startsWith(`${services.baseUrl}/`) && !url.includes('?');
  const og = {
    type: kind,
    site_name: services.operatorName,
    title: `${title} – ${services.operatorName}`,
    description,
    url,
    image,
  };
  const properties = Object.entries(og).filter(([, content]) => content !== '');
  const alternates = LANGUAGES.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${inLanguage(url, one)}">\n`,
  );
  return html`${description !== '' && html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${isOurs ? inLanguage(url, language) : url}">
${isOurs && html`${alternates}<link rel="alternate" hreflang="x-default" href="${url}">\n`}${properties.map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`)}<meta name="twitter:card" content="summary">
${data.map((one) => html`<script type="application/ld+json">${escapeInScript(JSON.stringify(one))}</script>\n`)}`;
}

function inLanguage(url: string, language: Language): string {
  return `${url}?lang=${language}`;
}
