export type Links = ReturnType<typeof createLinks>;

/**
 * Absolute URLs in responses and pages, all built from the configured base URL (docs/api.md#links) and the
 * operator's templates, which hold {base_url} and {itemId}.
 */
export function createLinks(
  baseUrl: string,
  templates: {
    readonly linkTemplate: string;
    readonly mobileLinkTemplate: string;
    readonly substituteCovers: 'svg' | 'png';
    /** The operator's; null = the one that comes with the service. */
    readonly logoUrl: string | null;
  },
) {
  const template = (text: string) => {
    const withBase = text.replaceAll('{base_url}', baseUrl);
    return (itemId: number) => withBase.replaceAll('{itemId}', String(itemId));
  };
  return {
    /** No slash at the end. */
    baseUrl,
    logo: templates.logoUrl ?? `${baseUrl}/assets/logo.svg`,
    item: template(templates.linkTemplate),
    mobileItem: template(templates.mobileLinkTemplate),
    /** The drawn picture of an item without a registered one; sides are cover, side and back. */
    substituteCover: (side: string, itemId: number) =>
      `${baseUrl}/images/substitute/${side}/${itemId}.${templates.substituteCovers}`,
    author: (authorId: number) => `${baseUrl}/authors/${authorId}`,
    category: (categoryId: string) => `${baseUrl}/categories/${encodeURIComponent(categoryId)}`,
    addOn: (userKey: string, itemId: number) => `${baseUrl}/a/${userKey}/goods/${itemId}`,
  };
}

/** A page of a list, and the list's length. */
export interface PageOfList {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

/** Longest URL that is repeated four times in a header. */
const ADDRESS_MAX = 1_000;

/**
 * The header Link of a list's page: `first`, `prev`, `next` and `last`, if they exist (RFC 8288). `address` is the
 * request's URL, keys masked. Null if there is nothing to link to, or the URL is too long to repeat.
 */
export function pageLinks(address: string, { page, pageSize, totalCount }: PageOfList): string | null {
  if (address.length > ADDRESS_MAX) return null;
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const kept = query.split('&').filter((pair) => pair !== '' && !/^page(=|$)/.test(pair));
  const link = (number: number, rel: string) =>
    `<${path}?${[...kept, `page=${number}`].join('&')}>; rel="${rel}"`;
  const links = [
    link(1, 'first'),
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next')] : []),
    link(last, 'last'),
  ];
  // Only a bracket could end the URL too early.
  return links.some((one) => /[<>]/.test(one.slice(1, one.lastIndexOf('>;')))) ? null : links.join(', ');
}
