import { systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { Config } from '../../src/config.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresAccountStore } from '../../src/store/postgres/accounts/account-store.ts';
import { createPostgresSecondFactor } from '../../src/store/postgres/accounts/second-factor.ts';
import { createPostgresFeedMappings } from '../../src/store/postgres/catalog/feed-mappings.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { createPostgresOutbox } from '../../src/store/postgres/mail/outbox.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { createPostgresSearchTermAdmin } from '../../src/store/postgres/search/search-term-admin.ts';
import type { CommandStore } from './store.ts';

/** A command asks one thing after the other. */
const CONNECTIONS_MAX = 2;
/** A command can wait longer than a request: others may be changing the same rows. */
const CALL_TIMEOUT_MS = 10_000;

/**
 * Opens PostgreSQL for one command, and brings it up to date first. Only the ports about accounts, mail, search
 * terms and kept mappings have adapters; the others throw.
 * Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openPostgresCommandStore(
  config: Config,
  address: DatabaseAddress,
): Promise<CommandStore> {
  const { keyPrefix } = config;
  const { keyPepper: pepper, sessionSecret } = secretsOf(config);
  const database = createDatabase({
    address,
    connectionsMax: CONNECTIONS_MAX,
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  await migratePostgres(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const options = { database, clock: systemClock };
  return {
    accounts: () => createPostgresAccountStore({ ...options, pepper, keyPrefix }),
    secondFactor: () => createPostgresSecondFactor({ ...options, sessionSecret }),
    searchTerms: () =>
      createPostgresSearchTermAdmin({
        ...options,
        onWriteError(error) {
          throw error;
        },
      }),
    outbox: () => createPostgresOutbox(database, systemClock),
    feedMappings: () => createPostgresFeedMappings(options),
    catalog: onEmbeddedStoreOnly,
    feeds: onEmbeddedStoreOnly,
    importLog: onEmbeddedStoreOnly,
    importUndo: onEmbeddedStoreOnly,
    rankings: onEmbeddedStoreOnly,
    buildSearchIndex: onEmbeddedStoreOnly,
    orderPrivacy: onEmbeddedStoreOnly,
    auditTrail: onEmbeddedStoreOnly,
    restate: onEmbeddedStoreOnly,
    close: database.close,
  };
}

function onEmbeddedStoreOnly(): never {
  throw new Error('this part of the store has no adapter for PostgreSQL');
}
