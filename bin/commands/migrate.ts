import { type DatabaseAddress, parseDatabaseUrl } from '../../src/config/database-url.ts';
import { RefusedValue } from '../../src/config/readers.ts';
import { SECRETS_FILE } from '../../src/store/files/secrets-file.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { MOVED_MARKER, markMoved } from '../data-folder.ts';
import { moveStore } from '../store/store-copies.ts';
import { command, printStep, UsageError } from './command.ts';

/** One connection migrates, the other one looks for holders of locks. */
const CONNECTIONS_MAX = 2;
const CALL_TIMEOUT_MS = 20_000;

export const migrateCommand = command({
  name: 'migrate',
  needs: 'healthy store',
  async run({ config: { database: address } }) {
    if (address === null) {
      console.error('Nothing to do: the embedded store is updated whenever it is opened.');
      return;
    }
    await using database = createDatabase({
      address,
      connectionsMax: CONNECTIONS_MAX,
      callTimeoutMs: CALL_TIMEOUT_MS,
    });
    const waiting = new Set<number>();
    const made = await migratePostgres(database, {
      onWait(version) {
        if (!waiting.has(version))
          console.error(`version ${version} waits for others to let go of its tables`);
        waiting.add(version);
      },
    });
    for (const version of made) console.log(version);
    if (made.length === 0) console.error('The tables are up to date.');
  },
});

export const migrateStoreCommand = command({
  name: 'migrate-store',
  needs: 'embedded store',
  options: { to: { type: 'string' } },
  async run({ values, config }) {
    const address = readAddress(values.to);
    const { rows, editions } = await moveStore(config, address, printStep('Copying'));
    markMoved(config.dataDir);
    console.log(
      `The catalogue, ${editions} published lists and ${rows.toLocaleString('en-US')} rows of accounts copied. ` +
        'Now start the instances with SEOGA_DATABASE_URL, and with SEOGA_KEY_PEPPER and SEOGA_SESSION_SECRET ' +
        `as the embedded store has them (in ${SECRETS_FILE} unless you set them). Without SEOGA_DATABASE_URL, commands ` +
        `refuse this folder from now on; delete ${MOVED_MARKER} in it to use it again.`,
    );
  },
});

function readAddress(url: string | undefined): DatabaseAddress {
  if (url === undefined) throw new UsageError('migrate-store needs --to with the URL of a database');
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof RefusedValue) throw new UsageError(`--to must be ${error.takes}`);
    throw error;
  }
}
