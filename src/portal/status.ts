import { formatKstDay, formatKstInstant, formatKstMonth, kstDayOf } from '../clock.ts';
import type { Language } from '../messages/languages.ts';
import { EDITION_KINDS, type Edition } from '../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS } from '../rankings/realtime-bucket.ts';
import { NO_FILTER } from '../search/search-index.ts';
import type { StatusView } from './contract.ts';
import { BROWSING, type PortalRequest, type PortalRoute } from './route.ts';
import type { PortalServices } from './services.ts';

/** How the service is, by its own checks. */
export const statusRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/status', needs: 'nobody', limit: BROWSING, answer: showStatus },
];

type Check = StatusView['checks'][number];

/** What is wrong, in both languages. */
type Trouble = Readonly<Record<Language, string>>;

const NO_ANSWER: Trouble = { en: 'does not answer', ko: '응답이 없습니다' };
const EMPTY: Trouble = { en: 'empty', ko: '비어 있습니다' };
const NO_SMTP: Trouble = {
  en: 'no mail server is set up; messages stay on this server',
  ko: '메일 서버가 설정되지 않아 메일을 서버에 보관합니다',
};
const NO_LISTS: Trouble = { en: 'no list is published yet', ko: '아직 발행한 목록이 없습니다' };

async function showStatus({ language }: PortalRequest, services: PortalServices): Promise<StatusView> {
  const editions = await findEditions(services);
  const troubles = {
    api: null,
    catalogue: await troubleOf(() => checkCatalogue(services)),
    rankings: await troubleOf(() => checkRankings(editions, services)),
    search: await troubleOf(() => checkSearch(services)),
    mail: await troubleOf(() => checkMail(services)),
  } satisfies Record<Check['name'], Trouble | null>;
  const isOff = (name: Check['name']) => name === 'mail' && services.mailer.kind === 'outbox';
  return {
    checks: CHECKS.map((name) => ({
      name,
      ok: troubles[name] === null,
      off: isOff(name),
      detail: (troubles[name] ?? (isOff(name) ? NO_SMTP : null))?.[language] ?? '',
    })),
    editions: editions.map(editionView),
  };
}

/** In the order in which they are shown. */
const CHECKS = ['api', 'catalogue', 'rankings', 'search', 'mail'] as const;

/** The latest lists of every kind that was ever published. */
export async function findEditions({ rankings }: PortalServices): Promise<readonly Edition[]> {
  const found = await Promise.all(EDITION_KINDS.map((kind) => rankings.findLatestEdition(kind)));
  return found.filter((edition) => edition !== null);
}

export function editionView(edition: Edition): StatusView['editions'][number] {
  const { kind, publishedAtMs } = edition;
  return { kind, period: periodOf(edition), publishedAtMs };
}

/** A check tells what is wrong, or null. One that throws is a failed one, and says no more to strangers. */
function troubleOf(check: () => Promise<Trouble | null>): Promise<Trouble | null> {
  return check().catch(() => NO_ANSWER);
}

async function checkCatalogue({ catalog }: PortalServices): Promise<Trouble | null> {
  return (await catalog.countItems()) > 0 ? null : EMPTY;
}

/** The list of the day before yesterday may stand in until the night's tally is published. */
async function checkRankings(
  editions: readonly Edition[],
  { clock }: PortalServices,
): Promise<Trouble | null> {
  const overall = editions.find((edition) => edition.kind === 'overall');
  if (overall === undefined) return NO_LISTS;
  if (overall.untilDay >= kstDayOf(clock.nowMs()) - 2) return null;
  const day = formatKstDay(overall.untilDay);
  return { en: `the last tally goes to ${day}`, ko: `${day}까지만 집계했습니다` };
}

async function checkSearch({ search }: PortalServices): Promise<null> {
  await search.search({
    query: '0',
    category: 'ALL',
    sort: 'DEFAULT',
    target: 'all',
    filter: NO_FILTER,
    correct: false,
    offset: 0,
    limit: 1,
  });
  return null;
}

/** The code by which the mail server or the way to it fails is the same in every language. */
async function checkMail({ mailer }: PortalServices): Promise<Trouble | null> {
  const code = mailer.trouble();
  return code === null ? null : { en: `cannot be sent: ${code}`, ko: `보내지 못하고 있습니다: ${code}` };
}

function periodOf({ kind, period }: Edition): string {
  if (kind === 'monthly') return formatKstMonth(period);
  if (kind !== 'realtime') return formatKstDay(period);
  return formatKstInstant(period * REALTIME_BUCKET_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
