import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { bodyOrNull, failureBody, shortened } from './answers.ts';
import type { DocsContext } from './context.ts';
import { endpointsIn } from './endpoints.ts';
import { errorCalls } from './error-calls.ts';
import { codeFence, markdownLink, paragraphs } from './markdown.ts';

/** The page of an error code as Markdown: what happened, how to fix it, a call that fails and one that works. */
export async function errorPage(code: ErrorCode, context: DocsContext): Promise<string> {
  const t = context.words('docs');
  const { texts, example, site } = context;
  const { title, happened, fix } = texts.errors[code];
  const { fails, failsAt, works, worksAt } = errorCalls(example, site.baseUrl)[code];
  const worked = example.isReal ? await bodyOrNull(context, worksAt) : null;
  return paragraphs(
    `# ${code}: ${title}`,
    `HTTP ${ERROR_STATUS[code]} · ${whereItHappens(code, context)}`,
    happened,
    `## ${t('fix')} {#fix}`,
    fix,
    `## ${t('fails')} {#fails}`,
    fails === null ? t('notCallable') : codeFence('sh', t('request'), fails),
    codeFence('json', t('body'), await failureBody(code, failsAt, context)),
    `## ${t('works')} {#works}`,
    codeFence('sh', t('request'), works),
    worked === null ? '' : codeFence('json', t('body'), shortened(JSON.parse(worked))),
  );
}

/** The endpoints that answer with a code, unless all do. */
function whereItHappens(code: ErrorCode, { words, language }: DocsContext): string {
  const endpoints = endpointsIn(language).filter(({ isFile }) => !isFile);
  const answering = endpoints.filter(
    ({ errors, file }) => errors.includes(code) || file?.errors.includes(code),
  );
  if (answering.length === 0 || answering.length >= endpoints.length - 1) return words('docs')('everyCall');
  return answering.map(({ title, name }) => markdownLink(title, `/docs/endpoints/${name}`)).join(', ');
}
