/** Back to where sign-in was asked for, and never out of the portal: the address comes from outside. */
export function pageAfter(next: string | undefined): string {
  const { origin, pathname, search } = new URL(next || '/portal/key', window.location.origin);
  const isOwn = origin === window.location.origin && pathname.startsWith('/portal/');
  return isOwn ? pathname + search : '/portal/key';
}
