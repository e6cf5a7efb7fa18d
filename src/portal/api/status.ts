import { formatKstDay, formatKstInstant, formatKstMonth, kstDayOf } from '../../clock.ts';
import { EDITION_KINDS, type Edition } from '../../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS } from '../../rankings/realtime-lists.ts';
import { NO_FILTER } from '../../search/search-index.ts';
import type { StatusView } from '../contract.ts';
import { BROWSING, type PortalRoute, type Visit } from './route.ts';
import type { PortalServices } from './services.ts';

/** How the service is, by its own checks. */
export const statusRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/status', needs: 'nobody', limit: BROWSING, answer: showStatus },
];

type Check = StatusView['checks'][number];

async function showStatus(_visit: Visit, services: PortalServices): Promise<StatusView> {
  const editions = await findEditions(services);
  const checks: Check[] = [
    { name: 'api', ok: true, detail: '' },
    await checkOf('catalogue', () => checkCatalogue(services)),
    await checkOf('rankings', () => checkRankings(editions, services)),
    await checkOf('search', () => checkSearch(services)),
    await checkOf('mail', async () => services.mailer.trouble()),
  ];
  return {
    checks,
    editions: editions.map(editionView),
  };
}

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
async function checkOf(name: Check['name'], check: () => Promise<string | null>): Promise<Check> {
  const detail = await check().catch(() => 'does not answer');
  return { name, ok: detail === null, detail: detail ?? '' };
}

async function checkCatalogue({ catalog }: PortalServices): Promise<string | null> {
  return (await catalog.countItems()) > 0 ? null : 'empty';
}

/** The list of the day before yesterday may stand in until the night's tally is published. */
async function checkRankings(
  editions: readonly Edition[],
  { clock }: PortalServices,
): Promise<string | null> {
  const overall = editions.find((edition) => edition.kind === 'overall');
  if (overall === undefined) return 'no list is published yet';
  return overall.untilDay >= kstDayOf(clock.nowMs()) - 2
    ? null
    : `the last tally goes to ${formatKstDay(overall.untilDay)}`;
}

async function checkSearch({ search }: PortalServices): Promise<string | null> {
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

function periodOf({ kind, period }: Edition): string {
  if (kind === 'monthly') return formatKstMonth(period);
  if (kind !== 'realtime') return formatKstDay(period);
  return formatKstInstant(period * REALTIME_BUCKET_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
