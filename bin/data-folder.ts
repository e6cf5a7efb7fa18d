import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../src/config.ts';

/** Throws ConfigError if the data folder isn't a folder, or this user can't create or write it. */
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
