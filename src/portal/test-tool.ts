import { readXlsx } from '../export/read-xlsx.ts';
import { MEDIA_TYPES } from '../http/cached-response.ts';
import { message } from '../messages/messages.ts';
import { callPath, curlCommand } from './curl.ts';
import { invalid, PortalError } from './failures.ts';
import { suspended } from './key.ts';
import { type Limit, type PortalRoute, route } from './route.ts';

/** Above the gate's own limits, so that they can be seen at work. */
const TESTING: Limit = { name: 'testing', burst: 100, everySeconds: 0.05 };

/**
 * Calls of the signed-in account without its key, which only the account's own servers hold
 * (docs/rules/accounts.md#test-tool).
 */
export const testToolRoutes: readonly PortalRoute[] = [
  route('POST /test', 'account', TESTING, async (request, services) => {
    const { endpoint, parameters } = request.input;
    const path = services.api.pathOf(endpoint);
    if (path === null) throw invalid('endpoint', message('input.endpointName'));
    const { accountId } = request.account;
    if (request.account.suspended) throw suspended();
    const keys = await services.accounts.listKeys(accountId);
    if (keys.every((key) => key.revokedAtMs !== null)) throw new PortalError('NO_KEY');

    const url = callPath(path, parameters);
    const answer = await services.api.callAs(accountId, url, { 'accept-language': request.language });
    const headers: Record<string, string> = Object.fromEntries(
      HEADERS_SHOWN.flatMap((name) =>
        answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]],
      ),
    );
    const disposition = headers['content-disposition'];
    const isFile = disposition !== undefined;
    return {
      status: answer.status,
      ms: Math.round(answer.ms * 100) / 100,
      headers,
      body: isFile ? null : answer.body.toString('utf8'),
      table: isFile
        ? {
            ...tableOf(answer.body, headers['content-type'] ?? '', disposition),
            hasHeader: parameters.header !== 'N',
          }
        : null,
      curl: curlCommand(`${services.baseUrl}${url}`, isFile),
    };
  }),
];

/** Headers that tell about the response; the others only instruct browsers. */
const HEADERS_SHOWN = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-language',
  'cache-control',
  'etag',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'seoga-edition',
  'seoga-query-used',
  'seoga-correction',
  'seoga-suggestion',
];

function tableOf(bytes: Buffer, type: string, disposition: string) {
  const fileName = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'file';
  return {
    fileName,
    rows: type === MEDIA_TYPES.xlsx ? readXlsx(bytes) : readCsv(bytes),
    base64: bytes.toString('base64'),
  };
}

/** The fields of CSV as the API writes it, without the byte order mark. */
function readCsv(bytes: Buffer): string[][] {
  const rows: string[][] = [[]];
  for (const [, field = '', end] of new TextDecoder().decode(bytes).matchAll(CSV_FIELD)) {
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end !== ',') rows.push([]);
  }
  // After the last line break, the pattern finds one more, empty field.
  return rows.filter((row) => row.length > 1);
}

const CSV_FIELD = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g;
