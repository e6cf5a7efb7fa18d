import type { TextReading } from '../../ingest/feed-intake.ts';
import { MAPPING_CHARS_MAX, MAPPING_NAME } from '../../ingest/feed-mappings.ts';
import { MappingError, parseMapping } from '../../ingest/mapping.ts';
import { ReadingError, readWishes } from '../../ingest/reading.ts';
import { TEXT_ENCODINGS } from '../../ingest/text-encoding.ts';
import { message } from '../../messages/messages.ts';
import { readBody, readBytes, type SentBody } from '../body.ts';
import type { IntakeView } from '../console-feed-contract.ts';
import type { KeptMappings, NamedMapping } from '../console-mapping-contract.ts';
import { invalid, PortalError } from '../failures.ts';
import { readNumber, readText } from '../query.ts';
import { CHANGING, type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { viewOf } from './intake-view.ts';

const PATH = '/console/feed';

/** What the columns of an uploaded file mean, and mappings kept by name (docs/rules/feeds.md#mappings). */
export const feedMappingRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: `${PATH}/mapping`, needs: 'see-shop', limit: READING, answer: showMapping },
  { method: 'POST', path: `${PATH}/map`, needs: 'shop', limit: CHANGING, bodyType: 'bytes', answer: map },
  { method: 'POST', path: `${PATH}/read-again`, needs: 'shop', limit: CHANGING, answer: readAgain },
  { method: 'POST', path: `${PATH}/map-again`, needs: 'shop', limit: CHANGING, answer: mapAgain },
  { method: 'POST', path: `${PATH}/mapping/remove`, needs: 'shop', limit: CHANGING, answer: remove },
];

const NAME_MAX = 100;

async function showMapping(
  { query }: SignedInRequest<'/console/feed/mapping'>,
  { feedMappings }: PortalServices,
): Promise<NamedMapping> {
  const name = readText(query, 'name', NAME_MAX) ?? '';
  const mapping = await feedMappings.find(name);
  if (mapping === null) throw new PortalError('NOT_FOUND');
  return { name, mapping };
}

async function map(
  { account, query, body, language }: SignedInRequest<'/console/feed/map'>,
  { feedIntake, feedMappings, auditTrail }: PortalServices,
): Promise<IntakeView> {
  const intakeId = readNumber(query, 'intakeId') ?? 0;
  const keepAs = readText(query, 'keepAs', NAME_MAX) ?? '';
  if (keepAs !== '' && !MAPPING_NAME.test(keepAs)) {
    throw invalid('keepAs', message('input.mappingName'));
  }
  const mapping = readMapping(body);
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

function readMapping(body: SentBody<never>): string {
  const json = readBytes(body)?.toString('utf8') ?? '';
  if (json.length > MAPPING_CHARS_MAX) {
    throw invalid('mapping', message('input.charactersMax', { max: MAPPING_CHARS_MAX }));
  }
  try {
    parseMapping(json);
    return json;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw invalid('mapping', message('input.mappingWrong', { said: error.message }));
  }
}

async function readAgain(
  { body, language }: SignedInRequest<'/console/feed/read-again'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  const sent = readBody(body, ['intakeId', 'encoding', 'delimiter']);
  const intakeId = sent.integer('intakeId', 1, Number.MAX_SAFE_INTEGER);
  const how = textReading(sent.text('encoding', 1, NAME_MAX), sent.text('delimiter', 1, NAME_MAX));
  if (!(await feedIntake.readAgain(intakeId, how))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function mapAgain(
  { body, language }: SignedInRequest<'/console/feed/map-again'>,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  const intakeId = readBody(body, ['intakeId']).integer('intakeId', 1, Number.MAX_SAFE_INTEGER);
  if (!(await feedIntake.mapAgain(intakeId))) throw new PortalError('STALE');
  return viewOf(await feedIntake.state(), language, feedMappings);
}

async function remove(
  { account, body }: SignedInRequest<'/console/feed/mapping/remove'>,
  { feedMappings, auditTrail }: PortalServices,
): Promise<KeptMappings> {
  const name = readBody(body, ['name']).text('name', 1, NAME_MAX);
  if (!(await feedMappings.remove(name))) throw new PortalError('NOT_FOUND');
  await auditTrail.record(account.accountId, 'feed.mapping-removed', 'feed', { name });
  return { kept: (await feedMappings.list()).map((one) => one.name) };
}
