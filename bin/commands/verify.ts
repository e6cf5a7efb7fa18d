import { parseArgs } from 'node:util';
import { verifyStore } from '../../src/store/sqlite/verify-store.ts';
import { verifyDatabase } from '../store/store-copies.ts';
import type { Command } from './command.ts';
import { sayStep } from './move-progress.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check the store for damage and contradictions',
  usage: `verify
Reads everything and changes nothing; servers may be running. On PostgreSQL it copies the database into the data folder
first, and deletes the copy at the end. Prints one problem per line; exit code 0 means there are none.`,
  async run(args, config) {
    parseArgs({ args: [...args] });
    const report =
      config.database === null
        ? verifyStore(config.dataDir, sayStep('Checking'))
        : await verifyDatabase(config, config.database, sayStep('Checking'));
    for (const problem of report.problems) console.log(problem);
    const { items, orderLines, editions, accounts, problems } = report;
    console.log(
      `${items} items, ${orderLines} order lines, ${editions} published editions, ${accounts} accounts: ` +
        (problems.length === 0 ? 'no problem found' : `${problems.length} problems found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
};
