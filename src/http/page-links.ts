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
