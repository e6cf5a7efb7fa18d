import type { FastifyReply } from 'fastify';
import { kstDayOf } from '../../clock.ts';
import { createByteCache } from '../../http/response.ts';
import { sharedBody } from '../../http/shared-body.ts';
import type { Fields, InputOf } from './fields.ts';
import { bodyOf, isShared, queued, type Ready, readyToSend, sendReady } from './page-answers.ts';
import type { CachePeriod, Screen } from './screen.ts';
import type { Services } from './services.ts';
import type { Visit } from './visit.ts';

/** A request for a screen, with the fields of its path and query. */
export interface Asked {
  readonly visit: Visit;
  readonly query: InputOf<Fields>;
}

const PERIODS: Readonly<Record<CachePeriod, (nowMs: number) => number>> = {
  'five seconds': (nowMs) => Math.floor(nowMs / 5_000),
  minute: (nowMs) => Math.floor(nowMs / 60_000),
  day: kstDayOf,
};

/** Caches pages that are equal for everybody, by revision and period. Signed-in visitors get them in their own frame. */
export function createPageCache(services: Services) {
  const pages = createByteCache<Ready>(
    services.pageCacheBytes,
    // Two bytes a character; the shared ones also compressed.
    ({ outcome, body }) =>
      (outcome !== null && 'body' in outcome ? outcome.body.toString().length * 2 : 0) +
      (isShared(body) ? Math.ceil(body.bytes.length * 1.5) : 0),
  );
  return async (cachedFor: CachePeriod, screen: Screen, asked: Asked): Promise<FastifyReply> => {
    const { language, theme, raw, problem, account } = asked.visit;
    // Unknown parameters are dropped, because the page's links repeat its URL for everybody.
    const address = addressOf(raw.url, (name) => Object.hasOwn(screen.query, name));
    const visit = { ...asked.visit, address };
    const isOwn = account !== null || problem !== null || services.cookies.flash(raw) !== null;
    const asks = problem === null ? Object.entries(asked.query) : [visit.address];
    const frame = isOwn ? null : theme;
    const revision = await Promise.try(services.revision.current).catch(() => null);
    const period = PERIODS[cachedFor](services.clock.nowMs());
    const key = JSON.stringify([screen.path, language, frame, asks, revision, period]);
    const make = async () => {
      const outcome = await screen.show(visit, asked.query);
      const isForAll = outcome !== null && !('to' in outcome) && !(isOwn && 'title' in outcome);
      return { outcome, body: isForAll ? sharedBody(bodyOf(outcome, visit), false) : '' };
    };
    // A cached page holds its bytes only if they are the same for everybody; otherwise it is laid out for this visitor.
    const ready = await pages.get(key, () => queued(visit, make));
    if (isShared(ready.body)) return sendReady(ready, visit);
    const layOutOwn = async () => readyToSend(ready.outcome, visit);
    return sendReady(await (isOwn ? queued(visit, layOutOwn) : layOutOwn()), visit);
  };
}

/** An address with only some parameters of its query. */
export function addressOf(url: string, isKept: (name: string, value: string) => boolean): string {
  const [path = '', query = ''] = url.split('?');
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => isKept(name, value));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}
