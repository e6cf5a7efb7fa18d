import type { Config } from '../../src/config/config.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { checkSecrets } from '../../src/store/sqlite/store-check.ts';
import { verifyStore } from '../store/store-copies.ts';
import { command, printStep } from './command.ts';
import { countText } from './import-report.ts';

export const verifyCommand = command({
  name: 'verify',
  // Not a `healthy store`: verify reports lost files itself.
  needs: 'store',
  async run({ config }) {
    const report = await verifyStore(config, printStep('Checking'));
    const problems = [...report.problems, ...secretsProblems(config)];
    for (const problem of problems) console.log(problem);
    for (const note of report.notes) console.log(note);
    const { items, orderLines, editions, accounts } = report;
    console.log(
      `${countText(items, 'item')}, ${countText(orderLines, 'order line')}, ` +
        `${countText(editions, 'published edition')}, ${countText(accounts, 'account')}: ` +
        (problems.length === 0 ? 'no problem found' : `${countText(problems.length, 'problem')} found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
});

/** Problems with secrets, which keep `serve` from starting. */
function secretsProblems(config: Config): string[] {
  if (config.database !== null) return [];
  try {
    checkSecrets(config.dataDir, config);
    return [];
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    return [error.message];
  }
}
