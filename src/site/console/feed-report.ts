import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type Brake, brakeReason } from '../../ingest/brakes.ts';
import { type FeedProblem, type FeedSummary, groupProblems } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import { FEED_KINDS } from '../../ingest/record-fields.ts';
import type { RecognisedTable } from '../../ingest/table/table-reader.ts';
import { type IdIn, message } from '../../messages/messages.ts';
import { line } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { details, notice, section, table } from '../kit/ui.ts';
import { type Page, type Problem, type SignedInVisit, unconfirmed, type Visit } from '../kit/visit.ts';
import { type Checked, MAPPED_FIELDS, uploadProgress } from './feed-upload.ts';
import { MAP_FIELDS } from './mapping-form.ts';

const OUTCOMES = ['added', 'changed', 'unchanged', 'late'] as const;

/** What an import would do, or has done, to the records of each kind. */
export function changesTable(visit: Visit, summary: FeedSummary): Html {
  const t = visit.words('consoleFeeds');
  return table(t, {
    caption: t('counts'),
    part: 'counts',
    none: t('noCounts'),
    columns: ['kind', ...OUTCOMES.map((outcome) => `${outcome}:number` as const)],
    rows: FEED_KINDS.filter((kind) => OUTCOMES.some((outcome) => summary[kind][outcome] > 0)).map((kind) => [
      t(`kinds.${kind}`),
      ...OUTCOMES.map((outcome) => visit.number(summary[kind][outcome])),
    ]),
  });
}

/** What the columns of a shop's own table were taken for. */
function columnsTable(visit: Visit, { headerRow, columns, mapping }: RecognisedTable): Html {
  const t = visit.words('consoleFeeds');
  const m = visit.words('consoleMapping');
  const nameOf = (field: string) => m(`names.${field.replace('.', '_')}` as IdIn<'consoleMapping'>);
  const always = Object.entries(mapping.constants).map(([field, value]) => `${nameOf(field)}: ${value}`);
  const unused = (likely: string | null) =>
    likely === null ? t('unused') : t('unusedLikely', { field: nameOf(likely) });
  const list = table(t, {
    caption: t('columns'),
    part: 'columns',
    columns: ['column', 'takenFor'],
    rows: columns.map(({ column, fields, likely }) => [
      html`<bdi>${column}</bdi>`,
      fields.length > 0 ? fields.map(nameOf).join(', ') : unused(likely),
    ]),
  });
  const lead = t('columnsLead', {
    kind: m(`kinds.${mapping.kind}`),
    row: headerRow,
    always: always.join(', ') || 'none',
  });
  return section(t('columns'), list, { id: 'columns', lead });
}

/** What the counts don't show: items that go, and prices that change. */
function effectLines(visit: Visit, { effect }: ImportReport): HtmlValue {
  const t = visit.words('consoleFeeds');
  const kinds = (['removed', 'repriced'] as const).filter((kind) => effect[kind] > 0);
  const items = visit.number(effect.items);
  const line = (kind: (typeof kinds)[number]) =>
    html`<li>${t(`effect.${kind}`, { count: visit.number(effect[kind]), items })}</li>`;
  return kinds.length > 0 && html`<ul>${kinds.map(line)}</ul>`;
}

/** What stops an import until its number is typed. */
function brakesNotice(visit: Visit, brakes: readonly Brake[]): Html {
  const reasons = brakes.map((brake) => html`<li><bdi>${brakeReason(brake)[visit.language]}</bdi></li>`);
  const title = visit.words('consoleFeeds')('brakes.title');
  return html`<div data-part="brakes">${notice('bad', html`<ul>${reasons}</ul>`, { title })}</div>`;
}

type Found = Pick<ImportReport, 'unit' | 'problems' | 'problemCount' | 'warnings' | 'warningCount'>;

/** Refused lines and warnings, by field and reason, with the first three of each. */
export function findings(visit: Visit, found: Found): HtmlValue {
  return [
    foundPart(visit, 'problems', found.unit, found.problems, found.problemCount),
    foundPart(visit, 'warnings', found.unit, found.warnings, found.warningCount),
  ];
}

