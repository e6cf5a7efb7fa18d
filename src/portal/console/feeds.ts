import { auditName } from '../../accounts/audit-log.ts';
import { brakeReason } from '../../ingest/brakes.ts';
import { unitOf } from '../../ingest/choose-reader.ts';
import { FEED_BYTES_MAX, PIECE_BYTES_MAX } from '../../ingest/feed-intake.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { readBody, readBytes } from '../body.ts';
import type { FeedPage, ImportDetails, ImportView, IntakeView, UndoView } from '../console-feed-contract.ts';
import { invalid, PortalError } from '../failures.ts';
import { readNumber, readText } from '../query.ts';
import { CHANGING, type Limit, type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { findingView, viewOf } from './intake-view.ts';

const PATH = '/console/feed';

/** A file arrives in many pieces, as fast as the line allows. */
const UPLOADING: Limit = { name: 'uploading', burst: 400, everySeconds: 0.005 };

/** Feeds that operators upload in the browser (docs/rules/feeds.md#records). */
export const feedRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: PATH, needs: 'see-shop', limit: READING, answer: showFeed },
  { method: 'GET', path: `${PATH}/log`, needs: 'see-shop', limit: READING, answer: showImport },
  { method: 'POST', path: `${PATH}/begin`, needs: 'shop', limit: CHANGING, answer: begin },
  {
    method: 'POST',
    path: `${PATH}/piece`,
    needs: 'shop',
    limit: UPLOADING,
    bodyType: 'bytes',
    answer: add,
  },
  { method: 'POST', path: `${PATH}/import`, needs: 'shop', limit: CHANGING, answer: startImport },
  { method: 'POST', path: `${PATH}/undo`, needs: 'shop', limit: CHANGING, answer: undo },
  { method: 'POST', path: `${PATH}/cancel`, needs: 'shop', limit: CHANGING, answer: cancel },
];

const IMPORTS_SHOWN = 20;
const NAME_MAX = 255;

async function showFeed(
  { language }: SignedInRequest,
  { feedIntake, feedMappings, importLog }: PortalServices,
): Promise<FeedPage> {
  const imports = (await importLog.list(IMPORTS_SHOWN)).map((entry) => importView(entry, language));
  const intake = await viewOf(await feedIntake.state(), language, feedMappings);
  return { bytesMax: FEED_BYTES_MAX, pieceBytesMax: PIECE_BYTES_MAX, intake, imports };
}

async function showImport(
  { query, language }: SignedInRequest<'/console/feed/log'>,
  { importLog }: PortalServices,
): Promise<ImportDetails> {
  const entry = await importLog.find(readNumber(query, 'importId') ?? 0);
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
  { account, body, language }: SignedInRequest<'/console/feed/begin'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
  const sent = readBody(body, ['name', 'bytes']);
  const name = sent.text('name', 1, NAME_MAX);
  const bytes = sent.integer('bytes', 1, FEED_BYTES_MAX);
  if (!(await feedIntake.begin(name, bytes))) {
    throw new PortalError('BUSY', { detail: message('input.otherFile') });
  }
  await auditTrail.record(account.accountId, 'feed.uploaded', 'feed', { bytes });
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function add(
  { query, body, language }: SignedInRequest<'/console/feed/piece'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  const intakeId = readNumber(query, 'intakeId') ?? 0;
  const offset = Number(readText(query, 'offset', 15) ?? Number.NaN);
  const piece = readBytes(body);
  if (piece === null || piece.length === 0) throw invalid('body', message('input.piece'));
  if (!(await feedIntake.add(intakeId, offset, piece))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function startImport(
  { account, body, language }: SignedInRequest<'/console/feed/import'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
  const sent = readBody(body, ['intakeId', 'confirmed']);
  const intakeId = sent.integer('intakeId', 1, Number.MAX_SAFE_INTEGER);
  const confirmed = sent.isNull('confirmed') ? null : sent.integer('confirmed', 0, Number.MAX_SAFE_INTEGER);
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
  { account, body, language }: SignedInRequest<'/console/feed/undo'>,
  { importUndo, auditTrail }: PortalServices,
): Promise<UndoView> {
  const sent = readBody(body, ['importId', 'dryRun', 'force']);
  const importId = sent.integer('importId', 1, Number.MAX_SAFE_INTEGER);
  const dryRun = sent.boolean('dryRun');
  const actor = auditName(account.accountId);
  const outcome = await importUndo.undo({ importId, actor, dryRun, force: sent.boolean('force') });
  if (outcome.kind !== 'undone') return { kind: outcome.kind, reason: outcome.reason[language] };
  if (!dryRun) await auditTrail.record(account.accountId, 'feed.undone', 'feed', { import: importId });
  return { kind: 'undone', importId: outcome.importId, counts: outcome.summary };
}

async function cancel(
  { account, body, language }: SignedInRequest<'/console/feed/cancel'>,
  services: PortalServices,
): Promise<IntakeView> {
  const { feedIntake, feedMappings, auditTrail } = services;
  const intakeId = readBody(body, ['intakeId']).integer('intakeId', 1, Number.MAX_SAFE_INTEGER);
  const { stage } = await feedIntake.state();
  if (!(await feedIntake.cancel(intakeId))) throw new PortalError('STALE');
  if (stage !== 'imported') await auditTrail.record(account.accountId, 'feed.cancelled', 'feed', { stage });
  return viewOf(await feedIntake.state(), language, feedMappings);
}
