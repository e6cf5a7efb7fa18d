import { formatKstDay, formatKstInstant, formatKstMonth, kstDayOf } from '../clock.ts';
import type { Texts } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { EDITION_KINDS, type Edition } from '../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS } from '../rankings/realtime-bucket.ts';
import type { StatusView } from './contract/catalogue.ts';
import { searchPlainly } from './plain-search.ts';
import { BROWSING, openRoute, type PortalRoute } from './route.ts';
import type { PortalServices } from './services.ts';

/** How the service is, by its own checks. */
export const statusRoutes: readonly PortalRoute[] = [
  openRoute('GET /status', BROWSING, async ({ language }, services) => {
    const editions = await findEditions(services);
    const troubles = {
      api: null,
      catalogue: await troubleOf(() => checkCatalogue(services)),
      rankings: await troubleOf(() => checkRankings(editions, services)),
      search: await troubleOf(() => searchPlainly('0', 1, services).then(() => null)),
      mail: await troubleOf(() => checkMail(services)),
    } satisfies Record<Check['name'], Texts | null>;
    const isOff = (name: Check['name']) => name === 'mail' && services.mailer.kind === 'outbox';
    return {
      checks: CHECKS.map((name) => ({
        name,
        ok: troubles[name] === null,
        off: isOff(name),
        detail: (troubles[name] ?? (isOff(name) ? message('status.noSmtp') : null))?.[language] ?? '',
      })),
      editions: editions.map(editionView),
    };
  }),
];

type Check = StatusView['checks'][number];

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

/** What is wrong, or null. A check that throws has failed; strangers learn no more than that. */
function troubleOf(check: () => Promise<Texts | null>): Promise<Texts | null> {
  return check().catch(() => message('status.noAnswer'));
}

async function checkCatalogue({ catalog }: PortalServices): Promise<Texts | null> {
  return (await catalog.countItems()) > 0 ? null : message('status.empty');
}

/** The list of the day before yesterday may stand in until the night's tally is published. */
async function checkRankings(editions: readonly Edition[], { clock }: PortalServices): Promise<Texts | null> {
  const overall = editions.find((edition) => edition.kind === 'overall');
  if (overall === undefined) return message('status.noLists');
  if (overall.untilDay >= kstDayOf(clock.nowMs()) - 2) return null;
  return message('status.lastTally', { day: formatKstDay(overall.untilDay) });
}

/** The code by which the mail server or the way to it fails is the same in every language. */
async function checkMail({ mailer }: PortalServices): Promise<Texts | null> {
  const { trouble: code } = mailer.sending();
  return code === null ? null : message('status.unsent', { code });
}

function periodOf({ kind, period }: Edition): string {
  if (kind === 'monthly') return formatKstMonth(period);
  if (kind !== 'realtime') return formatKstDay(period);
  return formatKstInstant(period * REALTIME_BUCKET_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
