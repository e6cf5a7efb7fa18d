/** A message to one person, plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The outcome of the last attempts to send since the start; null if there was none. */
export interface Sending {
  readonly sentAtMs: number | null;
  readonly failedAtMs: number | null;
  /** Why sending fails now, or null. */
  readonly trouble: string | null;
}

/**
 * Accepts messages and sends them later. Once `post` resolves, a message is stored until it has been sent, so no
 * failure of a mail server loses it. Never call this inside a transaction.
 */
export interface Mailer {
  /** Where messages go: to a mail server, or only into the outbox. */
  readonly kind: 'smtp' | 'outbox';
  post(mail: Mail): Promise<void>;
  /** Deletes every kept message to an address. */
  forget(address: string): Promise<void>;
  /** How sending goes. */
  sending(): Sending;
}
