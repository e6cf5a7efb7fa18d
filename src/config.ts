/** Placeholder type until the lead fills it in. */
export interface Config {
  readonly dataDir: string;
}
