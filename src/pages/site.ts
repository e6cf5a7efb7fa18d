/** What the operator publishes beside the service; null where there is none. */
export interface Notices {
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** An email address or an http(s) address. */
  readonly contact: string | null;
}

/** What every page says of the service that shows it. */
export interface Site extends Notices {
  /** No slash at the end. */
  readonly baseUrl: string;
  /** Named as the origin of the data (docs/rules/interface.md#purpose-and-use-of-the-data). */
  readonly operatorName: string;
  /** Of all prices: ISO 4217. */
  readonly currency: string;
}

/** What a link to the operator leads to. */
export function contactAddress({ contact }: Pick<Notices, 'contact'>): string | null {
  return contact === null || /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}
