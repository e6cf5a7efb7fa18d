/** What the operator publishes beside the service; null if it doesn't exist. */
export interface Notices {
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** An email address or an http(s) URL. */
  readonly contact: string | null;
}

/** What every page says about the service that shows it. */
export interface Site extends Notices {
  /** No trailing slash. */
  readonly baseUrl: string;
  /** Named as the source of the data (docs/rules/interface.md#purpose-and-use-of-the-data). */
  readonly operatorName: string;
  /** Of all prices: ISO 4217. */
  readonly currency: string;
}

/** The target of a link to the operator. */
export function contactAddress({ contact }: Pick<Notices, 'contact'>): string | null {
  return contact === null || /^https?:/.test(contact) ? contact : `mailto:${contact}`;
}
