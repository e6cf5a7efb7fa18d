import { formatKstDay, formatKstInstant, kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import type { HealthReport } from '../../src/http/metrics.ts';
import { WAITING_DAYS } from '../../src/rankings/ledger/month-lines.ts';
import { readBackupTime } from '../../src/store/sqlite/backup.ts';
import { askServer } from '../data-folder.ts';
import { bytesIn, freeBytes } from '../jobs/check-health.ts';
import type { Store } from '../store/open-store.ts';
import { withStore } from '../store/open-store.ts';
import { command } from './command.ts';
import { countText } from './import-report.ts';

export const statusCommand = command({
  name: 'status',
  needs: 'healthy store',
  async run({ config }) {
    const health = await askHealth(config);
    const facts = await withStore(config, (store) => factsOf(store, config));
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

const SEGMENTS =
  'orders tell sex or age, and lists by them show single copies: what one person reads; set SEOGA_MIN_SEGMENT_COPIES=3 to hide titles with fewer copies, or =1 to show all';

async function askHealth(config: Config) {
  const answer = await askServer<HealthReport>(config, '/health/ready');
  if (answer === null) return null;
  const { ok: isReady, body } = answer;
  const problems = Object.entries(body.checks ?? {}).filter(([, found]) => found !== 'ok');
  const found = problems.map(([name, problem]) => `${name}: ${problem}`);
  const words = [
    isReady ? 'ready' : 'not ready',
    ...(body.state === undefined ? [] : [body.state]),
    ...found,
  ];
  return { isReady, text: words.join('; ') };
}

async function factsOf(store: Store, { isSegmentMinSet }: Config) {
  const { catalog } = store;
  const { accounts, liveKeys, suspended } = await store.accounts.countAccounts();
  const [last] = await store.importLog.list(1);
  const { tallied } = await store.rankingAdmin.progress();
  const waiting = await store.countUnknownGoods(kstDayOf(systemClock.nowMs()) - WAITING_DAYS);
  return {
    items: countText(await catalog.countItems()),
    ...(waiting === 0
      ? {}
      : {
          orders: `${countText(waiting, 'line')} of the last ${WAITING_DAYS} days name items that the catalogue doesn't have`,
        }),
    accounts: `${countText(accounts)}, ${countText(liveKeys)} with a key, ${countText(suspended)} suspended`,
    import:
      last === undefined
        ? 'none'
        : `${last.importId} ${last.outcome}, ${last.name}, ${formatKstInstant(last.startedAtMs)}`,
    lists:
      tallied === null
        ? 'none'
        : `up to ${formatKstDay(tallied.untilDay)}, counted ${formatKstInstant(tallied.talliedAtMs)}`,
    ...(isSegmentMinSet || !(await store.rankingAdmin.hasSegments()) ? {} : { privacy: SEGMENTS }),
  };
}

function sizeText(bytes: number): string {
  return `${countText(Math.round(bytes / 1024 / 1024))} MB`;
}
