import type { QuotaRequests } from '../../src/accounts/quota-requests.ts';
import { type Right, ROLES, rightsOf } from '../../src/accounts/roles.ts';
import type { WantedMails } from '../../src/accounts/wanted-mails.ts';
import type { Clock } from '../../src/clock.ts';
import type { ImportLog } from '../../src/ingest/import-log.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import type { Texts } from '../../src/messages/languages.ts';
import { inEveryLanguage, joined, message } from '../../src/messages/messages.ts';
import type { RankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import type { Job } from './job.ts';

export interface OperatorMailsOptions {
  readonly wantedMails: Pick<WantedMails, 'claimOperatorMail'>;
  readonly quotaRequests: Pick<QuotaRequests, 'listAll'>;
  readonly importLog: Pick<ImportLog, 'list'>;
  readonly rankingAdmin: Pick<RankingAdmin, 'listRuns'>;
  readonly mailer: Pick<Mailer, 'post'>;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly operatorName: string;
  readonly backupMaxAgeMs: number | null;
  readonly backupAtMs: () => number | null;
}

interface Trouble {
  readonly cause: string;
  readonly happenedAtMs: number;
  readonly right: Right;
  readonly subject: Texts;
  readonly page: string;
}

const TOLD_WITHIN_MS = 24 * 60 * 60 * 1000;
const IMPORTS_MAX = 50;
const REQUESTS_MAX = 100;

/**
 * Mails operators about quota requests, failed imports and runs, and a missing backup, each cause once
 * (docs/accounts.md#mail-to-operators). Reads only stored state, so a restart neither loses nor repeats a mail.
 */
export function createOperatorMailer(options: OperatorMailsOptions): Job {
  const { wantedMails, mailer, clock, baseUrl, operatorName } = options;
  const startedAtMs = clock.nowMs();
  const run = async () => {
    const nowMs = clock.nowMs();
    const found = [
      await waitingRequests(options),
      ...(await failedFeeds(options)),
      await failedRun(options),
      oldBackup(options, startedAtMs),
    ].filter((one) => one !== null);
    for (const { cause, happenedAtMs, right, subject, page } of found) {
      if (happenedAtMs > nowMs || happenedAtMs < nowMs - TOLD_WITHIN_MS) continue;
      const roles = ROLES.filter((role) => rightsOf({ role, suspended: false }).includes(right));
      const text = `${joined(subject, '\n')}\n\n${baseUrl}/portal/console${page}\n\n${joined(message('mails.operatorOff'), '\n')}\n`;
      for (const to of await wantedMails.claimOperatorMail(cause, happenedAtMs, nowMs, roles))
        await mailer.post({ to, subject: `[${operatorName}] ${joined(subject, ' / ')}`, text });
    }
  };
  return { name: 'mail-operators', every: 30_000, run };
}

async function waitingRequests({ quotaRequests }: OperatorMailsOptions): Promise<Trouble | null> {
  const { asked, totalCount } = await quotaRequests.listAll('waiting', 0, REQUESTS_MAX);
  const newest = asked.at(-1);
  if (newest === undefined) return null;
  return {
    cause: 'quota',
    happenedAtMs: newest.request.createdAtMs,
    right: 'accounts',
    subject: message('mails.quotaWaiting', { count: totalCount }),
    page: '/quota-requests',
  };
}

/** The last attempt of each source, if it failed. Skips imports in the console, where operators see the result. */
async function failedFeeds({ importLog }: OperatorMailsOptions): Promise<readonly Trouble[]> {
  const ended = (await importLog.list(IMPORTS_MAX)).filter(({ endedAtMs }) => endedAtMs !== null);
  const last = ended.filter(({ actor }, at) => ended.findIndex((one) => one.actor === actor) === at);
  return last.flatMap(({ actor, name, outcome, endedAtMs, importId }) => {
    if (outcome === 'imported' || actor.startsWith('account:')) return [];
    const text = outcome === 'braked' ? 'mails.feedBraked' : 'mails.feedFailed';
    return [
      {
        cause: `feed ${actor} ${outcome}`,
        happenedAtMs: endedAtMs ?? 0,
        right: 'shop',
        subject: message(text, { name, importId }),
        page: '/feeds',
      },
    ];
  });
}

async function failedRun({ rankingAdmin }: OperatorMailsOptions): Promise<Trouble | null> {
  const [run] = await rankingAdmin.listRuns('tally', 1);
  if (run?.outcome !== 'failed') return null;
  return {
    cause: 'run',
    happenedAtMs: run.startedAtMs + run.elapsedMs,
    right: 'shop',
    subject: message('mails.runFailed'),
    page: '/rankings',
  };
}

function oldBackup(
  { backupMaxAgeMs, backupAtMs, clock }: OperatorMailsOptions,
  startedAtMs: number,
): Trouble | null {
  if (backupMaxAgeMs === null) return null;
  const nowMs = clock.nowMs();
  const lastMs = backupAtMs();
  const dueMs = lastMs === null ? startedAtMs : lastMs + backupMaxAgeMs;
  if (dueMs > nowMs) return null;
  const last = lastMs === null ? '–' : new Date(lastMs).toISOString();
  return {
    cause: 'backup',
    happenedAtMs: nowMs - ((nowMs - dueMs) % TOLD_WITHIN_MS),
    right: 'roles',
    subject: message('mails.backupOld', { last: inEveryLanguage(() => last) }),
    page: '',
  };
}
