import { Readable } from 'node:stream';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { MEDIA_TYPES } from '../../export/table.ts';
import { type Html, html } from '../../http/html.ts';
import { chooseReader, RECOGNISE } from '../../ingest/choose-reader.ts';
import { exampleIn } from '../docs/context.ts';
import { type Endpoint, endpointsIn, type Parameter } from '../docs/endpoints.ts';
import { curlCommand } from '../kit/calls.ts';
import { choice, type Field, field, line, readFields } from '../kit/fields.ts';
import { filterForm, formOf } from '../kit/form.ts';
import { form, screen } from '../kit/screen.ts';
import type { InProcessApi, Services } from '../kit/services.ts';
import { addressWith, copyBlock, details, notice, sizeOf, table } from '../kit/ui.ts';
import { type Page, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { liveKeyOf, refuseSuspended } from './key.ts';

const CATEGORIES_MAX = 300;

const QUERY = { endpoint: line(1, 100).optional(), values: line(0, 2000).or('') };
type Values = Readonly<Record<string, string>>;

/** Makes calls as the signed-in account, without its key (docs/accounts.md#test-tool). */
export const testToolScreen = screen('/portal/test', {
  needs: 'account',
  query: QUERY,
  async show(visit, { endpoint: name, values }) {
    const endpoint = findEndpoint(name ?? '', visit) ?? required(endpointsIn(visit.language)[0]);
    const given = Object.fromEntries(new URLSearchParams(values));
    return show(visit, endpoint, values === '' ? await sampleValues(endpoint, visit) : given, null);
  },
  forms: {
    run: form(['account', 'testing'], { endpoint: line(1, 100) }, async (visit, { endpoint: name }) => {
      const { services, account, language } = visit;
      const endpoint = required(findEndpoint(name, visit));
      refuseSuspended(visit);
      required(await liveKeyOf(account.accountId, services), 'NO_KEY');
      const values = readFields(fieldsOf(endpoint.parameters), visit.sent);
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const url = addressWith(endpoint.path, given);
      const answer = await services.api.callAs(account.accountId, url, { 'accept-language': language });
      return show(visit, endpoint, values, {
        answer,
        curl: curlCommand(services.baseUrl + url, endpoint.isFile ? '-OJ' : ''),
      });
    }),
  },
});

function findEndpoint(name: string, { language }: SignedInVisit): Endpoint | null {
  return endpointsIn(language).find((one) => one.name === name) ?? null;
}

function fieldsOf(parameters: readonly Parameter[]): Readonly<Record<string, Field<string>>> {
  return Object.fromEntries(parameters.map((one) => [one.name, parameterField(one)]));
}

/** Parameters are sent unchanged, because the API itself reports what is wrong with them. */
function parameterField({ values, required: isRequired, format, type }: Parameter): Field<string> {
  const typed = {
    type: format === 'date' ? 'date' : 'text',
    maxlength: VALUE_MAX,
    autocomplete: 'off',
    ...(type === 'integer' ? { inputmode: 'numeric' } : {}),
  };
  return field({
    control: values.size > 0 ? 'choice' : 'line',
    attributes: { ...(values.size > 0 ? {} : typed), required: isRequired },
    words: [...values.keys()],
    read: (sent) => (typeof sent === 'string' ? sent.trim().slice(0, VALUE_MAX) : ''),
  });
}

const VALUE_MAX = 1000;

async function show(
  visit: SignedInVisit,
  endpoint: Endpoint,
  values: Values,
  made: MadeCall | null,
): Promise<Page> {
  const t = visit.words('testTool');
  const hasKey = (await liveKeyOf(visit.account.accountId, visit.services)) !== null;
  const titles = new Map(endpointsIn(visit.language).map((one) => [one.name, one.title]));
  const chooser = filterForm(visit, {
    fields: { endpoint: choice(titles).called('testTool.endpoint') },
    values: { endpoint: endpoint.name },
    button: t('choose'),
    attributes: { 'data-preview': 'call' },
  });
  const noKey = notice(
    'warn',
    html`<p>${t('noKey.body')}</p><p><a class="button primary" href="/portal/key">${t('noKey.action')}</a></p>`,
    { title: t('noKey.title') },
  );
  return {
    title: t('title'),
    lead: t('lead'),
    width: 'wide',
    body: html`${!hasKey && noKey}<div class="tool"><div class="stack">
${chooser}
<div id="call" class="stack">${await callForm(visit, endpoint, values)}</div>
</div>
<section id="answer" class="answer" data-part="answer"><h2>${t('result.title')}</h2>${
      made === null ? html`<p class="soft">${t('result.empty')}</p>` : await answerView(visit, made)
    }</section></div>`,
  };
}

async function callForm(visit: SignedInVisit, endpoint: Endpoint, values: Values): Promise<Html> {
  const t = visit.words('testTool');
  const parameters = await shownParameters(endpoint, visit.services);
  return formOf(visit, 'run', {
    fields: fieldsOf(parameters),
    hidden: { endpoint: endpoint.name },
    values,
    action: '/portal/test#answer',
    button: t('run'),
    beside: html`<span class="soft small">${t(endpoint.isCounted ? 'counts' : 'countsNot')}</span>`,
    body: (field) => [
      html`<p class="mono">GET ${endpoint.path}</p>`,
      parameters.length === 0 && html`<p class="soft">${t('noParameters')}</p>`,
      parameters.map((one) => field(one.name, optionsOf(visit, one))),
      html`<p class="small"><a href="${docsAddress(visit, endpoint)}">${t('docs')}</a></p>`,
    ],
  });
}

/** The address of an endpoint's documentation. An endpoint that returns a file is on the page of its JSON endpoint. */
function docsAddress({ language }: SignedInVisit, { name }: Endpoint): string {
  const json = endpointsIn(language).find(({ file }) => file?.name === name);
  return json === undefined ? `/docs/endpoints/${name}` : `/docs/endpoints/${json.name}#file`;
}

function optionsOf(visit: SignedInVisit, parameter: Parameter) {
  const t = visit.words('testTool');
  const { name, label, required: isRequired, defaultValue, values: meanings } = parameter;
  const standard =
    defaultValue === null ? '' : t('byDefault', { value: meanings.get(defaultValue) ?? defaultValue });
  const nameOf = (value: string) => {
    const meaning = meanings.get(value);
    return meaning === undefined || meaning === value ? value : `${meaning} (${value})`;
  };
  return {
    label: html`${label} <code>${name}</code>${!isRequired && html` <span class="soft small">${t('optional')}</span>`}`,
    none: standard,
    nameOf,
    ...(standard !== '' && meanings.size === 0 ? { hint: standard } : {}),
  };
}

/** The parameters of an endpoint. categoryId becomes a select unless there are too many categories. */
async function shownParameters(
  { parameters }: Endpoint,
  { catalog }: Services,
): Promise<readonly Parameter[]> {
  if (parameters.every(({ name }) => name !== 'categoryId')) return parameters;
  const categories = await catalog.listCategories();
  if (categories.length > CATEGORIES_MAX) return parameters;
  const values = new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
  return parameters.map((one) => (one.name === 'categoryId' ? { ...one, values } : one));
}

/** Sample values for which this catalogue has a response. */
async function sampleValues({ parameters }: Endpoint, visit: SignedInVisit): Promise<Values> {
  const { category, isReal, itemId, title } = await exampleIn(visit.services);
  const isLookUp = parameters.some((one) => one.name === 'searchType');
  const sampleOf = ({ name, required: isRequired, example }: Parameter) => {
    if (name === 'categoryId') return category;
    if (name === 'date') return formatKstDay(kstDayOf(visit.services.clock.nowMs()) - 1);
    if (isLookUp && isReal && name === 'searchType') return 'ItemId';
    if (isLookUp && isReal && name === 'query') return String(itemId);
    if (name === 'query') return title || (example ?? '');
    return (isRequired && example) || '';
  };
  return Object.fromEntries(parameters.map((one) => [one.name, sampleOf(one)]));
}

interface MadeCall {
  readonly answer: Awaited<ReturnType<InProcessApi['callAs']>>;
  readonly curl: string;
}

/** Headers that describe the response. The others only instruct browsers. */
const HEADERS_SHOWN =
  /^(content-(type|disposition|length|language)|cache-control|etag|link|ratelimit|retry-after|seoga-)/;
/** Limits on what the page shows of a response; the curl command gets all of it. */
const LINES_MAX = 1000;
const ROWS_MAX = 20;

/** The response to a call: status, body or table, headers, and the command for it. */
async function answerView(visit: Visit, { answer, curl }: MadeCall): Promise<Html> {
  const t = visit.words('testTool');
  const { status, body, headers } = answer;
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  const shown = Object.entries(headers).filter(([name]) => HEADERS_SHOWN.test(name));
  const fileName = /filename="([^"]+)"/.exec(String(headers['content-disposition'] ?? ''))?.[1];
  const type = String(headers['content-type'] ?? '');
  const code = /\/docs\/errors\/(\w+)>/.exec(String(headers.link))?.[1] ?? '';
  const content =
    fileName === undefined ? jsonView(visit, body) : await fileView(visit, fileName, type, body);
  const list = table(t, {
    caption: t('result.headers'),
    columns: ['result.header:line', 'result.value'],
    rows: shown.map(([name, value]) => [
      html`<code>${name}</code>`,
      html`<span class="mono">${String(value)}</span>`,
    ]),
  });
  return html`<div class="stack"><p class="row" role="status"><strong class="${kind}" data-part="status">${status}</strong><span class="soft">${t('result.ms', { ms: Math.round(answer.ms * 100) / 100 })}</span><span class="soft">${sizeOf(visit, body.length)}</span>${code !== '' && html`<a href="/docs/errors/${code}">${t('result.errorDocs', { code })}</a>`}</p>
${content}
${copyBlock(visit, 'curl', curl)}
${details(t('result.headers'), list)}</div>`;
}

