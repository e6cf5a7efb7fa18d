import type { Config } from '../src/config.ts';
import { loadSecrets, type Secrets } from '../src/store/files/secrets-file.ts';

/**
 * Secrets from the environment win over those of the data folder, which is only read, and filled, when one is
 * missing.
 */
export function secretsOf(config: Config): Secrets {
  const { keyPepper, sessionSecret, dataDir } = config;
  if (keyPepper !== null && sessionSecret !== null) return { keyPepper, sessionSecret };
  const stored = loadSecrets(dataDir);
  return {
    keyPepper: keyPepper ?? stored.keyPepper,
    sessionSecret: sessionSecret ?? stored.sessionSecret,
  };
}
