import { auditName } from '../../accounts/audit-log.ts';
import { brakeReason } from '../../ingest/brakes.ts';
import { unitOf } from '../../ingest/choose-reader.ts';
import { FEED_BYTES_MAX, PIECE_BYTES_MAX } from '../../ingest/feed-intake.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import type { FeedPage, ImportDetails, ImportView, IntakeView, UndoView } from '../contract/console-feeds.ts';
import { invalid, PortalError } from '../failures.ts';
import {
  CHANGING,
  type Limit,
  type PortalRoute,
  READING,
  route,
  type SignedInRequest,
  type SignedInRequestTo,
} from '../route.ts';
import type { PortalServices } from '../services.ts';
import { findingView, viewOf } from './intake-view.ts';

/** A file arrives in many pieces, as fast as the line allows. */
const UPLOADING: Limit = { name: 'uploading', burst: 400, everySeconds: 0.005 };

/** Feeds that operators upload in the browser (docs/rules/feeds.md#records). */
export const feedRoutes: readonly PortalRoute[] = [
  route('GET /console/feed', 'see-shop', READING, showFeed),
  route('GET /console/feed/log', 'see-shop', READING, showImport),
  route('POST /console/feed/begin', 'shop', CHANGING, begin),
  route('POST /console/feed/piece', 'shop', UPLOADING, add),
  route('POST /console/feed/import', 'shop', CHANGING, startImport),
  route('POST /console/feed/undo', 'shop', CHANGING, undo),
  route('POST /console/feed/cancel', 'shop', CHANGING, cancel),
];

const IMPORTS_SHOWN = 20;

async function showFeed(
  { language }: SignedInRequest,
  { feedIntake, feedMappings, importLog }: PortalServices,
): Promise<FeedPage> {
  const imports = (await importLog.list(IMPORTS_SHOWN)).map((entry) => importView(entry, language));
  const intake = await viewOf(await feedIntake.state(), language, feedMappings);
  return { bytesMax: FEED_BYTES_MAX, pieceBytesMax: PIECE_BYTES_MAX, intake, imports };
}

async function showImport(
  { input, language }: SignedInRequestTo<'GET /console/feed/log'>,
  { importLog }: PortalServices,
): Promise<ImportDetails> {
  const entry = await importLog.find(input.importId);
  if (entry === null) throw new PortalError('NOT_FOUND');
  const { problems, warnings } = entry;
  return {
    ...importView(entry, language),
    problems: problems.map((one) => findingView(one, language)),
    warnings: warnings.map((one) => findingView(one, language)),
  };
}

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

async function begin(
  { account, input: { name, bytes }, language }: SignedInRequestTo<'POST /console/feed/begin'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
  if (!(await feedIntake.begin(name, bytes))) {
    throw new PortalError('BUSY', { detail: message('input.otherFile') });
  }
  await auditTrail.record(account.accountId, 'feed.uploaded', 'feed', { bytes });
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function add(
  { input, piece, language }: SignedInRequestTo<'POST /console/feed/piece'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  if (!(await feedIntake.add(input.intakeId, input.offset, piece))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function startImport(
  { account, input, language }: SignedInRequestTo<'POST /console/feed/import'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
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
  await auditTrail.record(account.accountId, 'feed.imported', 'feed', {
    name,
    bytes,
    ...(isForced ? { brake: brake.kind, count: brake.count } : {}),
  });
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function undo(
  { account, input, language }: SignedInRequestTo<'POST /console/feed/undo'>,
  { importUndo, auditTrail }: PortalServices,
): Promise<UndoView> {
  const { importId, dryRun, force } = input;
  const actor = auditName(account.accountId);
  const outcome = await importUndo.undo({ importId, actor, dryRun, force });
  if (outcome.kind !== 'undone') return { kind: outcome.kind, reason: outcome.reason[language] };
  if (!dryRun) await auditTrail.record(account.accountId, 'feed.undone', 'feed', { import: importId });
  return { kind: 'undone', importId: outcome.importId, counts: outcome.summary };
}

async function cancel(
  { account, input: { intakeId }, language }: SignedInRequestTo<'POST /console/feed/cancel'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
  const { stage } = await feedIntake.state();
  if (!(await feedIntake.cancel(intakeId))) throw new PortalError('STALE');
  if (stage !== 'imported') await auditTrail.record(account.accountId, 'feed.cancelled', 'feed', { stage });
  return viewOf(await feedIntake.state(), language, feedMappings);
}