function foundPart(
  visit: Visit,
  part: 'problems' | 'warnings',
  unit: ImportReport['unit'],
  found: readonly FeedProblem[],
  count: number,
): HtmlValue {
  if (count === 0) return null;
  const t = visit.words('consoleFeeds');
  const { language } = visit;
  const hint = t(part === 'problems' ? 'passedOver' : 'warningsKept');
  const more = count > found.length && t('firstOnly', { count: visit.number(found.length) });
  const groups = table(t, {
    caption: t(part, { unit }),
    columns: ['field', 'reason', 'times:number', [t('examples', { unit }), 'line']],
    rows: groupProblems(found).map(({ field, count, examples }) => [
      html`<code>${field}</code>`,
      [...new Set(examples.map(({ reason }) => reason[language]))].map(
        (reason) => html`<bdi class="block">${reason}</bdi>`,
      ),
      visit.number(count),
      examples.map(({ line }) => visit.number(line)).join(', '),
    ]),
  });
  return section(`${t(part, { unit })}: ${visit.number(count)}`, groups, {
    id: part,
    lead: html`${hint} ${more}`,
  });
}

/** The file once more, and the digest of the one that was checked. */
export const IMPORT = { ...MAPPED_FIELDS, digest: line(64, 64) };

/** What an import would do, and the way to it. `typed`: what was typed for a brake, if it isn't its number. */
export function reportPage(visit: SignedInVisit, checked: Checked, report: ImportReport, typed = ''): Page {
  const t = visit.words('consoleFeeds');
  const { brakes, unit, lines, problemCount } = report;
  const { feed, name, reading } = checked;
  const [brake] = brakes;
  const brings = Object.values(report.summary).some(({ added, changed, late }) => added + changed + late > 0);
  const hidden = {
    mapping: reading.mapping ?? '',
    mappingName: reading.mappingName ?? '',
    encoding: reading.encoding ?? '',
    delimiter: reading.delimiter === '\t' ? 'tab' : (reading.delimiter ?? ''),
  };
  const asking: SignedInVisit =
    brake === undefined ? visit : { ...visit, problem: askedFor(visit, brake, typed) };
  const importForm = formOf(asking, 'import', {
    fields: IMPORT,
    hidden: { ...hidden, digest: feed.digest },
    button: t(brake === undefined ? 'import' : 'brakes.import'),
    kind: brake === undefined ? 'primary' : 'danger',
    body: (field) => [
      field('file', { label: t('sameFile'), hint: t('sameFileHint') }),
      uploadProgress(visit),
    ],
  });
  return {
    title: t('checkedTitle'),
    lead: html`<bdi>${name}</bdi>. ${t('lines', { unit, lines, problems: problemCount })}`,
    body: html`${brake === undefined || !brings ? notice('info', t('checked')) : brakesNotice(visit, brakes)}
${brings ? importForm : html`<p data-part="nothing">${t('noCounts')}</p>`}
<p><a href="/portal/console/feeds">${t('again')}</a></p>
${(reading.mapping !== null || report.recognised !== null) && details(t('mapAgain'), mapAgain(visit, checked, report))}
${section(t('inWords'), html`${effectLines(visit, report)}${changesTable(visit, report.summary)}`, { id: 'changes' })}
${findings(visit, report)}
${report.recognised !== null && columnsTable(visit, report.recognised)}`,
  };
}

/** The number of a brake, to be typed before the import. */
function askedFor({ sent }: Visit, brake: Brake, typed: string): Problem {
  const failure = unconfirmed(brake.count, message('consoleFeeds.brakes.confirm'), typed !== '');
  return { form: 'import', at: '', failure, sent };
}

/** The way back to the mapping, which needs the file once more. */
function mapAgain(visit: Visit, { reading }: Checked, { recognised }: ImportReport): HtmlValue {
  const t = visit.words('consoleFeeds');
  const { mapping, mappingName } = reading;
  return formOf(visit, 'map', {
    fields: MAP_FIELDS,
    at: 'again',
    hidden: {
      json: mapping ?? JSON.stringify(recognised?.mapping),
      asJson: 'yes',
      keepAs: mappingName ?? '',
    },
    action: '/portal/console/feeds?look=yes',
    button: t('mapAgain'),
    kind: 'plain',
    body: (field) => [field('file', { label: t('sameFile') }), uploadProgress(visit)],
  });
}
