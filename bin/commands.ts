import { accountCommands } from './commands/account.ts';
import { type Command, command } from './commands/command.ts';
import { demoCommand } from './commands/demo.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { importsCommand, importsUndoCommand } from './commands/imports.ts';
import { eraseBuyerCommand, rankCommand, restateCommand, salesCommand } from './commands/rankings.ts';
import { auditCommand, configCommand, mailCommand, statusCommand } from './commands/status.ts';
import {
  backupCommand,
  migrateCommand,
  migrateStoreCommand,
  restoreCommand,
  verifyCommand,
} from './commands/store.ts';

const serveCommand = command({
  name: 'serve',
  needs: 'healthy store',
  // Other commands don't need the API and the portal, half of all modules.
  run: async ({ config }) => (await import('./serve.ts')).serve(config),
});

/** The commands (docs/operate.md#command-line), in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  statusCommand,
  importCommand,
  importsCommand,
  importsUndoCommand,
  rankCommand,
  restateCommand,
  eraseBuyerCommand,
  ...accountCommands,
  mailCommand,
  auditCommand,
  demoCommand,
  migrateCommand,
  migrateStoreCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  salesCommand,
  verifyCommand,
  configCommand,
];
