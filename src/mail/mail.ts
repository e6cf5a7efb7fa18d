/** A message to one person, plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A message that is kept until it is sent. */
export interface KeptMail extends Mail {
  readonly createdAtMs: number;
}

/**
 * Takes messages and sends them later: a message is kept when `post` resolves, and kept until it has been sent, so
 * that no failure of a mail server loses it. Nothing here may be called inside a transaction.
 */
export interface Mailer {
  /** Where messages go: to a mail server, or nowhere but into the data folder, to be read there. */
  readonly kind: 'smtp' | 'outbox';
  post(mail: Mail): Promise<void>;
  /** Drops every kept message to an address. */
  forget(address: string): Promise<void>;
  /** Why sending fails now, or null. */
  trouble(): string | null;
}
