import type { ProductView } from './product-view.ts';

interface Seller {
  readonly currency: string;
  readonly operatorName: string;
}

/** A name with the URL of its page. */
interface Named {
  readonly name: string;
  readonly url: string;
}

/** A description for search engines in the vocabulary of schema.org (JSON-LD). */
export type StructuredData = Readonly<Record<string, unknown>>;

const CONTEXT = { '@context': 'https://schema.org' } as const;

/** A book, or a product of another kind, with the shop's offer. Unknown values are left out. */
export function productData(view: ProductView, { currency, operatorName }: Seller): StructuredData {
  const isBook = /^97[89]/.test(view.isbn13);
  return known({
    ...CONTEXT,
    '@type': isBook ? ['Product', 'Book'] : 'Product',
    name: view.title,
    url: view.url,
    image: view.cover,
    description: view.introduction ?? view.summary,
    gtin13: /^\d{13}$/.test(view.isbn13) ? view.isbn13 : null,
    ...(isBook ? bookData(view) : {}),
    offers: known({
      '@type': 'Offer',
      price: view.deal?.salePrice ?? view.salePrice,
      priceCurrency: currency,
      priceValidUntil: view.deal?.until ?? null,
      availability: AVAILABILITY[view.itemStatus],
      url: view.url,
      seller: { '@type': 'Organization', name: operatorName },
    }),
  });
}

function bookData(view: ProductView): object {
  return {
    alternativeHeadline: view.subTitle,
    isbn: view.isbn13,
    ...Object.fromEntries(
      ROLES.map(([name, roles]) => {
        const people = view.contributors.filter(({ role }) => roles.test(role));
        return [name, people.map(({ name, url }) => known({ '@type': 'Person', name, url }))];
      }),
    ),
    publisher: view.publisher === '' ? null : { '@type': 'Organization', name: view.publisher },
    datePublished: view.publishDate,
    numberOfPages: view.pages,
    isPartOf: view.series.map((name) => ({ '@type': 'BookSeries', name })),
  };
}

/** Roles for authors, translators and illustrators; a name without a role is an author's. More would be a guess. */
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

/** A page's position: its categories, then the page itself. */
export function breadcrumbData(path: readonly Named[]): StructuredData {
  const steps = path.map(({ name, url }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: url }));
  return { ...CONTEXT, '@type': 'BreadcrumbList', itemListElement: steps };
}

/** Drops null, undefined, empty texts and empty lists. */
function known(data: object): StructuredData {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value)));
}
