import { LastOwnerError } from '../src/accounts/account.ts';
import { ConfigError } from '../src/config/config.ts';
import { CatalogBusyError, StoreRefused, StoreUnavailableError } from '../src/sql-database.ts';
import { isForbidden } from '../src/store/postgres/store-errors.ts';
import { type FileFault, fileFaultOf } from '../src/store/sqlite/file-faults.ts';
import { CommandFailed } from './commands/command.ts';

/** What the operator sees of a failure: the stack only if it is a bug. */
export function failureReason(error: unknown, name: string, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  if (PLAIN.some((kind) => error instanceof kind)) return error.message;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const text = `seoga ${name}: ${error.message}${cause}`;
  const fault = fileFaultOf(error);
  const file = 'path' in error ? String(error.path) : `A file in ${dataDir}`;
  if (fault !== null) return `${text}. ${FAULT_ADVICE[fault](file)}`;
  if (error instanceof StoreUnavailableError || error instanceof CatalogBusyError) return text;
  if (isForbidden(error))
    return `${text}: the role of SEOGA_DATABASE_URL lacks a right (docs/machines.md#roles)`;
  return `seoga ${name}: ${error.stack ?? error.message}`;
}

const PLAIN = [ConfigError, CommandFailed, StoreRefused, LastOwnerError];

const FAULT_ADVICE: Readonly<Record<FileFault, (file: string) => string>> = {
  busy: (file) => `${file} is held by another process: run the command again.`,
  unwritable: (file) =>
    `${file} can't be written: make room on its disk, or check the disk, and run the command again.`,
  forbidden: (file) =>
    `${file} can't be opened or written by this user: check its owner, its rights and the room on its disk.`,
  missing: (file) => `${file} isn't there or is something else.`,
  damaged: (file) =>
    `${file} is damaged: "seoga verify" says which one. Lists can be made again (docs/operate.md#damaged-lists); for any other, restore a backup ("seoga restore").`,
};
