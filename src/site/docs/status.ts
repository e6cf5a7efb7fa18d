import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { DATED_KINDS, isDated } from '../../rankings/dated-period.ts';
import { EDITION_KINDS, type Edition } from '../../rankings/ranking-store.ts';
import { REALTIME_BUCKET_MS } from '../../rankings/realtime-bucket.ts';
import { BROWSING, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { facts, momentOf, section, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { periodText } from '../shop/shelf.ts';
import { plainSearch } from '../shop/shown-item.ts';

/** What the service finds out about itself, for developers who wonder whether a failure is theirs. */
export const statusScreen = screen('/docs/status', {
  needs: 'nobody',
  limit: BROWSING,
  async show(visit) {
    const t = visit.words('status');
    const { troubles, editions } = await statusOf(visit.services);
    const checks = troubles.map(([name, trouble]) => {
      const state = html`<strong class="${trouble === null ? 'good' : 'bad'}">${t(trouble === null ? 'ok' : 'notOk')}</strong>`;
      return [
        t(`checks.${name}`),
        trouble === null ? state : html`${state} ${trouble[visit.language]}`,
      ] as const;
    });
    const isGood = troubles.every(([, trouble]) => trouble === null);
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`<div id="status" data-live="30">
<p role="status" class="${isGood ? 'good' : 'bad'}"><strong>${t(isGood ? 'allGood' : 'someBad')}</strong></p>
${facts(checks, 'rows')}${editionsSection(visit, editions)}</div>`,
    };
  },
});

/** The latest lists of every kind that was ever published. */
export function editionsSection(visit: Visit, editions: readonly Edition[]): Html {
  const t = visit.words('status');
  const list = table({
    caption: t('editions'),
    none: t('noEditions'),
    rows: editions,
    columns: [
      [t('kind'), ({ kind }) => t(`kinds.${kind}`)],
      [t('period'), periodOf],
      [t('published'), ({ publishedAtMs }) => momentOf(publishedAtMs), 'line'],
    ],
  });
  return section(t('editions'), list, { id: 'editions' });
}

export async function latestEditions({ rankings }: Services): Promise<readonly Edition[]> {
  const found = EDITION_KINDS.map((kind) => rankings.findLatestEdition(kind).catch(() => null));
  return (await Promise.all(found)).filter((edition) => edition !== null);
}

type Check = 'api' | 'catalogue' | 'rankings' | 'search' | 'mail';

interface Status {
  /** Each check with what is wrong, or null. */
  readonly troubles: readonly (readonly [Check, Texts | null])[];
  /** The latest lists of every kind that was ever published. */
  readonly editions: readonly Edition[];
}

/** However many people look, the service is checked once in this time. */
const CHECKED_FOR_MS = 5_000;

const latest = new WeakMap<Services, { readonly atMs: number; readonly status: Promise<Status> }>();

function statusOf(services: Services): Promise<Status> {
  const atMs = services.clock.monotonicMs();
  const known = latest.get(services);
  if (known !== undefined && atMs - known.atMs < CHECKED_FOR_MS) return known.status;
  const status = checkAll(services);
  latest.set(services, { atMs, status });
  return status;
}

async function checkAll(services: Services): Promise<Status> {
  const { catalog, search, mailer, clock } = services;
  const editions = await latestEditions(services);
  const troubles: Status['troubles'] = [
    ['api', null],
    ['catalogue', await troubleOf(() => catalogueTrouble(catalog))],
    ['rankings', await troubleOf(async () => listTrouble(editions, kstDayOf(clock.nowMs())))],
    ['search', await troubleOf(() => plainSearch(search, { query: '0', limit: 1 }).then(() => null))],
  ];
  // A shop without a mail server has nothing that could fail.
  if (mailer.kind === 'outbox') return { troubles, editions };
  const { trouble: code } = mailer.sending();
  return {
    troubles: [...troubles, ['mail', code === null ? null : message('status.unsent', { code })]],
    editions,
  };
}

/** A check that throws has failed; strangers learn no more than that. */
function troubleOf(check: () => Promise<Texts | null>): Promise<Texts | null> {
  return check().catch(() => message('status.noAnswer'));
}

/** Without counting: a look at one item tells whether they can be read, and every item has a category. */
async function catalogueTrouble(catalog: Services['catalog']): Promise<Texts | null> {
  await catalog.findItems([1]);
  return (await catalog.listCategories()).length > 0 ? null : message('status.empty');
}

/** The list of the day before yesterday may stand in until the night's tally is published. */
function listTrouble(editions: readonly Edition[], today: number): Texts | null {
  const overall = editions.find(({ kind }) => kind === 'overall');
  if (overall === undefined) return message('status.noLists');
  return overall.untilDay >= today - 2
    ? null
    : message('status.lastTally', { day: formatKstDay(overall.untilDay) });
}

function periodOf({ kind, period }: Edition): string {
  if (isDated(kind)) return periodText(DATED_KINDS[kind].format(period));
  return kind === 'realtime' ? momentOf(period * REALTIME_BUCKET_MS) : formatKstDay(period);
}
