import { escapeInScript, type Html, html } from '../../http/html.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import type { Services } from '../kit/services.ts';
import type { Visit } from '../kit/visit.ts';
import type { ProductView } from './shown-item.ts';

interface Preview {
  readonly title: string;
  /** The page's absolute URL. It may lead to the operator's own page. */
  readonly url: string;
  readonly description: string;
  readonly image: string;
  /** The type in Open Graph. */
  readonly kind: 'website' | 'book' | 'profile';
  readonly data?: readonly StructuredData[];
}

const DESCRIPTION_MAX = 300;

/** Metadata for search engines and social networks. */
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

interface Named {
  readonly name: string;
  readonly url: string;
}

/** A description for search engines in the vocabulary of schema.org (JSON-LD). */
type StructuredData = Readonly<Record<string, unknown>>;

const CONTEXT = { '@context': 'https://schema.org' } as const;

/** A book, or a product of another kind, with the shop's offer. Unknown values are left out. */
export function productData(view: ProductView, { currency, operatorName }: Services): StructuredData {
  const { isbn13, link: url, contentDetail, deal } = view;
  const isBook = /^97[89]/.test(isbn13);
  return withoutEmpty({
    ...CONTEXT,
    '@type': isBook ? ['Product', 'Book'] : 'Product',
    name: view.title,
    url,
    image: view.cover,
    description: contentDetail?.bookIntroduction ?? contentDetail?.bookSummary,
    gtin13: /^\d{13}$/.test(isbn13) ? isbn13 : null,
    ...(isBook ? bookData(view) : {}),
    offers: withoutEmpty({
      '@type': 'Offer',
      price: deal?.salePrice ?? view.salePrice,
      priceCurrency: currency,
      priceValidUntil: deal?.until,
      availability: AVAILABILITY[view.itemStatus],
      url,
      seller: { '@type': 'Organization', name: operatorName },
    }),
  });
}

function bookData(view: ProductView): object {
  const people = ROLES.map(([name, roles]) => {
    const inRole = view.contributors.filter(({ role }) => roles.test(role));
    return [name, inRole.map(({ name, url }) => withoutEmpty({ '@type': 'Person', name, url }))];
  });
  return {
    alternativeHeadline: view.subTitle,
    isbn: view.isbn13,
    ...Object.fromEntries(people),
    publisher: view.publisher === '' ? null : { '@type': 'Organization', name: view.publisher },
    datePublished: view.publishDate,
    numberOfPages: view.pages,
    isPartOf: view.series?.map(({ seriesName }) => ({ '@type': 'BookSeries', name: seriesName })),
  };
}

/** Roles of contributors that have a property in schema.org; an empty role means author. Mapping more roles would be a guess. */
const ROLES = [
  ['author', /^(지음|지은이|저|저자|공저|글|글쓴이|글·그림|글그림|author|)$/i],
  ['translator', /^(옮김|옮긴이|역|역자|translator)$/i],
  ['illustrator', /^(그림|그린이|글·그림|글그림|illustrator)$/i],
  ['editor', /^(엮음|엮은이|편|편저|editor)$/i],
] as const;

/** The known labels of itemStatus (docs/api.md#labels); search engines can't interpret a shop's own. */
const AVAILABILITY: Readonly<Record<string, string>> = {
  판매중: 'https://schema.org/InStock',
  예약판매: 'https://schema.org/PreOrder',
  일시품절: 'https://schema.org/OutOfStock',
  품절: 'https://schema.org/OutOfStock',
  절판: 'https://schema.org/Discontinued',
  판매중지: 'https://schema.org/Discontinued',
};

/** The position of a page: its categories, then the page itself. */
export function breadcrumbData(path: readonly Named[]): StructuredData {
  return { ...CONTEXT, '@type': 'BreadcrumbList', itemListElement: listItems(path, 'item') };
}

export function categoryData({ name, url }: Named, books: readonly Named[]): StructuredData {
  return { ...CONTEXT, '@type': 'ItemList', name, url, itemListElement: listItems(books, 'url') };
}

function listItems(links: readonly Named[], to: 'item' | 'url'): readonly object[] {
  return links.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, [to]: url }));
}

function withoutEmpty(data: object): StructuredData {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value)));
}
