import { inEveryLanguage, message } from '../messages/messages.ts';
import type { ReadCount } from './brakes.ts';
import { checkRecord } from './check-record.ts';
import type { Fault, FeedProblem, ItemName, RawBatch } from './feed-record.ts';
import type { NumberedRecord } from './feed-store.ts';
import { nameInside } from './item-name.ts';
import type { Reason } from './reason.ts';
import { isObject } from './record-reader.ts';

/** The records of a batch after their checks. */
export interface CheckedBatch {
  readonly records: readonly NumberedRecord[];
  readonly problems: readonly FeedProblem[];
  readonly warnings: readonly FeedProblem[];
  /** Items that refused records name. */
  readonly refusedNames: readonly ItemName[];
  /** Whether it begins with the header of a full feed. */
  readonly isFull: boolean;
}

/**
 * Checks the records of a batch and counts in `counts` what could be read. `isFirst` = no record came before; only then may there
 * be a header.
 */
export function checkBatch(
  { records, problems: unread }: RawBatch,
  receivedAtMs: number,
  isFirst: boolean,
  counts: ReadCounter,
): CheckedBatch {
  const good: NumberedRecord[] = [];
  const problems: FeedProblem[] = [];
  const warnings: FeedProblem[] = [];
  const refusedNames: ItemName[] = [];
  const isFirstLine = (line: number) =>
    isFirst && line === records[0]?.line && !(unread[0] && unread[0].line < line);
  let isFull = false;
  for (const { line, value, lost } of records) {
    const { outcome, warnings: found } = checkRecord(value, receivedAtMs, lost);
    counts.add(value, line, found, 'kind' in outcome ? null : outcome);
    if (!('kind' in outcome)) {
      problems.push({ line, field: outcome.field, reason: outcome.reason });
      const name = nameInside(value);
      if (name !== null) refusedNames.push(name);
    } else if (outcome.kind !== 'feed') {
      good.push({ line, record: outcome });
      for (const { field, reason } of found) warnings.push({ line, field, reason });
    } else if (isFirstLine(line)) isFull = true;
    else problems.push({ line, field: 'kind', reason: message('feeds.lateHeader') });
  }
  return { records: good, problems, warnings, refusedNames, isFull };
}

export interface ReadCounter {
  /** Counts the values of one record. `fault` is what costs it, or null. */
  add(value: unknown, line: number, warnings: readonly Fault[], fault: Fault | null): void;
  /** The least readable field of each kind. */
  counts(): Readonly<Record<keyof typeof COUNTED | 'pricePairs', ReadCount>>;
}

/** Values whose loss would ruin a catalogue: counted by line, so that a brake sees when many of them can't be read. */
const COUNTED = {
  prices: ['shopPrice', 'salePrice', 'unitPrice', 'deal.salePrice'],
  isbns: ['isbn13', 'isbn10'],
  categories: ['categoryIds'],
} as const;

const EXAMPLES_MAX = 3;

/** One counted field; of a deal it is the deal, at the top of its record, that is given. */
function countOf(name: string) {
  const examples: Reason[] = [];
  return { name, top: name.replace(/\..*$/, ''), given: 0, unread: 0, lastLine: 0, examples };
}

function countUnread(count: ReturnType<typeof countOf>, problem: FeedProblem): void {
  count.unread++;
  count.lastLine = problem.line;
  if (count.examples.length < EXAMPLES_MAX) count.examples.push(exampleOf(problem));
}

export function createReadCounter(): ReadCounter {
  const counts = Object.values(COUNTED).flat().map(countOf);
  const pairs = countOf('salePrice');
  const addPair = (line: number, { shopPrice, salePrice }: Readonly<Record<string, unknown>>) => {
    if (typeof shopPrice !== 'number' || typeof salePrice !== 'number' || shopPrice === salePrice) return;
    pairs.given++;
    if (shopPrice === 0 || salePrice < shopPrice) return;
    const reason = message('feeds.aboveListPrice', { salePrice, shopPrice });
    countUnread(pairs, { line, field: 'salePrice', reason });
  };
  const byName = new Map(counts.map((count) => [count.name, count]));
  const addUnread = (line: number, { field, reason }: Fault) => {
    const count = byName.get(field.replace(/\[.*$/, ''));
    // A line with several bad codes counts once.
    if (count !== undefined && count.lastLine !== line) countUnread(count, { line, field, reason });
  };
  return {
    add(value, line, warnings, fault) {
      if (!isObject(value)) return;
      const record: Readonly<Record<string, unknown>> = value as Record<string, unknown>;
      addPair(line, record);
      for (const count of counts) if (isGiven(record[count.top])) count.given++;
      for (const warning of warnings) if (warning.isLeftOut === true) addUnread(line, warning);
      if (fault !== null && isGiven(record[fault.field])) addUnread(line, fault);
    },
    counts() {
      const worst = (names: readonly string[]) =>
        counts
          .filter(({ name }) => names.includes(name))
          .reduce<ReadCount>(
            (one, other) => (other.unread * one.given > one.unread * other.given ? other : one),
            NONE,
          );
      return {
        prices: worst(COUNTED.prices),
        isbns: worst(COUNTED.isbns),
        categories: worst(COUNTED.categories),
        pricePairs: pairs,
      };
    },
  };
}

const NONE: ReadCount = { given: 1, unread: 0, examples: [] };

function isGiven(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** A finding as a brake names it: as a report does, but in one piece. */
export function exampleOf({ line, field, reason }: FeedProblem): Reason {
  return inEveryLanguage((language) => `${line}: ${field === '' ? '' : `${field}: `}${reason[language]}`);
}
