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

/** Throws ConfigError when the watched feed folder isn't a folder, or this user can't move files in it. */
export function checkFeedFolder(feedFolder: string): void {
  const wrong = (reason: string) => new ConfigError(`SEOGA_FEED_FOLDER is ${feedFolder}: ${reason}`);
  if (!existsSync(feedFolder)) throw wrong('there is no such folder');
  if (!statSync(feedFolder).isDirectory()) throw wrong('it is not a folder');
  try {
    accessSync(feedFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw wrong('this user cannot move files in it');
  }
}
