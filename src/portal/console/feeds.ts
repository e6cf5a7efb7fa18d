import { unitOf } from '../../ingest/choose-reader.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { Language } from '../../messages/languages.ts';
import type { ImportView } from '../contract/console-feeds.ts';
import { required } from '../failures.ts';
import { type PortalRoute, READING, route } from '../route.ts';

/** Feeds that operators upload in the browser (docs/rules/feeds.md#records). */
export const feedRoutes: readonly PortalRoute[] = [
  route('GET /console/feed', 'see-shop', READING, async ({ language }, services) => {
    const imports = await services.importLog.list(IMPORTS_SHOWN);
    return { imports: imports.map((entry) => importView(entry, language)) };
  }),
  route('GET /console/feed/log', 'see-shop', READING, async ({ input, language }, { importLog }) => {
    const entry = required(await importLog.find(input.importId));
    const { problems, warnings } = entry;
    return {
      ...importView(entry, language),
      problems: problems.map(({ line, field, reason }) => ({ line, field, reason: reason[language] })),
      warnings: warnings.map(({ line, field, reason }) => ({ line, field, reason: reason[language] })),
    };
  }),
];

const IMPORTS_SHOWN = 20;

function importView(entry: ImportEntry, language: Language): ImportView {
  const { actor, cause, summary, problems: _, warnings: __, ...rest } = entry;
  return {
    ...rest,
    accountId: /^account:\d+$/.test(actor) ? Number(actor.slice('account:'.length)) : null,
    token: actor.startsWith('token:') ? actor.slice('token:'.length) : null,
    cause: cause?.[language] ?? null,
    unit: unitOf(entry.readAs),
    counts: summary,
  };
}
