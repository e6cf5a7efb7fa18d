import { parseDayStart, parseInstant } from '../../src/base/dates.ts';
import { formatKstDay, formatKstInstant, kstDayOf, systemClock } from '../../src/clock.ts';
import { type Config, describeConfig } from '../../src/config/config.ts';
import type { HealthReport } from '../../src/http/metrics.ts';
import { WAITING_DAYS } from '../../src/rankings/ledger/month-lines.ts';
import { readBackupTime } from '../../src/store/sqlite/backup.ts';
import { askServer } from '../data-folder.ts';
import { bytesIn, freeBytes } from '../jobs/check-health.ts';
import { openStore } from '../store/open-store.ts';
import { command, countText, numberOption, UsageError } from './command.ts';

export const statusCommand = command({
  name: 'status',
  needs: 'healthy store',
  async run({ config }) {
    const health = await askHealth(config);
    const facts = await factsOf(config);
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
  const words = [isReady ? 'ready' : 'not ready', body.state ?? [], found].flat();
  return { isReady, text: words.join('; ') };
}

async function factsOf(config: Config) {
  await using store = await openStore(config, 'command');
  const { accounts, liveKeys, suspended } = await store.accounts.countAccounts();
  const [last] = await store.importLog.list(1);
  const { tallied } = await store.rankingAdmin.progress();
  const waiting = await store.countUnknownGoods(kstDayOf(systemClock.nowMs()) - WAITING_DAYS);
  const hasOpenSegments = !config.isSegmentMinSet && (await store.rankingAdmin.hasSegments());
  const orders = `${countText(waiting, 'line')} of the last ${WAITING_DAYS} days name items that the catalogue doesn't have`;
  return {
    items: countText(await store.catalog.countItems()),
    ...(waiting === 0 ? {} : { orders }),
    accounts: `${countText(accounts)}, ${countText(liveKeys)} with a key, ${countText(suspended)} suspended`,
    import:
      last === undefined
        ? 'none'
        : `${last.importId} ${last.outcome}, ${last.name}, ${formatKstInstant(last.startedAtMs)}`,
    lists:
      tallied === null
        ? 'none'
        : `up to ${formatKstDay(tallied.untilDay)}, counted ${formatKstInstant(tallied.talliedAtMs)}`,
    ...(hasOpenSegments ? { privacy: SEGMENTS } : {}),
  };
}

function sizeText(bytes: number): string {
  return `${countText(Math.round(bytes / 1024 / 1024))} MB`;
}

const MAILS = '10';
const MAILS_MAX = 999_999;

export const mailCommand = command({
  name: 'mail',
  values: { limit: MAILS },
  needs: 'healthy store',
  options: { to: { type: 'string' }, limit: { type: 'string', default: MAILS } },
  async run({ values, config }) {
    const limit = numberOption('--limit', 1, MAILS_MAX, values.limit);
    const asked = values.to?.trim().toLowerCase();
    await using store = await openStore(config, 'command');
    const mails = (await store.outbox.list()).filter(({ to }) => asked === undefined || to === asked);
    if (mails.length === 0) console.error('No emails are waiting.');
    for (const { to, subject, text, createdAtMs } of mails.slice(-limit))
      console.log(`Date: ${formatKstInstant(createdAtMs)}\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
  },
});

const AUDIT_LINES_MAX = 1_000_000;

export const auditCommand = command({
  name: 'audit',
  needs: 'healthy store',
  options: { since: { type: 'string', default: '' } },
  async run({ values: { since }, config }) {
    const fromMs = parseInstant(since) ?? parseDayStart(since);
    if (fromMs === null)
      throw new UsageError(
        `--since is "${since}": it takes a day or an instant, such as 2026-11-28T02:30+09:00`,
      );
    await using store = await openStore(config, 'command');
    const lines = await store.auditLog.list({ fromMs }, AUDIT_LINES_MAX);
    for (const { atMs, actor, action, target, detail } of lines.toReversed())
      console.log(`${formatKstInstant(atMs)} ${actor} ${action} ${target} ${detail}`);
  },
});

export const configCommand = command({
  name: 'config',
  needs: 'nothing',
  async run({ language }) {
    console.log(describeConfig(process.env, language));
  },
});
