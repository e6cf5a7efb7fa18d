import type { TextReading } from '../../ingest/feed-intake.ts';
import { MAPPING_CHARS_MAX, MAPPING_NAME } from '../../ingest/feed-mappings.ts';
import { MappingError, parseMapping } from '../../ingest/mapping.ts';
import { ReadingError, readWishes } from '../../ingest/reading.ts';
import { TEXT_ENCODINGS } from '../../ingest/text/encoding-names.ts';
import { message } from '../../messages/messages.ts';
import type { IntakeView } from '../contract/console-feeds.ts';
import type { KeptMappings, NamedMapping } from '../contract/console-mappings.ts';
import { invalid, PortalError } from '../failures.ts';
import { CHANGING, type PortalRoute, READING, route, type SignedInRequestTo } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { viewOf } from './intake-view.ts';

/** What the columns of an uploaded file mean, and mappings kept by name (docs/rules/feeds.md#mappings). */
export const feedMappingRoutes: readonly PortalRoute[] = [
  route('GET /console/feed/mapping', 'see-shop', READING, showMapping),
  route('POST /console/feed/map', 'shop', CHANGING, map),
  route('POST /console/feed/read-again', 'shop', CHANGING, readAgain),
  route('POST /console/feed/map-again', 'shop', CHANGING, mapAgain),
  route('POST /console/feed/mapping/remove', 'shop', CHANGING, remove),
];

async function showMapping(
  { input: { name } }: SignedInRequestTo<'GET /console/feed/mapping'>,
  { feedMappings }: PortalServices,
): Promise<NamedMapping> {
  const mapping = await feedMappings.find(name);
  if (mapping === null) throw new PortalError('NOT_FOUND');
  return { name, mapping };
}

async function map(
  { account, input, piece, language }: SignedInRequestTo<'POST /console/feed/map'>,
  { feedIntake, feedMappings, auditTrail }: PortalServices,
): Promise<IntakeView> {
  const { intakeId, keepAs } = input;
  if (keepAs !== '' && !MAPPING_NAME.test(keepAs)) {
    throw invalid('keepAs', message('input.mappingName'));
  }
  const mapping = readMapping(piece);
  if (!(await feedIntake.map(intakeId, mapping, keepAs || null))) throw new PortalError('STALE');
  if (keepAs !== '') {
    await feedMappings.keep(keepAs, mapping);
    await auditTrail.record(account.accountId, 'feed.mapping-kept', 'feed', { name: keepAs });
  }
  return viewOf(await feedIntake.state(), language, feedMappings);
}

function textReading(encoding: string, delimiter: string): TextReading {
  try {
    return readWishes({ encoding, delimiter });
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    const field = error.message.startsWith('encoding') ? 'encoding' : 'delimiter';
    throw invalid(
      field,
      message('input.reading', { said: error.message, encodings: TEXT_ENCODINGS.join(', ') }),
    );
  }
}

function readMapping(piece: Buffer): string {
  const json = piece.toString('utf8');
  if (json.length > MAPPING_CHARS_MAX) {
    throw invalid('mapping', message('input.charactersMax', { max: MAPPING_CHARS_MAX }));
  }
  try {
    parseMapping(json);
    return json;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw invalid('mapping', message('input.mappingWrong', { said: error.reason }));
  }
}

async function readAgain(
  { input, language }: SignedInRequestTo<'POST /console/feed/read-again'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  const how = textReading(input.encoding, input.delimiter);
  if (!(await feedIntake.readAgain(input.intakeId, how))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function mapAgain(
  { input, language }: SignedInRequestTo<'POST /console/feed/map-again'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  if (!(await feedIntake.mapAgain(input.intakeId))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function remove(
  { account, input: { name } }: SignedInRequestTo<'POST /console/feed/mapping/remove'>,
  { feedMappings, auditTrail }: PortalServices,
): Promise<KeptMappings> {
  if (!(await feedMappings.remove(name))) throw new PortalError('NOT_FOUND');
  await auditTrail.record(account.accountId, 'feed.mapping-removed', 'feed', { name });
  return { kept: (await feedMappings.list()).map((one) => one.name) };
}