function jsonView(visit: Visit, body: Buffer): Html {
  const lines = JSON.stringify(JSON.parse(body.toString() || 'null'), null, 2).split('\n');
  const rest = lines.length > LINES_MAX ? '\n…' : '';
  return copyBlock(visit, 'JSON', lines.slice(0, LINES_MAX).join('\n') + rest, 'body');
}

async function fileView(visit: Visit, fileName: string, type: string, bytes: Buffer): Promise<Html> {
  const t = visit.words('testTool');
  const format = type === MEDIA_TYPES.xlsx ? 'xlsx' : 'csv';
  const reading = {
    ...RECOGNISE,
    format,
    encoding: 'utf-8',
    delimiter: ',',
    currency: '',
    today: '',
  } as const;
  const { rows: blocks } = await chooseReader(Readable.from([bytes]), reading);
  const [head = [], ...rows] = (await Array.fromAsync(blocks ?? [])).flatMap((block) => block.rows);
  const shown = table(t, {
    caption: fileName,
    part: 'rows',
    columns: head.map((name) => [name, 'line']),
    rows: rows.slice(0, ROWS_MAX).map((cells) => head.map((_, at) => cells[at])),
  });
  const address = `data:${type.replaceAll(' ', '')};base64,${bytes.toString('base64')}`;
  const more = rows.length > ROWS_MAX && html`<p class="soft">${t('result.first', { count: ROWS_MAX })}</p>`;
  return html`<p class="row"><a class="button" download="${fileName}" href="${address}">${t('result.download', { name: fileName })}</a><span class="soft">${t('result.rows', { count: rows.length })}</span></p>${more}${shown}`;
}
