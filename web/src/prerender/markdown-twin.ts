import type { Language } from '../../../src/messages/languages.ts';
import { firstCall } from '../../../src/portal/contract/catalogue.ts';
import { attributionCode } from '../docs/attribution-code.ts';
import { codeSample } from '../docs/code-samples.ts';
import { DOCS_PAGES, GUIDES } from '../docs/docs-pages.ts';
import { errorPages, withRealAddress } from '../docs/error-pages.ts';
import type { Endpoint, KnownValue } from '../docs/openapi.ts';
import { sampleQuery } from '../docs/samples.ts';
import { fillText, rawText } from '../docs/texts.ts';
import type { PublicMessages } from '../messages/messages.ts';
import { queryClient } from '../query-client.ts';
import { PLACEHOLDER_SESSION, PLACEHOLDERS } from './placeholders.ts';

interface TwinContext {
  readonly endpoints: readonly Endpoint[];
  readonly language: Language;
  readonly messages: PublicMessages;
}

const { baseUrl } = PLACEHOLDERS;

/** A page of the documentation as Markdown, for programs that read it; null for pages that have none. */
export async function markdownTwin(path: string, context: TwinContext): Promise<string | null> {
  const page = DOCS_PAGES.find(({ to }) => to === path);
  const body = page === undefined ? await detailTwin(path, context) : pageTwin(page.text, context);
  return body === null ? null : withTwinLinks(body);
}

function pageTwin(name: (typeof DOCS_PAGES)[number]['text'], context: TwinContext): string {
  const { docs } = context.messages;
  const head = `# ${docs[name]}\n\n${docs[`${name}Lead`]}\n\n`;
  const guide = GUIDES.find((one) => one === name);
  if (guide !== undefined) return head + guideText(guide, context.language);
  if (name === 'start')
    return (
      head +
      guideText('start', context.language).replace(
        '{{firstCall}}',
        curlOf(firstCall(PLACEHOLDERS.firstCategory)),
      )
    );
  if (name === 'endpoints') return head + endpointList(context);
  if (name === 'changelog') return head + rawText('changelog', context.language);
  if (name === 'errors') return `${head}${guideText('errors', context.language)}\n\n${errorList(context)}`;
  return head + attributionText(docs);
}

function attributionText(docs: PublicMessages['docs']): string {
  const { operatorName } = PLACEHOLDERS;
  const logo = `${baseUrl}/assets/logo.svg`;
  const text = docs.textSample.replace('{operator}', operatorName);
  const code = attributionCode({
    link: `${baseUrl}/goods/{itemId}`,
    logo,
    text,
    buyHere: docs.buyAt.replace('{seller}', operatorName),
    buyElsewhere: docs.buyAt.replace('{seller}', docs.otherSeller),
  });
  const snippets = (['htmlPlain', 'htmlLogo', 'htmlSellers'] as const).map(
    (name) => `### ${docs[name]}\n\n${fence('html', code[name])}`,
  );
  return [
    `## ${docs.logoTitle}\n\n${docs.logoText} <${logo}>`,
    `## ${docs.textTitle}\n\n${docs.textText}\n\n${fence('', text)}`,
    `## ${docs.htmlTitle}\n\n${docs.htmlText}`,
    ...snippets,
  ].join('\n\n');
}

