import { createDatabase } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { command } from './command.ts';

/** One for the migration, one to watch those of other processes. */
const CONNECTIONS_MAX = 2;
const CALL_TIMEOUT_MS = 20_000;

export const migrateCommand = command({
  name: 'migrate',
  texts: 'migrate',
  options: {},
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
