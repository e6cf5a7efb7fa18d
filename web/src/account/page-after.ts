/** Back to where sign-in was asked for, and never out of the portal: the address comes from outside. */
export function pageAfter(next: string | undefined): string {
  return next?.startsWith('/portal/') ? next : '/portal/key';
}
