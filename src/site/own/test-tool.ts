import { Readable } from 'node:stream';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { MEDIA_TYPES } from '../../export/table.ts';
import { type Html, html } from '../../http/html.ts';
import { chooseReader, RECOGNISE } from '../../ingest/choose-reader.ts';
import type { Endpoint } from '../../v1/endpoint.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import { textIn } from '../../v1/schema.ts';
import { exampleIn } from '../docs/context.ts';
import { curlCommand } from '../kit/calls.ts';
import { choice, type Field, field, line, parameterField } from '../kit/fields.ts';
import { filterForm, formOf } from '../kit/form.ts';
import { form, screen } from '../kit/screen.ts';
import type { InProcessApi, Services } from '../kit/services.ts';
import { addressWith, copyBlock, details, notice, sizeOf, table } from '../kit/ui.ts';
import { type Page, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { liveKeyOf, refuseSuspended } from './key.ts';

const CATEGORIES_MAX = 300;
const VALUE_MAX = 1000;

const QUERY = { endpoint: line(1, 100).optional(), values: line(0, 2000).or('') };
type Values = Readonly<Record<string, string>>;

/** Makes calls as the signed-in account, without its key (docs/accounts.md#test-tool). */
export const testToolScreen = screen('/portal/test', {
  needs: 'account',
  query: QUERY,
  async show(visit, { endpoint: name, values }) {
    const endpoint = ENDPOINTS.find((one) => one.name === name) ?? required(ENDPOINTS[0]);
    const given = Object.fromEntries(new URLSearchParams(values));
    return show(visit, endpoint, values === '' ? await sampleValues(endpoint, visit) : given);
  },
  forms: {
    run: form(['account', 'testing'], { endpoint: line(1, 100) }, async (visit, { endpoint: name }) => {
      const { services, account, language, sent } = visit;
      const endpoint = required(ENDPOINTS.find((one) => one.name === name));
      refuseSuspended(visit);
      required(await liveKeyOf(account.accountId, services), 'NO_KEY');
      // Values are sent unchanged, because the API itself reports what is wrong with them.
      const given = Object.keys(endpoint.parameters).map((parameter) => {
        const value = sent[parameter];
        return [parameter, typeof value === 'string' ? value.trim().slice(0, VALUE_MAX) : ''] as const;
      });
      const url = addressWith(endpoint.path, Object.fromEntries(given.filter(([, value]) => value !== '')));
      const answer = await services.api.callAs(account.accountId, url, { 'accept-language': language });
      const curl = curlCommand(services.baseUrl + url, endpoint.data === null ? '-OJ' : '');
      return show(visit, endpoint, Object.fromEntries(given), await answerView(visit, answer, curl));
    }),
  },
});

async function show(visit: SignedInVisit, endpoint: Endpoint, values: Values, answer?: Html): Promise<Page> {
  const t = visit.words('testTool');
  const hasKey = (await liveKeyOf(visit.account.accountId, visit.services)) !== null;
  const titles = new Map(ENDPOINTS.map(({ name, title }) => [name, textIn(visit.language, title)]));
  const chooser = filterForm(visit, {
    fields: { endpoint: choice(titles).called('testTool.endpoint') },
    values: { endpoint: endpoint.name },
    button: t('choose'),
    attributes: { 'data-preview': 'call' },
  });
  const toKey = html`<p>${t('noKey.body')}</p><p><a class="button primary" href="/portal/key">${t('noKey.action')}</a></p>`;
  return {
    title: t('title'),
    lead: t('lead'),
    width: 'wide',
    body: html`${!hasKey && notice('warn', toKey, { title: t('noKey.title') })}<div class="tool"><div class="stack">
${chooser}
<div id="call" class="stack">${await callForm(visit, endpoint, values)}</div>
</div>
<section id="answer" class="answer" data-part="answer"><h2>${t('result.title')}</h2>${answer ?? html`<p class="soft">${t('result.empty')}</p>`}</section></div>`,
  };
}

async function callForm(visit: Visit, endpoint: Endpoint, values: Values): Promise<Html> {
  const t = visit.words('testTool');
  const fields = await fieldsOf(endpoint, visit.services);
  const json = ENDPOINTS.find(({ path }) => `${path}/export` === endpoint.path);
  const docs = json === undefined ? endpoint.name : `${json.name}#file`;
  return formOf(visit, 'run', {
    fields,
    hidden: { endpoint: endpoint.name },
    values,
    action: '/portal/test#answer',
    button: t('run'),
    beside: html`<span class="soft small">${t(endpoint.uncounted === true ? 'countsNot' : 'counts')}</span>`,
    body: (draw) => [
      html`<p class="mono">GET ${endpoint.path}</p>`,
      Object.keys(fields).length === 0 && html`<p class="soft">${t('noParameters')}</p>`,
      Object.entries(fields).map(([name, one]) =>
        draw(name, optionsOf(visit, one, name, endpoint.parameters[name]?.schema.default)),
      ),
      html`<p class="small"><a href="/docs/endpoints/${docs}">${t('docs')}</a></p>`,
    ],
  });
}

/** The fields of the parameters. A category is chosen by name unless there are too many. */
async function fieldsOf({ parameters }: Endpoint, { catalog }: Services) {
  const categories = 'categoryId' in parameters ? await catalog.listCategories() : [];
  const isFew = categories.length > 0 && categories.length <= CATEGORIES_MAX;
  const byName = choice(new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath])));
  const fields = Object.entries(parameters).map(([name, parameter]) => {
    const about = parameterField(parameter);
    const one = name === 'categoryId' && isFew ? field({ ...about, ...byName }) : about;
    return [name, parameter.isRequired ? one : one.or('')] as const;
  });
  return Object.fromEntries(fields);
}

