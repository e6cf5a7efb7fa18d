import { parseArgs } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { type DatabaseAddress, DatabaseUrlError, parseDatabaseUrl } from '../../src/config/database-url.ts';
import { SECRETS_FILE } from '../../src/store/files/secrets-file.ts';
import { MoveRefused } from '../../src/store/postgres/move/move-refused.ts';
import { moveStore } from '../store/store-copies.ts';
import { type Command, UsageError } from './command.ts';
import { moveProgress } from './move-progress.ts';

export const migrateStoreCommand: Command = {
  name: 'migrate-store',
  summary: 'copy the embedded store into PostgreSQL',
  usage: `migrate-store --to URL
  --to URL   postgres://user:password@host1,host2/database, an empty database
Stop the server first. Copies accounts, keys, usage, sign-in, catalogue, order lines and published lists, then reads
everything back and compares it. If interrupted, run the same command again to continue. The embedded store isn't
changed. To go back, run "seoga backup" on PostgreSQL, then "seoga restore" without SEOGA_DATABASE_URL.`,
  async run(args, config) {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
    const address = readAddress(values.to);
    try {
      const { rows, editions } = await moveStore(config, address, moveProgress(systemClock, process.stderr));
      console.log(
        `${rows.toLocaleString('en-US')} rows and ${editions} published lists copied and compared. ` +
          'Now start the instances with SEOGA_DATABASE_URL, and with SEOGA_KEY_PEPPER and SEOGA_SESSION_SECRET ' +
          `as the embedded store has them (in ${SECRETS_FILE} unless you set them).`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      console.error(error.message);
      return 1;
    }
  },
};

function readAddress(url: string | undefined): DatabaseAddress {
  if (url === undefined) throw new UsageError('migrate-store needs --to with the URL of a database');
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new UsageError(`--to must be ${error.takes}`);
    throw error;
  }
}
