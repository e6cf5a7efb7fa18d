import type { TextReading } from '../../ingest/feed-intake.ts';
import { MAPPING_CHARS_MAX, MAPPING_NAME } from '../../ingest/feed-mappings.ts';
import { MappingError, parseMapping } from '../../ingest/mapping.ts';
import { ReadingError, readWishes } from '../../ingest/reading.ts';
import { TEXT_ENCODINGS } from '../../ingest/text/encoding-names.ts';
import { message } from '../../messages/messages.ts';
import { invalid, PortalError, required } from '../failures.ts';
import { CHANGING, type PortalRoute, READING, route } from '../route.ts';
import { intakeView } from './intake-view.ts';

/** What the columns of an uploaded file mean, and mappings kept by name (docs/rules/feeds.md#mappings). */
export const feedMappingRoutes: readonly PortalRoute[] = [
  route('GET /console/feed/mapping', 'see-shop', READING, async ({ input: { name } }, { feedMappings }) => {
    return { name, mapping: required(await feedMappings.find(name)) };
  }),
  route('POST /console/feed/map', 'shop', CHANGING, async (request, services) => {
    const { account, piece, language } = request;
    const { intakeId, keepAs } = request.input;
    if (keepAs !== '' && !MAPPING_NAME.test(keepAs)) throw invalid('keepAs', message('input.mappingName'));
    const mapping = readMapping(piece);
    if (!(await services.feedIntake.map(intakeId, mapping, keepAs || null))) throw new PortalError('STALE');
    if (keepAs !== '') {
      await services.feedMappings.keep(keepAs, mapping);
      await services.auditTrail.record(account.accountId, 'feed.mapping-kept', 'feed', { name: keepAs });
    }
    return intakeView(language, services);
  }),
  route('POST /console/feed/read-again', 'shop', CHANGING, async ({ input, language }, services) => {
    const how = textReading(input.encoding, input.delimiter);
    if (!(await services.feedIntake.readAgain(input.intakeId, how))) throw new PortalError('STALE');
    return intakeView(language, services);
  }),
  route('POST /console/feed/map-again', 'shop', CHANGING, async ({ input, language }, services) => {
    if (!(await services.feedIntake.mapAgain(input.intakeId))) throw new PortalError('STALE');
    return intakeView(language, services);
  }),
  route('POST /console/feed/mapping/remove', 'shop', CHANGING, async ({ account, input }, services) => {
    const { feedMappings, auditTrail } = services;
    const { name } = input;
    if (!(await feedMappings.remove(name))) throw new PortalError('NOT_FOUND');
    await auditTrail.record(account.accountId, 'feed.mapping-removed', 'feed', { name });
    return { kept: (await feedMappings.list()).map((one) => one.name) };
  }),
];

function textReading(encoding: string, delimiter: string): TextReading {
  try {
    return readWishes({ encoding, delimiter });
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    const field = error.message.startsWith('encoding') ? 'encoding' : 'delimiter';
    const encodings = TEXT_ENCODINGS.join(', ');
    throw invalid(field, message('input.reading', { said: error.message, encodings }));
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
