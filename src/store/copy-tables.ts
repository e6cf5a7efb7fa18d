import { hash } from 'node:crypto';
import { type Snapshot, type SqlScalar, StoreRefused, type Writer } from '../sql-database.ts';

/** A table that both engines have, with the same columns. */
export interface CopiedTable {
  readonly name: string;
  /** Where its rows are read, if that is something else. */
  readonly source?: string;
  /** With PostgreSQL's types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

type Both = Writer & Pick<Snapshot, 'rows'>;

/**
 * Copies all rows of a table from one engine to the other, and compares what has arrived there with what was sent. Returns their
 * number. Throws StoreRefused.
 */
export async function copyTable(from: Snapshot, to: Both, table: CopiedTable): Promise<number> {
  const { name, columns } = table;
  const sent = createDigest();
  for await (const portion of from.rows<Record<string, Value>>(selectOf(table, table.source ?? name))) {
    const rows = portion.map((row) => columns.map((column) => scalarOf(row[column.name] ?? null)));
    sent.add(rows);
    await to.insert({
      into: name,
      columns: columns.map((one) => `${one.name} ${one.type}`).join(', '),
      rows,
    });
  }
  const arrived = createDigest();
  for await (const portion of to.rows<Record<string, Value>>(selectOf(table, name)))
    arrived.add(portion.map((row) => columns.map((column) => scalarOf(row[column.name] ?? null))));
  if (arrived.value() !== sent.value()) throw new StoreRefused(`${name} does not hold what was sent.`);
  return sent.rows();
}

type Value = SqlScalar | Uint8Array;

/** A whole number may have more bits than JavaScript keeps (src/rankings/ledger/buyer-reference.ts): as a double it is exact. */
function selectOf({ columns }: CopiedTable, source: string): string {
  const selected = columns.map(({ name, type }) =>
    type === 'bigint' ? `CAST(${name} AS double precision) AS ${name}` : name,
  );
  return `SELECT ${selected.join(', ')} FROM ${source}`;
}

/** As both engines can hold it: SQLite has numbers for booleans, PostgreSQL no U+0000. */
function scalarOf(value: Value): SqlScalar {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** The number of rows, and a sum of their digests, whatever their order. */
function createDigest() {
  const sums = new BigUint64Array(1);
  let count = 0;
  return {
    add(rows: readonly (readonly SqlScalar[])[]): void {
      for (const row of rows) {
        count += 1;
        sums[0] = (sums[0] ?? 0n) + hash('sha1', JSON.stringify(row), 'buffer').readBigUInt64LE();
      }
    },
    rows: () => count,
    value: () => `${count} ${sums[0]}`,
  };
}
