/** What the operator publishes beside the service; null where there is none. */
export interface Notices {
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** An email address or an http(s) address. */
  readonly contact: string | null;
}

/** What a link to the operator leads to. */
export function contactAddress({ contact }: Pick<Notices, 'contact'>): string | null {
  return contact === null || /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}
