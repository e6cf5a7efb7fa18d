import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, readJsonFile } from '../base/whole-file.ts';

export interface Secrets {
  readonly keyPepper: string;
  readonly sessionSecret: string;
}

export const SECRETS_FILE = 'secrets.json';

export type GivenSecrets = { readonly [Name in keyof Secrets]: Secrets[Name] | null };

/** Secrets from the environment (null = not set) come first. The data folder's file completes them. */
export function secretsOf({
  keyPepper,
  sessionSecret,
  dataDir,
}: GivenSecrets & { readonly dataDir: string }): Secrets {
  if (keyPepper !== null && sessionSecret !== null) return { keyPepper, sessionSecret };
  const stored = loadSecrets(dataDir);
  return { keyPepper: keyPepper ?? stored.keyPepper, sessionSecret: sessionSecret ?? stored.sessionSecret };
}

/** The secrets of a data folder, created at the first call. Processes that start together get the same secrets. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const fresh: Secrets = {
    keyPepper: randomBytes(32).toString('base64url'),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  try {
    writeSecrets(dataDir, fresh);
    return fresh;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stored = readSecrets(dataDir);
  if (stored !== null) return stored;
  throw new Error(`${join(dataDir, SECRETS_FILE)} holds no secrets: restore it from a backup`);
}

export function writeSecrets(folder: string, secrets: Secrets): void {
  writeFileSync(join(folder, SECRETS_FILE), `${JSON.stringify(secrets, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
  });
}

export function readSecrets(folder: string): Secrets | null {
  const { keyPepper, sessionSecret }: Partial<Secrets> = Object(readJsonFile(join(folder, SECRETS_FILE)));
  return typeof keyPepper === 'string' && typeof sessionSecret === 'string'
    ? { keyPepper, sessionSecret }
    : null;
}

const OTHERS = 0o077;

/**
 * Removes other users' permissions from a folder and its contents, which hold personal data. Returns the paths that belong to
 * another owner and so can't be changed. Links are left alone.
 */
export function keepPrivate(folder: string): readonly string[] {
  const left: string[] = [];
  const tighten = (path: string) => {
    const { mode } = lstatSync(path);
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & ~OTHERS);
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error;
      left.push(path);
    }
  };
  tighten(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) tighten(join(entry.parentPath, entry.name));
  }
  return left;
}
