import { auditName } from '../../accounts/audit-log.ts';
import { brakeReason } from '../../ingest/brakes.ts';
import { unitOf } from '../../ingest/choose-reader.ts';
import { FEED_BYTES_MAX, PIECE_BYTES_MAX } from '../../ingest/feed-intake.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import type { ImportView } from '../contract/console-feeds.ts';
import { invalid, PortalError, required } from '../failures.ts';
import { CHANGING, type Limit, type PortalRoute, READING, route } from '../route.ts';
import { findingView, intakeView } from './intake-view.ts';

/** A file arrives in many pieces, as fast as the line allows. */
const UPLOADING: Limit = { name: 'uploading', burst: 400, everySeconds: 0.005 };

/** Feeds that operators upload in the browser (docs/rules/feeds.md#records). */
export const feedRoutes: readonly PortalRoute[] = [
  route('GET /console/feed', 'see-shop', READING, async ({ language }, services) => {
    const imports = await services.importLog.list(IMPORTS_SHOWN);
    return {
      bytesMax: FEED_BYTES_MAX,
      pieceBytesMax: PIECE_BYTES_MAX,
      intake: await intakeView(language, services),
      imports: imports.map((entry) => importView(entry, language)),
    };
  }),
  route('GET /console/feed/log', 'see-shop', READING, async ({ input, language }, { importLog }) => {
    const entry = required(await importLog.find(input.importId));
    const { problems, warnings } = entry;
    return {
      ...importView(entry, language),
      problems: problems.map((one) => findingView(one, language)),
      warnings: warnings.map((one) => findingView(one, language)),
    };
  }),
  route('POST /console/feed/begin', 'shop', CHANGING, async ({ account, input, language }, services) => {
    const { name, bytes } = input;
    if (!(await services.feedIntake.begin(name, bytes)))
      throw new PortalError('BUSY', { detail: message('input.otherFile') });
    await services.auditTrail.record(account.accountId, 'feed.uploaded', 'feed', { bytes });
    return intakeView(language, services);
  }),
  route('POST /console/feed/piece', 'shop', UPLOADING, async ({ input, piece, language }, services) => {
    const { intakeId, offset } = input;
    if (!(await services.feedIntake.add(intakeId, offset, piece))) throw new PortalError('STALE');
    return intakeView(language, services);
  }),
  route('POST /console/feed/import', 'shop', CHANGING, async ({ account, input, language }, services) => {
    const { feedIntake, auditTrail } = services;
    const { intakeId, confirmed } = input;
    const state = await feedIntake.state();
    if (state.stage !== 'checked' || state.intakeId !== intakeId) throw new PortalError('STALE');
    const [brake] = state.report.brakes;
    if (brake !== undefined && confirmed !== brake.count) {
      const { count } = brake;
      throw invalid('confirmed', message('input.typeToConfirm', { reason: brakeReason(brake), count }));
    }
    const isForced = brake !== undefined;
    if (!(await feedIntake.importChecked(intakeId, auditName(account.accountId), isForced)))
      throw new PortalError('STALE');
    const { name, bytes } = state;
    const braked = isForced ? { brake: brake.kind, count: brake.count } : {};
    await auditTrail.record(account.accountId, 'feed.imported', 'feed', { name, bytes, ...braked });
    return intakeView(language, services);
  }),
  route('POST /console/feed/undo', 'shop', CHANGING, async ({ account, input, language }, services) => {
    const { importId, dryRun } = input;
    const { accountId } = account;
    const outcome = await services.importUndo.undo({ ...input, actor: auditName(accountId) });
    if (outcome.kind !== 'undone') return { kind: outcome.kind, reason: outcome.reason[language] };
    if (!dryRun) await services.auditTrail.record(accountId, 'feed.undone', 'feed', { import: importId });
    return { kind: 'undone', importId: outcome.importId, counts: outcome.summary };
  }),
  route('POST /console/feed/cancel', 'shop', CHANGING, async ({ account, input, language }, services) => {
    const { feedIntake, auditTrail } = services;
    const { stage } = await feedIntake.state();
    if (!(await feedIntake.cancel(input.intakeId))) throw new PortalError('STALE');
    if (stage !== 'imported') await auditTrail.record(account.accountId, 'feed.cancelled', 'feed', { stage });
    return intakeView(language, services);
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
