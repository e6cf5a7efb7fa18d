import type { Reason } from './reason.ts';

/** A field at fault and what is wrong with it. */
export interface Fault {
  readonly field: string;
  readonly reason: Reason;
  /** Of a warning: whether the value is left out. */
  readonly isLeftOut?: boolean;
  /** Of a value that is left out: why, without saying so. */
  readonly why?: Reason;
}

/** Where the readers of one record leave what they find. */
export interface Verdict {
  /** The first thing that costs the record, if any. */
  fault: Fault | null;
  /** What costs a field only, or is kept although it looks wrong. */
  warnings: readonly Fault[];
  /** Why the reader of the file could not read a field: it knows more than its value tells. */
  readonly lost?: LostFields | undefined;
}

/** Reasons by field, such as `deal.salePrice`. */
export type LostFields = ReadonlyMap<string, Reason>;

/** The names of the fields at the top of a record whose value is there and can't be read. */
export function unreadFields({ warnings }: Verdict): ReadonlySet<string> {
  const fields = warnings.filter((one) => one.isLeftOut === true).map(({ field }) => field);
  return new Set(fields.map((field) => field.replace(/[.[].*$/, '')));
}
