import packageJson from '../package.json' with { type: 'json' };
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import type { Language } from '../src/messages/languages.ts';
import { checkStore, checkStoreVersion, StoreRefused } from '../src/store/sqlite/store-check.ts';
import { accountCreateCommand, accountUpdateCommand } from './commands/account.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { checkClock, clockAcceptCommand } from './commands/clock.ts';
import { type Command, UsageError } from './commands/command.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { eraseBuyerCommand } from './commands/erase-buyer.ts';
import { importCommand } from './commands/import.ts';
import { importsCommand, importsUndoCommand } from './commands/imports.ts';
import { keyIssueCommand, keyRevokeCommand } from './commands/key.ts';
import { mailCommand } from './commands/mail.ts';
import { mappingKeepCommand, mappingListCommand, mappingRemoveCommand } from './commands/mapping.ts';
import { migrateCommand } from './commands/migrate.ts';
import { migrateStoreCommand } from './commands/migrate-store.ts';
import { rankCommand } from './commands/rank.ts';
import { restateCommand } from './commands/restate.ts';
import { serveCommand } from './commands/serve.ts';
import {
  similarAddCommand,
  similarListCommand,
  similarRemoveCommand,
  termsAllowCommand,
  termsBlockCommand,
  termsListCommand,
} from './commands/terms.ts';
import { termsMissedCommand } from './commands/terms-missed.ts';
import { tokenIssueCommand, tokenListCommand, tokenRevokeCommand } from './commands/token.ts';
import { verifyCommand } from './commands/verify.ts';
import { checkDataFolder } from './data-folder.ts';
import { failureReason } from './failure-reason.ts';
import { overview, takeLanguage, usageText } from './help.ts';
import { refuseSecondStore } from './second-store.ts';
import { refuseMoved } from './store/moved-marker.ts';

/** The command line (docs/rules/running.md#command-line): exit code 0 success, 1 failure, 2 wrong usage, 3 an import that a brake stopped. */
const COMMANDS: readonly Command[] = [
  serveCommand,
  importCommand,
  importsUndoCommand,
  importsCommand,
  mappingKeepCommand,
  mappingRemoveCommand,
  mappingListCommand,
  rankCommand,
  restateCommand,
  eraseBuyerCommand,
  accountCreateCommand,
  accountUpdateCommand,
  keyIssueCommand,
  keyRevokeCommand,
  tokenIssueCommand,
  tokenRevokeCommand,
  tokenListCommand,
  mailCommand,
  termsBlockCommand,
  termsAllowCommand,
  termsListCommand,
  similarAddCommand,
  similarRemoveCommand,
  similarListCommand,
  termsMissedCommand,
  demoCommand,
  migrateCommand,
  migrateStoreCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  clockAcceptCommand,
  configCommand,
];

/** They work without a store, or replace it. */
const WITHOUT_STORE: readonly Command[] = [configCommand, mailCommand, restoreCommand];

/** They count by the clock, so it has to be plausible. A server watches it all the time. */
const BY_THE_CLOCK: readonly Command[] = [importCommand, rankCommand, restateCommand, demoCommand];

/** They make no sense on PostgreSQL, and say so instead of working on the embedded store. */
const EMBEDDED_ONLY: readonly Command[] = [migrateStoreCommand];

// Whatever a command writes is for its own user: accounts, mail, backups.
process.umask(0o077);
process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  const { words, language } = takeLanguage(given, process.env);
  if (words[0] === '--version' || words[0] === '-V') {
    console.log(packageJson.version);
    return 0;
  }
  const command = COMMANDS.find((one) => one.name === words.slice(0, one.name.split(' ').length).join(' '));
  const wantsHelp = words.includes('--help') || words.includes('-h');
  if (command === undefined) {
    const asked = words.length === 0 || wantsHelp || words[0] === 'help';
    const unknown = asked ? '' : `Unknown command "${words.slice(0, 2).join(' ')}".\n\n`;
    (asked ? console.log : console.error)(unknown + overview(COMMANDS, words[0] ?? '', language));
    return words[0] === 'help' || wantsHelp ? 0 : 2;
  }
  if (wantsHelp) {
    console.log(usageText(command, language));
    return 0;
  }
  return run(command, words.slice(command.name.split(' ').length), language);
}

async function run(command: Command, args: readonly string[], language: Language): Promise<number> {
  let dataDir = '';
  try {
    const config = readConfig();
    dataDir = config.dataDir;
    checkStoreFor(command, config);
    if (config.database === null && command !== serveCommand && !WITHOUT_STORE.includes(command))
      await refuseSecondStore(config);
    return await command.run(args, config, language);
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      console.error(`${error.message}\n\n${usageText(command, language)}`);
      return 2;
    }
    console.error(failureReason(error, command.name, dataDir));
    return error instanceof ConfigError ? 2 : 1;
  }
}

/** Throws if a command can't work on the configured store. */
function checkStoreFor(command: Command, config: Config): void {
  if (config.database !== null && EMBEDDED_ONLY.includes(command))
    throw new StoreRefused(
      `seoga ${command.name} works on the embedded store only: unset SEOGA_DATABASE_URL.`,
    );
  if (command !== configCommand) checkDataFolder(config.dataDir);
  if (config.database === null) {
    if (command !== configCommand) refuseMoved(config.dataDir);
    // It reports what is lost itself, with everything else that is wrong.
    if (command === verifyCommand) checkStoreVersion(config.dataDir);
    else if (!WITHOUT_STORE.includes(command)) checkStore(config.dataDir, config);
  }
  if (BY_THE_CLOCK.includes(command)) checkClock(config.dataDir);
}

/** Unknown or incomplete options, as node:util's parseArgs reports them. */
function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
