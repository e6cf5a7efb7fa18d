import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import type { Language } from '../../messages/languages.ts';
import { textIn } from '../../v1/schema.ts';
import { firstCall } from '../kit/calls.ts';
import { type DocsContext, GUIDES, type Guide, responseTo, TEXTS } from './context.ts';
import {
  ENDPOINT_GROUPS,
  type EndpointGroup,
  endpointPage,
  groupOf,
  JSON_ENDPOINTS,
  madeUpAnswer,
} from './endpoint-page.ts';
import { errorPage } from './error-page.ts';
import {
  codeFence,
  errorLines,
  fillFacts,
  markdownLink,
  paragraphs,
  programs,
  shortened,
} from './markdown.ts';

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly label?: string;
  readonly group: EndpointGroup | 'guides' | 'errors';
  write(context: DocsContext): Promise<string>;
}

/** Every page in reading order. The pages of endpoints and of error codes follow the guides that list them. */
export function pagesOf(language: Language): readonly DocsPage[] {
  const { guides, errors } = TEXTS[language];
  const details: Partial<Record<Guide, readonly DocsPage[]>> = {
    endpoints: ENDPOINT_GROUPS.flatMap(endpointsOf).map((endpoint) => ({
      path: `/docs/endpoints/${endpoint.name}`,
      title: textIn(language, endpoint.title),
      group: groupOf(endpoint),
      write: (context) => endpointPage(endpoint, context),
    })),
    errors: ERROR_CODES.map((code) => ({
      path: `/docs/errors/${code}`,
      title: `${code}: ${errors[code].title}`,
      label: code,
      group: 'errors',
      write: (context) => errorPage(code, context),
    })),
  };
  return GUIDES.flatMap((name): DocsPage[] => {
    const title = /^# (.+)$/m.exec(guides[name])?.[1] ?? name;
    const path = name === 'start' ? '/docs' : `/docs/${name}`;
    const write = (context: DocsContext) => writeGuide(name, context);
    return [{ path, title, group: 'guides', write }, ...(details[name] ?? [])];
  });
}

const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

function endpointsOf(group: EndpointGroup) {
  return JSON_ENDPOINTS.filter((endpoint) => groupOf(endpoint) === group);
}

async function writeGuide(name: Guide, context: DocsContext): Promise<string> {
  const text = fillFacts(context.texts.guides[name], context.site);
  if (name === 'start') return text.replace('{{firstCall}}', await firstCallOf(context));
  if (name === 'endpoints') return paragraphs(text.trimEnd(), ...endpointLists(context));
  if (name !== 'errors') return text;
  const heading = `## ${context.t('errorCodes')} {#codes}`;
  return paragraphs(text.trimEnd(), heading, errorLines(ERROR_CODES, context));
}

async function firstCallOf(context: DocsContext): Promise<string> {
  const { site, example, t } = context;
  const url = firstCall(example.category);
  const body = await responseTo(url, context);
  const called = JSON_ENDPOINTS.find(({ path }) => url.startsWith(`${path}?`));
  const madeUp = called === undefined ? '' : madeUpAnswer(called);
  const answer = body === null ? madeUp : shortened(JSON.parse(body), 1);
  const call = { url: site.baseUrl + url, fileName: null, hasItems: true };
  return [...programs(call), codeFence('json', t('answer'), answer)].join('\n\n');
}

function endpointLists({ t, language }: DocsContext): readonly string[] {
  return ENDPOINT_GROUPS.flatMap((group) => {
    const lines = endpointsOf(group).map(({ title, name, path, description }) => {
      const link = markdownLink(textIn(language, title), `/docs/endpoints/${name}`);
      return `- ${link} \`${path}\`\\\n  ${textIn(language, description)}`;
    });
    return [`## ${t(`groups.${group}`)} {#${group}}`, lines.join('\n')];
  });
}

export function withTwinLinks(markdown: string, baseUrl: string): string {
  return markdown.replace(
    /\]\((\/docs(?:\/[\w/-]+)?)(#[\w-]+)?\)/g,
    (_link, path: string, anchor = '') => `](${baseUrl}${path}.md${anchor})`,
  );
}

/** The index at /llms.txt: what the service is, and where each page is as Markdown. */
export function llmsText({ site, t, language }: DocsContext): string {
  const links = pagesOf(language).map(({ title, path }) => `- ${markdownLink(title, path)}`);
  const text = paragraphs(
    `# ${site.operatorName.replace(/\s+/g, ' ')}`,
    `> ${t('llmsLead')}`,
    `- [OpenAPI](${site.baseUrl}/v1/openapi.json)\n- ${markdownLink(t('allInOne'), `${site.baseUrl}/llms-full.txt`)}`,
    `## ${t('title')}`,
    links.join('\n'),
  );
  return withTwinLinks(text, site.baseUrl);
}
