import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../src/config/config.ts';
import { STORE_PATH } from '../src/http/ops-server.ts';
import { StoreRefused } from '../src/sql-database.ts';
import { ACCOUNTS_FILE, CATALOG_FILE } from '../src/store/sqlite/database.ts';
import { urlHost } from './listen.ts';

export function checkDataFolder(dataDir: string): void {
  let existing = dataDir;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!statSync(existing).isDirectory()) {
    throw new ConfigError(`SEOGA_DATA_DIR is ${dataDir}: ${existing} is not a folder`);
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`SEOGA_DATA_DIR is ${dataDir}: this user cannot write to ${existing}`);
  }
}

/**
 * Refuses to create a store in the default folder while this machine's server serves another one: a cron job without
 * SEOGA_DATA_DIR would import into a store that nobody sees (docs/operate.md#environment).
 */
export async function refuseSecondStore(config: Config): Promise<void> {
  const { dataDir, isDataDirNamed } = config;
  if (isDataDirNamed || [CATALOG_FILE, ACCOUNTS_FILE].some((name) => existsSync(join(dataDir, name)))) return;
  const served = (await askServer<{ readonly dataDir: string }>(config, STORE_PATH))?.body.dataDir;
  if (served === undefined || served === dataDir) return;
  throw new StoreRefused(
    `SEOGA_DATA_DIR is not set and ${dataDir} has no store, but the server on this machine serves ${served}. ` +
      'Set SEOGA_DATA_DIR to the folder you mean. Nothing was created.',
  );
}

const ANSWER_MAX_MS = 2_000;

/** Requests `path` on the operators' port of this machine's server; null without a response. */
export async function askServer<Body extends object>(
  { opsHost, opsPort }: Config,
  path: string,
): Promise<{ readonly ok: boolean; readonly body: Partial<Body> } | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS);
    const response = await fetch(`http://${urlHost(opsHost)}:${opsPort}${path}`, { signal });
    return { ok: response.ok, body: Object(await response.json()) };
  } catch {
    return null;
  }
}

export const MOVED_MARKER = 'moved-to-postgres';

const TEXT = `The store in this folder was copied into PostgreSQL and continues there: set SEOGA_DATABASE_URL.
Feeds and orders imported here would appear in no list. To use this folder again, delete this file.
`;

export function markMoved(dataDir: string): void {
  writeFileSync(join(dataDir, MOVED_MARKER), TEXT, { mode: 0o600 });
}

export function refuseMoved(dataDir: string): void {
  const path = join(dataDir, MOVED_MARKER);
  if (!existsSync(path)) return;
  throw new StoreRefused(
    `The store in ${dataDir} was moved to PostgreSQL: set SEOGA_DATABASE_URL. To use this folder again, delete ${path}.`,
  );
}
