import { parseArgs } from 'node:util';
import { verifyStore } from '../../src/store/sqlite/verify-store.ts';
import type { Command } from './command.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check all that the service keeps for damage and contradictions',
  usage: `verify
Reads everything and changes nothing; a server may be running. Prints every problem on a line; exit code 0 means none.`,
  async run(args, config) {
    parseArgs({ args: [...args] });
    const report = verifyStore(config.dataDir, (step) => console.error(`Checking ${step} ...`));
    for (const problem of report.problems) console.log(problem);
    const { items, orderLines, editions, accounts, problems } = report;
    console.log(
      `${items} items, ${orderLines} order lines, ${editions} published editions, ${accounts} accounts: ` +
        (problems.length === 0 ? 'no problem found' : `${problems.length} problems found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
};