function optionsOf(visit: Visit, about: Field<string>, name: string, standard: unknown) {
  const t = visit.words('testTool');
  const { label, control, attributes } = about;
  const meaningOf = (value: string) => about.nameOf?.(value, visit.language) ?? value;
  const byDefault = standard === undefined ? '' : t('byDefault', { value: meaningOf(String(standard)) });
  const isOptional = attributes.required !== true;
  return {
    label: html`${typeof label === 'object' && label[visit.language]} <code>${name}</code>${isOptional && html` <span class="soft small">${t('optional')}</span>`}`,
    none: byDefault,
    nameOf: (value: string) => (meaningOf(value) === value ? value : `${meaningOf(value)} (${value})`),
    attributes: { autocomplete: 'off' },
    ...(control !== 'choice' && byDefault !== '' && { hint: byDefault }),
  };
}

/** Sample values for which this catalogue has a response. */
async function sampleValues({ parameters }: Endpoint, { services }: Visit): Promise<Values> {
  const { category, isReal, itemId, title } = await exampleIn(services);
  const isLookUp = 'searchType' in parameters;
  const sampleOf = (name: string, { schema, isRequired }: Endpoint['parameters'][string]) => {
    const example = String(schema.examples?.[0] ?? '');
    if (name === 'categoryId') return category;
    if (name === 'date') return formatKstDay(kstDayOf(services.clock.nowMs()) - 1);
    if (isLookUp && isReal && name === 'searchType') return 'ItemId';
    if (isLookUp && isReal && name === 'query') return String(itemId);
    if (name === 'query') return title || example;
    return isRequired ? example : '';
  };
  return Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, sampleOf(name, one)]));
}

type Answer = Awaited<ReturnType<InProcessApi['callAs']>>;

/** Headers that describe the response. Other headers instruct browsers. */
const HEADERS_SHOWN =
  /^(content-(type|disposition|length|language)|cache-control|etag|link|ratelimit|retry-after|seoga-)/;
/** What the page shows of a response. The curl command gets all of it. */
const LINES_MAX = 1000;
const ROWS_MAX = 20;

async function answerView(visit: Visit, answer: Answer, curl: string): Promise<Html> {
  const t = visit.words('testTool');
  const { status, body, headers, ms } = answer;
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
  return html`<div class="stack"><p class="row" role="status"><strong class="${kind}" data-part="status">${status}</strong><span class="soft">${t('result.ms', { ms: Math.round(ms * 100) / 100 })}</span><span class="soft">${sizeOf(visit, body.length)}</span>${code !== '' && html`<a href="/docs/errors/${code}">${t('result.errorDocs', { code })}</a>`}</p>
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
  const ours = { format, encoding: 'utf-8', delimiter: ',' } as const;
  const reading = { ...RECOGNISE, ...ours, currency: '', today: '' };
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
