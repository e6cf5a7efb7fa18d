/** A message to one person, plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
