/** Runs `seoga import` with a data folder of its own: import-child.ts <data folder> <words of the command…> */
import { UsageError } from '../../bin/commands/command.ts';
import { importCommand } from '../../bin/commands/import.ts';
import { readConfig } from '../../src/config.ts';

const [dataDir = '', ...args] = process.argv.slice(2);
try {
  process.exitCode = await importCommand.run(args, { ...readConfig(), dataDir });
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
