import { ConfigError } from '../src/config.ts';
import { StoreUnavailableError } from '../src/gate/store-unavailable-error.ts';
import { LogRefused } from '../src/store/postgres/log/head.ts';
import { BytesDamaged } from '../src/store/postgres/log/parts.ts';
import { DatabaseVersionError } from '../src/store/postgres/migrate.ts';
import { isForbidden } from '../src/store/postgres/store-errors.ts';
import { WriteOvertaken } from '../src/store/sqlite/catalog-writes.ts';
import { fileFaultOf } from '../src/store/sqlite/file-faults.ts';
import { StoreRefused } from '../src/store/sqlite/store-check.ts';

/** What the operator sees of a failure; the whole stack only if it is a bug. */
export function failureReason(error: unknown, name: string, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  if (PLAIN.some((kind) => error instanceof kind)) return error.message;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const said = `seoga ${name}: ${error.message}${cause}`;
  if (error instanceof WriteOvertaken || error instanceof BytesDamaged) return said;
  const fault = fileFaultOf(error);
  if (fault !== null) return `${said}. ${FAULT_ADVICE[fault](dataDir)}`;
  if (error instanceof StoreUnavailableError) return said;
  if (isForbidden(error))
    return `${said}: the role of SEOGA_DATABASE_URL lacks a right (docs/machines.md#roles)`;
  return `seoga ${name}: ${error.stack ?? error.message}`;
}

/** Failures whose message says all. */
const PLAIN = [ConfigError, StoreRefused, DatabaseVersionError, LogRefused];

const FAULT_ADVICE = {
  busy: (dataDir: string) => `Another process holds a file in ${dataDir}: run the command again.`,
  unwritable: (dataDir: string) =>
    `A file in ${dataDir} can't be written: make room on its disk, or check the disk, and run the command again.`,
  damaged: (dataDir: string) =>
    `A file in ${dataDir} is damaged: "seoga verify" says which one. Restore a backup ("seoga restore").`,
} as const;
