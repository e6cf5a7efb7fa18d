/** Back to where sign-in was asked for, and never to another site: the address comes from outside. */
export function pageAfter(next: string | undefined): string {
  const { origin } = window.location;
  const url = next !== undefined && URL.canParse(next, origin) ? new URL(next, origin) : null;
  const isOwn = url?.origin === origin && /^\/(portal|docs)(\/|$)/.test(url.pathname);
  return isOwn ? url.pathname + url.search + url.hash : '/portal/key';
}
