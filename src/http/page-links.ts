/** A page of a list and how much of the list there is. */
export interface PageOfList {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

/** Longest address that is repeated four times in a header. */
const ADDRESS_MAX = 1_000;

/**
 * The header Link of a page of a list: `first`, `prev`, `next` and `last` as far as they exist (RFC 8288). `address` is
 * that of the request, keys masked. Null where there is nothing to say, or the address is too long to be repeated.
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
  // A bracket would end the address; nothing else in it can.
  return links.some((one) => /[<>]/.test(one.slice(1, one.lastIndexOf('>;')))) ? null : links.join(', ');
}
