import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { brakeReason, isWhole } from '../../ingest/brakes.ts';
import { unitOf } from '../../ingest/choose-reader.ts';
import { FEED_KINDS, type FeedSummary, groupProblems } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import type { ImportEntry, ImportFindings } from '../../ingest/import-log.ts';
import type { UndoOutcome } from '../../ingest/import-undo.ts';
import { MAPPING_CHARS_MAX } from '../../ingest/mapping.ts';
import type { Texts } from '../../messages/languages.ts';
import { inEveryLanguage, message, messageIn } from '../../messages/messages.ts';
import { id, line, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { details, facts, moment, notice, secondsOf, section, table } from '../kit/ui.ts';
import { confirm, refusal, required, type SignedInVisit, unconfirmed, type Visit } from '../kit/visit.ts';
import { partiesOf } from './audit.ts';
import { fieldName, fileInput } from './mapping-form.ts';
import { type Checked, FILE_FIELDS } from './sent-mapping.ts';

export const importScreen = screen('/portal/console/feeds/imports/:importId', {
  needs: 'see-shop',
  query: { importId: id() },
  async show(visit, { importId }) {
    const t = visit.words('consoleFeeds');
    const entry = required(await visit.services.importLog.find(importId));
    const { actor, name, startedAtMs, endedAtMs, bytes, cause, lines } = entry;
    const { undoneBy, undoOf, canUndo, outcome, readAs, summary } = entry;
    const link = (to: number) => html`<a href="/portal/console/feeds/imports/${to}">${to}</a>`;
    const about = facts('rows', [
      [t('by'), (await partiesOf(visit, [actor])).get(actor)?.link],
      [t('result'), resultOf(visit, outcome)],
      cause !== null && [t('cause'), html`<bdi>${cause[visit.language]}</bdi>`],
      [t('time'), moment(endedAtMs ?? startedAtMs)],
      endedAtMs !== null && [t('took'), secondsOf(visit, endedAtMs - startedAtMs)],
      [t('readAs'), howRead(visit, entry)],
      [t('size'), t('sizeOf', { lines, bytes: bytes ?? 0 })],
    ]);
    return {
      title: t('importTitle', { importId }),
      lead: html`<bdi>${name}</bdi>`,
      body: html`${about}
${undoneBy !== null && html`<p>${t.html('undo.undone', { importId: link(undoneBy) })}</p>`}
${undoOf !== null && html`<p>${t.html('undo.undoOf', { importId: link(undoOf) })}</p>`}
${canUndo && visit.may('shop') && section(t('undo.head'), formOf(visit, 'undo', { button: t('undo.ask'), kind: 'danger' }), { id: 'undo', lead: t('undo.lead') })}
${outcome === 'imported' && section(t('counts'), changesTable(visit, summary), { id: 'changes' })}
${findings(visit, entry, unitOf(readAs))}
<p><a href="/portal/console/feeds#imports">${t('allImports')}</a></p>`,
    };
  },
  forms: {
    undo: form('shop', {}, async (visit, _, { importId }: { readonly importId: number }) => {
      const { actor, services } = visit;
      const run = (force: boolean, dryRun: boolean) =>
        services.undoImport({ importId, actor, force, dryRun });
      const dry = await run(false, true);
      const force = dry.kind === 'conflict';
      const size = force ? await run(force, true) : dry;
      if (size.kind !== 'undone') throw refusal('BUSY', size.reason);
      confirmUndo(visit, size, force ? dry.reason : null);
      const outcome = await run(force, false);
      if (outcome.kind !== 'undone') throw refusal('BUSY', outcome.reason);
      return done('consoleFeeds.undo.done');
    }),
  },
});

/** Asks for the number of records that an undo touches. `conflict` tells why the undo must be forced. Throws CONFIRM. */
function confirmUndo(
  visit: Visit,
  { summary: { item, author, category, remove }, orders }: Extract<UndoOutcome, { kind: 'undone' }>,
  conflict: Texts | null,
): void {
  const touched = {
    back: item.added + author.added + category.added,
    changed: item.changed + author.changed + category.changed,
    gone: remove.changed,
    lines: orders?.lines ?? 0,
  };
  const size = message('consoleFeeds.undo.size', touched);
  const months = (orders?.closedMonths ?? []).join(', ');
  const why = inEveryLanguage((language) => {
    const force = conflict && `${conflict[language]} ${messageIn(language, 'consoleFeeds.undo.force')}`;
    const closed = months !== '' && messageIn(language, 'consoleFeeds.undo.closed', { months });
    return [force, size[language], closed].filter((one) => typeof one === 'string').join(' ');
  });
  confirm(visit, touched.back + touched.changed + touched.gone + touched.lines, why);
}

export function resultOf(visit: Visit, outcome: ImportEntry['outcome']): Html {
  const t = visit.words('consoleFeeds');
  return html`<strong class="${outcome === 'imported' ? 'good' : 'warn'}">${t(`outcomes.${outcome}`)}</strong>`;
}

/** The format, encoding, delimiter, mapping and sheet with which a file was read, as far as the format has these. */
export function howRead(visit: Visit, { readAs: how }: Pick<ImportFindings, 'readAs'>): HtmlValue {
  if (how === null) return null;
  const t = visit.words('consoleFeeds');
  const { format, encoding, delimiter, mapping, sheet } = how;
  const parts = [
    t(`formats.${format}`),
    encoding?.toUpperCase(),
    delimiter === '\t' ? t('tab') : delimiter,
    mapping && t('mappedBy', { name: mapping }),
    sheet && t('sheet', { name: sheet.name, others: sheet.others.join(', ') || 'none' }),
  ];
  return html`<bdi>${parts.filter((part) => typeof part === 'string').join(' · ')}</bdi>`;
}

const OUTCOMES = ['added', 'changed', 'unchanged', 'late'] as const;

function changesTable(visit: Visit, summary: FeedSummary): Html {
  const t = visit.words('consoleFeeds');
  const kinds = FEED_KINDS.filter((kind) => OUTCOMES.some((outcome) => summary[kind][outcome] > 0));
  return table(t, {
    caption: t('counts'),
    part: 'counts',
    none: t('noCounts'),
    columns: ['kind', ...OUTCOMES.map((outcome) => `${outcome}:number` as const)],
    rows: kinds.map((kind) => [
      t(`kinds.${kind}`),
      ...OUTCOMES.map((outcome) => visit.number(summary[kind][outcome])),
    ]),
  });
}

function findings(
  visit: Visit,
  { taken, skipped, problems, problemCount, warnings, warningCount }: Omit<ImportFindings, 'cause'>,
  unit: ImportReport['unit'],
): HtmlValue {
  const t = visit.words('consoleFeeds');
  const grouped = (id: 'problems' | 'warnings', all: typeof problems, count: number, hint: HtmlValue) => {
    if (count === 0) return null;
    const groups = table(t, {
      caption: t(id, { unit }),
      columns: ['field', 'reason', 'times:number', [t('examples', { unit }), 'line']],
      rows: groupProblems(all).map(({ field, count: times, examples }) => {
        const reasons = new Set(examples.map(({ reason }) => reason[visit.language]));
        return [
          field !== '' && html`<code>${field}</code>`,
          [...reasons].map((reason) => html`<bdi class="block">${reason}</bdi>`),
          visit.number(times),
          examples.map(({ line }) => visit.number(line)).join(', '),
        ];
      }),
    });
    const more = count > all.length && t('firstOnly', { count: visit.number(all.length) });
    const title = `${t(id, { unit })}: ${visit.number(count)}`;
    return section(title, groups, { id, lead: html`${hint} ${more}` });
  };
  return [
    grouped('problems', problems, problemCount, taken > 0 && t('passedOver')),
    grouped('warnings', warnings, warningCount, t('warningsKept')),
    skippedList(visit, skipped, unit),
  ];
}

const sumOf = (skipped: ImportReport['skipped']) => skipped.reduce((sum, { count }) => sum + count, 0);

/** Lines that a rule skipped, such as totals; nothing if all of them are headers. */
function skippedList(visit: Visit, skipped: ImportReport['skipped'], unit: ImportReport['unit']): HtmlValue {
  if (skipped.every(({ rule }) => rule === 'header')) return null;
  const t = visit.words('consoleFeeds');
  const list = skipped.map(({ rule, value, count }) => {
    const why = value === '' ? messageIn(visit.language, `feeds.skipped.${rule}`) : value;
    return html`<li><bdi>${why}</bdi>: ${visit.number(count)}</li>`;
  });
  const title = `${t('skipped', { unit })}: ${visit.number(sumOf(skipped))}`;
  return section(title, html`<ul>${list}</ul>`, { id: 'skipped' });
}

export const IMPORT = {
  mapping: typed(0, MAPPING_CHARS_MAX).or(''),
  mappingName: typed(0, 100).or(''),
  digest: line(64, 64),
  ...FILE_FIELDS,
};

/** Shows what an import would do, with the form that starts the import. `typed` is a confirmation that wasn't sufficient. */
export function reportPage(visit: SignedInVisit, checked: Checked, report: ImportReport, typed = '') {
  const t = visit.words('consoleFeeds');
  const { brakes, unit, lines, taken, skipped, problemCount, recognised, effect, summary } = report;
  const { feed, name, reading } = checked;
  const { mapping, mappingName, encoding, delimiter } = reading;
  const [brake] = brakes;
  const brings = Object.values(summary).some(({ added, changed, late }) => added + changed + late > 0);
  const problem = brake && {
    form: 'import',
    at: '',
    failure: unconfirmed(brake.count, message('consoleFeeds.brakes.confirm'), typed !== ''),
    sent: visit.sent,
  };
  const importForm = formOf(problem ? { ...visit, problem } : visit, 'import', {
    fields: IMPORT,
    hidden: {
      mapping: mapping ?? '',
      mappingName: mappingName ?? '',
      encoding: encoding ?? '',
      delimiter: delimiter ?? '',
      digest: feed.digest,
    },
    button: t(problem ? 'brakes.import' : 'import'),
    kind: problem ? 'danger' : 'primary',
    body: (field) => fileInput(visit, field, t('sameFile'), t('sameFileHint')),
  });
  const mapAgain = formOf(visit, 'map', {
    fields: FILE_FIELDS,
    at: 'again',
    hidden: { json: mapping ?? JSON.stringify(recognised?.mapping), keepAs: mappingName ?? '' },
    action: '/portal/console/feeds?look=yes',
    button: t('mapAgain'),
    kind: 'plain',
    body: (field) => fileInput(visit, field, t('sameFile')),
  });
  const stopped = brakes.map((one) => html`<li><bdi>${brakeReason(one)[visit.language]}</bdi></li>`);
  const state =
    taken === 0 && problemCount > 0
      ? notice('bad', t('allWrong', { unit }))
      : problem && brings
        ? html`<div data-part="brakes">${notice('bad', html`<ul>${stopped}</ul>`, { title: t(isWhole(brakes) ? 'brakes.title' : 'brakes.faulty') })}</div>`
        : notice('info', t('checked'));
  // Removed items and changed prices, which the table of counts doesn't show.
  const effects = (['removed', 'repriced'] as const)
    .filter((kind) => effect[kind] > 0)
    .map((kind) => {
      const counts = { count: visit.number(effect[kind]), items: visit.number(effect.items) };
      return html`<li>${t(`effect.${kind}`, counts)}</li>`;
    });
  const sums = { unit, lines, taken, skipped: sumOf(skipped), problems: problemCount };
  return {
    title: t('checkedTitle'),
    lead: html`<bdi>${name}</bdi> (${howRead(visit, report)}). ${t('lines', sums)}`,
    body: html`${state}
${brings ? importForm : html`<p data-part="nothing">${t('noCounts')}</p>`}
<p><a href="/portal/console/feeds">${t('again')}</a></p>
${(mapping !== null || recognised !== null) && details(t('mapAgain'), mapAgain)}
${section(t('inWords'), html`${effects.length > 0 && html`<ul>${effects}</ul>`}${changesTable(visit, summary)}`, { id: 'changes' })}
${findings(visit, report, unit)}
${recognised !== null && columnsTable(visit, recognised)}`,
  };
}

function columnsTable(
  visit: Visit,
  { headerRow, columns, samples, mapping }: NonNullable<ImportReport['recognised']>,
): Html {
  const t = visit.words('consoleFeeds');
  const nameOf = (field: string) => fieldName(visit, field);
  const always = Object.entries(mapping.constants).map(([field, value]) => `${nameOf(field)}: ${value}`);
  const unused = columns
    .filter(({ fields }) => fields.length === 0)
    .map(({ column, likely }) =>
      likely === null ? column : t('unusedLikely', { column, field: nameOf(likely) }),
    );
  const used = columns.filter(({ fields }) => fields.length > 0);
  const list = table(t, {
    caption: t('columns'),
    part: 'columns',
    columns: ['column', 'takenFor', 'sample'],
    rows: used.map(({ column, fields }) => [
      html`<bdi>${column}</bdi>`,
      fields.map(nameOf).join(', '),
      html`<bdi>${samples[column]}</bdi>`,
    ]),
  });
  const kind = visit.words('consoleMapping')(`kinds.${mapping.kind}`);
  const lead = t('columnsLead', { kind, row: headerRow, always: always.join(', ') || 'none' });
  const others = unused.length > 0 && html`<p>${t('unused', { columns: unused.join(', ') })}</p>`;
  return section(t('columns'), html`${list}${others}`, { id: 'columns', lead });
}