function guideText(name: (typeof GUIDES)[number] | 'start' | 'errors', language: Language): string {
  // The texts have a title of their own, and anchors.
  return fillText(rawText(name, language), PLACEHOLDER_SESSION)
    .replace(/^# .*\n+/, '')
    .replace(/ \{#[\w-]+\}$/gm, '');
}

function endpointList({ endpoints }: TwinContext): string {
  return endpoints
    .map(({ operation, path, title, description }) => {
      const name = `[${title}](/docs/endpoints/${operation})`;
      return `- ${name} \`GET ${path}\`: ${description}\n`;
    })
    .join('');
}

function errorList({ language }: TwinContext): string {
  return errorPages(language)
    .map(({ code, status, title }) => `- [${code}](/docs/errors/${code}) (${status}): ${title}\n`)
    .join('');
}

async function detailTwin(path: string, context: TwinContext): Promise<string | null> {
  const name = path.split('/').at(-1);
  const endpoint = context.endpoints.find(({ operation }) => path === `/docs/endpoints/${operation}`);
  if (endpoint !== undefined) return endpointTwin(endpoint, context);
  const error = errorPages(context.language).find(({ code }) => code === name);
  if (error === undefined) return null;
  const { docs } = context.messages;
  const fails = error.fails === null ? docs.notCallable : fence('sh', withRealAddress(error.fails, baseUrl));
  return [
    `# ${error.code}: ${error.title}`,
    `HTTP ${error.status}`,
    `## ${docs.happened}\n\n${error.happened}`,
    `## ${docs.fix}\n\n${error.fix}`,
    `## ${docs.fails}\n\n${fails}\n\n${fence('json', error.body)}`,
    `## ${docs.works}\n\n${fence('sh', withRealAddress(error.works, baseUrl))}\n`,
  ].join('\n\n');
}

async function endpointTwin(endpoint: Endpoint, { messages: { docs } }: TwinContext): Promise<string> {
  const sample = await queryClient.fetchQuery(sampleQuery(endpoint.operation));
  const term = (text: string) => text.replaceAll('|', '\\|');
  const parameters = endpoint.parameters.map((parameter) => {
    const facts = [
      parameter.required ? docs.required : '',
      parameter.defaultValue === null ? '' : `= ${parameter.defaultValue}`,
      parameter.minimum === null ? '' : `${parameter.minimum}-${parameter.maximum}`,
      valuesIn(parameter.values),
    ].filter(Boolean);
    return [`\`${parameter.name}\``, parameter.type, term(facts.join('; ')), term(parameter.description)];
  });
  const fields = endpoint.fields.map(({ path, type, description, values }) => [
    `\`${path}\``,
    term(type),
    term([description, valuesIn(values)].filter(Boolean).join(': ')),
  ]);
  const errors = endpoint.errors.map(({ status, code }) => `[${code}](/docs/errors/${code}) (${status})`);
  const body = Array.isArray(sample?.body) ? sample.body.join('\n') : JSON.stringify(sample?.body, null, 2);
  return [
    `# ${endpoint.title}`,
    endpoint.description,
    `\`GET ${endpoint.path}\``,
    ...(parameters.length === 0
      ? [docs.noParameters]
      : [`## ${docs.parameters}`, table([docs.parameter, docs.type, docs.values, docs.meaning], parameters)]),
    `## ${docs.request}`,
    curlOf(`${endpoint.path}${sample?.query ?? ''}`),
    `## ${docs.answer}`,
    fence('json', body),
    ...(fields.length === 0
      ? []
      : [`## ${docs.fields}`, table([docs.field, docs.type, docs.meaning], fields)]),
    `## ${docs.possibleErrors}`,
    `${errors.join(', ')}\n`,
  ].join('\n\n');
}

function valuesIn(values: readonly KnownValue[]): string {
  return values.map(({ value, meaning }) => `${value} (${meaning})`).join(', ');
}

/** The index that programs look for at /llms.txt: what the service is, and where each page is as Markdown. */
export function llmsText(context: TwinContext): string {
  const { docs, landing } = context.messages;
  const pages = DOCS_PAGES.map(({ to, text }) => `- [${docs[text]}](${to}): ${docs[`${text}Lead`]}\n`);
  const text = [
    `# ${PLACEHOLDERS.operatorName}`,
    `> ${landing.lead}`,
    `- [OpenAPI](${baseUrl}/v1/openapi.json)\n- [${docs.allInOne}](${baseUrl}/llms-full.txt)\n`,
    `## ${docs.title}`,
    pages.join(''),
    `## ${docs.endpoints}`,
    endpointList(context),
    `## ${docs.errors}`,
    errorList(context),
  ].join('\n\n');
  return withTwinLinks(text);
}

function curlOf(path: string): string {
  return fence('sh', codeSample('curl', { address: `${baseUrl}${path}`, fileName: null, hasItems: true }));
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Links between pages lead from twin to twin. */
function withTwinLinks(text: string): string {
  return text.replace(
    /\]\((\/docs(?:\/[\w/-]+)?)(#[\w-]+)?\)/g,
    (_link, path: string, anchor = '') => `](${baseUrl}${path}.md${anchor})`,
  );
}
