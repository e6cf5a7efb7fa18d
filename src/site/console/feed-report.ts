import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type Brake, brakeReason, isWhole } from '../../ingest/brakes.ts';
import { MAPPING_CHARS_MAX } from '../../ingest/feed-mappings.ts';
import { type FeedSummary, groupProblems } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import { FEED_KINDS } from '../../ingest/record-fields.ts';
import { message, messageIn } from '../../messages/messages.ts';
import { line, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { details, notice, section, table } from '../kit/ui.ts';
import { type Page, type Problem, type SignedInVisit, unconfirmed, type Visit } from '../kit/visit.ts';
import { type Checked, FILE_FIELDS, uploadProgress } from './feed-upload.ts';
import { fieldName, MAP_FIELDS } from './mapping-form.ts';

const OUTCOMES = ['added', 'changed', 'unchanged', 'late'] as const;

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

/** How the file was read: its format, encoding, delimiter, mapping and sheet, as far as the format has these. */
export function howRead(visit: Visit, { readAs: how }: Pick<ImportReport, 'readAs'>): HtmlValue {
  if (how === null) return null;
  const t = visit.words('consoleFeeds');
  const { format, encoding, delimiter, mapping, sheet } = how;
  const parts = [
    t(`formats.${format}`),
    encoding?.toUpperCase(),
    delimiter === '\t' ? t('tab') : delimiter,
    mapping === null ? null : t('mappedBy', { name: mapping }),
    sheet && t('sheet', { name: sheet.name, others: sheet.others.join(', ') || 'none' }),
  ];
  return html`<bdi>${parts.filter((part) => typeof part === 'string').join(' · ')}</bdi>`;
}

/** The fields that columns were recognised as, with a sample of each, and the unused columns. */
function columnsTable(
  visit: Visit,
  { headerRow, columns, samples, mapping }: NonNullable<ImportReport['recognised']>,
): Html {
  const t = visit.words('consoleFeeds');
  const m = visit.words('consoleMapping');
  const nameOf = (field: string) => fieldName(visit, field);
  const always = Object.entries(mapping.constants).map(([field, value]) => `${nameOf(field)}: ${value}`);
  const unused = columns
    .filter(({ fields }) => fields.length === 0)
    .map(({ column, likely }) =>
      likely === null ? column : t('unusedLikely', { column, field: nameOf(likely) }),
    );
  const list = table(t, {
    caption: t('columns'),
    part: 'columns',
    columns: ['column', 'takenFor', 'sample'],
    rows: columns
      .filter(({ fields }) => fields.length > 0)
      .map(({ column, fields }) => [
        html`<bdi>${column}</bdi>`,
        fields.map(nameOf).join(', '),
        html`<bdi>${samples[column]}</bdi>`,
      ]),
  });
  const lead = t('columnsLead', {
    kind: m(`kinds.${mapping.kind}`),
    row: headerRow,
    always: always.join(', ') || 'none',
  });
  const others = unused.length > 0 && html`<p>${t('unused', { columns: unused.join(', ') })}</p>`;
  return section(t('columns'), html`${list}${others}`, { id: 'columns', lead });
}

const sumOf = (skipped: ImportReport['skipped']) => skipped.reduce((sum, { count }) => sum + count, 0);

/** Lines that were skipped by a rule, such as headers: neither records nor mistakes. */
function skippedList(visit: Visit, skipped: ImportReport['skipped'], unit: ImportReport['unit']): HtmlValue {
  if (skipped.every(({ rule }) => rule === 'header')) return null;
  const t = visit.words('consoleFeeds');
  const all = sumOf(skipped);
  const parts = skipped.map(({ rule, value, count }) => {
    const why = value === '' ? messageIn(visit.language, `feeds.skipped.${rule}`) : value;
    return html`<li><bdi>${why}</bdi>: ${visit.number(count)}</li>`;
  });
  return section(`${t('skipped', { unit })}: ${visit.number(all)}`, html`<ul>${parts}</ul>`, {
    id: 'skipped',
  });
}

/** Rejected lines and warnings by field and reason, with three examples of each. */
export function findings(
  visit: Visit,
  found: Pick<
    ImportReport,
    'unit' | 'taken' | 'skipped' | 'problems' | 'problemCount' | 'warnings' | 'warningCount'
  >,
): HtmlValue {
  const t = visit.words('consoleFeeds');
  const { unit } = found;
  const parts = [
    {
      id: 'problems',
      all: found.problems,
      count: found.problemCount,
      hint: found.taken > 0 && t('passedOver'),
    },
    { id: 'warnings', all: found.warnings, count: found.warningCount, hint: t('warningsKept') },
  ] as const;
  const sections = parts.map(({ id, all, count, hint }) => {
    if (count === 0) return null;
    const more = count > all.length && t('firstOnly', { count: visit.number(all.length) });
    const groups = table(t, {
      caption: t(id, { unit }),
      columns: ['field', 'reason', 'times:number', [t('examples', { unit }), 'line']],
      rows: groupProblems(all).map(({ field, count: times, examples }) => [
        field !== '' && html`<code>${field}</code>`,
        [...new Set(examples.map(({ reason }) => reason[visit.language]))].map(
          (reason) => html`<bdi class="block">${reason}</bdi>`,
        ),
        visit.number(times),
        examples.map(({ line }) => visit.number(line)).join(', '),
      ]),
    });
    const title = `${t(id, { unit })}: ${visit.number(count)}`;
    return section(title, groups, { id, lead: html`${hint} ${more}` });
  });
  return [...sections, skippedList(visit, found.skipped, unit)];
}

/** The fields of the import form: the file again, how it was read, and the digest of the checked file. */
export const IMPORT = {
  mapping: typed(0, MAPPING_CHARS_MAX).or(''),
  mappingName: typed(0, 100).or(''),
  digest: line(64, 64),
  ...FILE_FIELDS,
};

/** What an import would do, and its form. `typed`: the confirmation that was typed, if it didn't override the brakes. */
export function reportPage(visit: SignedInVisit, checked: Checked, report: ImportReport, typed = ''): Page {
  const t = visit.words('consoleFeeds');
  const { brakes, unit, lines, taken, problemCount, recognised, effect, summary } = report;
  const { feed, name, reading } = checked;
  const { mapping, mappingName, encoding, delimiter } = reading;
  const [brake] = brakes;
  const brings = Object.values(summary).some(({ added, changed, late }) => added + changed + late > 0);
  const asking = brake === undefined ? visit : { ...visit, problem: askedFor(visit, brake, typed) };
  const importForm = formOf(asking, 'import', {
    fields: IMPORT,
    hidden: {
      mapping: mapping ?? '',
      mappingName: mappingName ?? '',
      encoding: encoding ?? '',
      delimiter: delimiter === '\t' ? 'tab' : (delimiter ?? ''),
      digest: feed.digest,
    },
    button: t(brake === undefined ? 'import' : 'brakes.import'),
    kind: brake === undefined ? 'primary' : 'danger',
    body: (field) => [
      field('file', { label: t('sameFile'), hint: t('sameFileHint') }),
      uploadProgress(visit),
    ],
  });
  const mapAgain = formOf(visit, 'map', {
    fields: MAP_FIELDS,
    at: 'again',
    hidden: {
      json: mapping ?? JSON.stringify(recognised?.mapping),
      keepAs: mappingName ?? '',
    },
    action: '/portal/console/feeds?look=yes',
    button: t('mapAgain'),
    kind: 'plain',
    body: (field) => [field('file', { label: t('sameFile') }), uploadProgress(visit)],
  });
  const stopped = brakes.map((one) => html`<li><bdi>${brakeReason(one)[visit.language]}</bdi></li>`);
  // Removed items and changed prices, which the table of counts doesn't show.
  const effects = (['removed', 'repriced'] as const)
    .filter((kind) => effect[kind] > 0)
    .map((kind) =>
      t(`effect.${kind}`, { count: visit.number(effect[kind]), items: visit.number(effect.items) }),
    );
  return {
    title: t('checkedTitle'),
    lead: html`<bdi>${name}</bdi> (${howRead(visit, report)}). ${t('lines', { unit, lines, taken, skipped: sumOf(report.skipped), problems: problemCount })}`,
    body: html`${
      taken === 0 && problemCount > 0
        ? notice('bad', t('allWrong', { unit }))
        : brake === undefined || !brings
          ? notice('info', t('checked'))
          : html`<div data-part="brakes">${notice('bad', html`<ul>${stopped}</ul>`, { title: t(isWhole(brakes) ? 'brakes.title' : 'brakes.faulty') })}</div>`
    }
${brings ? importForm : html`<p data-part="nothing">${t('noCounts')}</p>`}
<p><a href="/portal/console/feeds">${t('again')}</a></p>
${(mapping !== null || recognised !== null) && details(t('mapAgain'), mapAgain)}
${section(t('inWords'), html`${effects.length > 0 && html`<ul>${effects.map((one) => html`<li>${one}</li>`)}</ul>`}${changesTable(visit, summary)}`, { id: 'changes' })}
${findings(visit, report)}
${recognised !== null && columnsTable(visit, recognised)}`,
  };
}

function askedFor({ sent }: Visit, brake: Brake, typed: string): Problem {
  const failure = unconfirmed(brake.count, message('consoleFeeds.brakes.confirm'), typed !== '');
  return { form: 'import', at: '', failure, sent };
}
