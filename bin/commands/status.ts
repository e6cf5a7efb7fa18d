import { formatKstDay, formatKstInstant } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { readBackupTime } from '../../src/store/files/backup-record.ts';
import { bytesIn, freeBytes } from '../health.ts';
import type { CommandStore } from '../store/command-store.ts';
import { withStore } from '../store/command-store.ts';
import { command } from './command.ts';
import { countText } from './import-report.ts';

export const statusCommand = command({
  name: 'status',
  texts: 'status',
  options: {},
  async run({ config }) {
    const health = await askHealth(config);
    const facts = await withStore(config, factsOf);
    const { dataDir } = config;
    const backupAtMs = readBackupTime(dataDir);
    const lines = {
      server: health?.text ?? 'not running on this machine',
      ...facts,
      disk: `${sizeText(await bytesIn(dataDir))} in ${dataDir}, ${sizeText(await freeBytes(dataDir))} free`,
      backup: backupAtMs === null ? 'none' : formatKstInstant(backupAtMs),
    };
    for (const [name, text] of Object.entries(lines)) console.log(`${name.padEnd(NAME_WIDTH)}${text}`);
    return health?.isReady === false ? 1 : 0;
  },
});

const NAME_WIDTH = 10;
/** How long a server on this machine may take to answer. */
const ANSWER_MAX_MS = 2_000;

/** What the server on this machine says of itself; null if none answers. */
async function askHealth({ opsPort }: Config) {
  try {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS);
    const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`, { signal });
    const { checks, state }: { checks?: Readonly<Record<string, string>>; state?: string } = JSON.parse(
      await response.text(),
    );
    const problems = Object.entries(checks ?? {}).filter(([, found]) => found !== 'ok');
    const found = problems.map(([name, problem]) => `${name}: ${problem}`);
    const words = [response.ok ? 'ready' : 'not ready', ...(state === undefined ? [] : [state]), ...found];
    return { isReady: response.ok, text: words.join('; ') };
  } catch {
    return null;
  }
}

async function factsOf(store: CommandStore) {
  const catalog = await store.catalog();
  const { accounts, liveKeys, suspended } = await store.state().accounts.countAccounts();
  const [last] = await (await store.importLog()).list(1);
  const { tallied } = await store.tallyProgress();
  return {
    items: countText(await catalog.countItems()),
    accounts: `${countText(accounts)}, ${countText(liveKeys)} with a key, ${countText(suspended)} suspended`,
    import:
      last === undefined
        ? 'none'
        : `${last.importId} ${last.outcome}, ${last.name}, ${formatKstInstant(last.startedAtMs)}`,
    lists:
      tallied === null
        ? 'none'
        : `up to ${formatKstDay(tallied.untilDay)}, counted ${formatKstInstant(tallied.talliedAtMs)}`,
  };
}

function sizeText(bytes: number): string {
  return `${countText(Math.round(bytes / 1024 / 1024))} MB`;
}
