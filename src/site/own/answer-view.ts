import { parse as readCsv } from 'csv-parse/sync';
import { readXlsx } from '../../export/read-xlsx.ts';
import { MEDIA_TYPES } from '../../http/cached-response.ts';
import { type Html, html } from '../../http/html.ts';
import type { InProcessApi } from '../kit/services.ts';
import { copyLine, details, sizeOf, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

/** A call that the test tool made. */
export interface MadeCall {
  readonly answer: Awaited<ReturnType<InProcessApi['callAs']>>;
  readonly curl: string;
}

/** Headers that tell about the response; the others only instruct browsers. */
const HEADERS_SHOWN = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-language',
  'cache-control',
  'etag',
  'link',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'seoga-edition',
  'seoga-query-used',
  'seoga-correction',
  'seoga-suggestion',
  'seoga-ignored',
];
/** What a page shows of a body; the command gets all of it. */
const LINES_MAX = 1000;
const ROWS_MAX = 20;

/** The response to a call: status, body or table, headers, and the command for it. */
export function answerView(visit: Visit, { answer, curl }: MadeCall): Html {
  const t = visit.words('testTool');
  const { status, body, headers } = answer;
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  const shown = HEADERS_SHOWN.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  );
  const fileName = /filename="([^"]+)"/.exec(String(headers['content-disposition'] ?? ''))?.[1];
  const type = String(headers['content-type'] ?? '');
  const code = fileName === undefined ? errorCodeOf(body) : '';
  const content = fileName === undefined ? jsonView(visit, body) : fileView(visit, fileName, type, body);
  const list = table({
    caption: t('result.headers'),
    columns: [
      [t('result.header'), ([name]) => html`<code>${name}</code>`, 'line'],
      [t('result.value'), ([, value]) => html`<span class="mono">${value}</span>`],
    ],
    rows: shown,
  });
  return html`<div class="stack"><p class="row" role="status"><strong class="${kind}" data-part="status">${status}</strong><span class="soft">${t('result.ms', { ms: Math.round(answer.ms * 100) / 100 })}</span><span class="soft">${sizeOf(visit, body.length)}</span>${code !== '' && html`<a href="/docs/errors/${code}">${t('result.errorDocs', { code })}</a>`}</p>
${content}
<h3>${t('result.curl')}</h3>${copyLine(visit, curl)}
${details(t('result.headers'), list)}</div>`;
}

function jsonView(visit: Visit, body: Buffer): Html {
  const lines = JSON.stringify(parse(body), null, 2).split('\n');
  const rest = lines.length > LINES_MAX ? '\n…' : '';
  return copyLine(visit, lines.slice(0, LINES_MAX).join('\n') + rest, 'body');
}

/** The first rows of a spreadsheet, and the file itself. */
function fileView(visit: Visit, fileName: string, type: string, bytes: Buffer): Html {
  const t = visit.words('testTool');
  const [head = [], ...rows] = type === MEDIA_TYPES.xlsx ? readXlsx(bytes) : readCsv(bytes, { bom: true });
  const shown = table({
    caption: fileName,
    part: 'rows',
    columns: head.map((name, at) => [name, (row: readonly (string | number)[]) => row[at] ?? '', 'line']),
    rows: rows.slice(0, ROWS_MAX),
  });
  const address = `data:${type.replaceAll(' ', '')};base64,${bytes.toString('base64')}`;
  const more = rows.length > ROWS_MAX && html`<p class="soft">${t('result.first', { count: ROWS_MAX })}</p>`;
  return html`<p class="row"><a class="button" download="${fileName}" href="${address}">${t('result.download', { name: fileName })}</a><span class="soft">${t('result.rows', { count: rows.length })}</span></p>${more}${shown}`;
}

function parse(body: Buffer): unknown {
  return body.length === 0 ? null : JSON.parse(body.toString('utf8'));
}

function errorCodeOf(body: Buffer): string {
  const envelope = parse(body);
  const isNamed = typeof envelope === 'object' && envelope !== null && 'errorCode' in envelope;
  return isNamed && typeof envelope.errorCode === 'string' ? envelope.errorCode : '';
}
