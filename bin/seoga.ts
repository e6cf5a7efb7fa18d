import packageJson from '../package.json' with { type: 'json' };
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import type { Language } from '../src/messages/languages.ts';
import { messageIn } from '../src/messages/messages.ts';
import { StoreRefused } from '../src/sql-database.ts';
import { checkStore, checkStoreVersion } from '../src/store/sqlite/store-check.ts';
import { type Command, overview, takeLanguage, UsageError, usageText } from './commands/command.ts';
import { COMMANDS } from './commands.ts';
import { checkDataFolder, refuseMoved, refuseSecondStore } from './data-folder.ts';
import { failureReason } from './failure-reason.ts';
import { withTrustedClock } from './trusted-clock.ts';

const STORELESS: readonly Command['needs'][] = ['nothing', 'data folder'];

// Files that commands write, such as backups, are private to their user.
process.umask(0o077);
process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  const { words, language } = takeLanguage(given, process.env);
  if (words[0] === '--version' || words[0] === '-V') {
    console.log(packageJson.version);
    return 0;
  }
  const named = COMMANDS.filter(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
  // The longest name first: `imports undo` before `imports`.
  const command = named.sort((a, b) => b.name.length - a.name.length)[0];
  const wantsHelp = words.includes('--help') || words.includes('-h');
  if (command === undefined) return answerUnknown(words, wantsHelp || words[0] === 'help', language);
  if (wantsHelp) {
    console.log(usageText(command, language));
    return 0;
  }
  return run(command, words.slice(command.name.split(' ').length), language);
}

/** Lists the commands of a group such as `imports`, or all; without `wantsHelp`, names similar commands. */
function answerUnknown(words: readonly string[], wantsHelp: boolean, language: Language): number {
  const [first = ''] = words;
  if (wantsHelp || first === '') {
    const own = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
    (wantsHelp ? console.log : console.error)(overview(own.length > 0 ? own : COMMANDS, language));
    return wantsHelp ? 0 : 2;
  }
  const close = COMMANDS.filter(
    ({ name }) => name.split(' ')[0] === first || name.startsWith(first.slice(0, 3)),
  );
  const values = { command: words.slice(0, 2).join(' '), names: close.map(({ name }) => name).join(', ') };
  console.error(messageIn(language, 'commandLine.unknown', values));
  if (close.length > 0) console.error(messageIn(language, 'commandLine.close', values));
  return 2;
}

async function run(command: Command, args: readonly string[], language: Language): Promise<number> {
  let dataDir = '';
  try {
    const config = readConfig();
    dataDir = config.dataDir;
    checkStoreFor(command, config);
    if (config.database === null && command.name !== 'serve' && !STORELESS.includes(command.needs))
      await refuseSecondStore(config);
    const work = () => command.run(args, config, language);
    return await (command.needs === 'store to change' ? withTrustedClock(dataDir, work) : work());
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      console.error(`${error.message}\n\n${usageText(command, language)}`);
      return 2;
    }
    console.error(failureReason(error, command.name, dataDir));
    return error instanceof ConfigError ? 2 : 1;
  }
}

function checkStoreFor({ name, needs }: Command, config: Config): void {
  const { database, dataDir } = config;
  if (database !== null && needs === 'embedded store')
    throw new StoreRefused(`seoga ${name} works on the embedded store only: unset SEOGA_DATABASE_URL.`);
  if (needs === 'nothing') return;
  checkDataFolder(dataDir);
  if (database === null) {
    refuseMoved(dataDir);
    if (needs === 'store') checkStoreVersion(dataDir);
    else if (needs !== 'data folder') checkStore(dataDir, config);
  }
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
