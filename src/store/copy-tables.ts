import { hash } from 'node:crypto';
import { type Snapshot, type SqlScalar, StoreRefused, type Writer } from '../sql-database.ts';

export interface CopiedTable {
  readonly name: string;
  /** The FROM clause to read from; by default the table. */
  readonly source?: string;
  /** Types are PostgreSQL's. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

type Both = Writer & Pick<Snapshot, 'rows'>;

/**
 * Copies a table from one engine to the other and compares checksums of both. Returns the number of rows. Throws StoreRefused.
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

/** Reads 64-bit integers as doubles. Those beyond 2^53 are buyer references, which doubles hold exactly. */
function selectOf({ columns }: CopiedTable, source: string): string {
  const selected = columns.map(({ name, type }) =>
    type === 'bigint' ? `CAST(${name} AS double precision) AS ${name}` : name,
  );
  return `SELECT ${selected.join(', ')} FROM ${source}`;
}

/** SQLite has no booleans, PostgreSQL no U+0000. */
function scalarOf(value: Value): SqlScalar {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** A digest of rows in any order. */
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
