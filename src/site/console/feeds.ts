import { type HtmlValue, html } from '../../http/html.ts';
import { RECOGNISE } from '../../ingest/choose-reader.ts';
import { MAPPING_NAME } from '../../ingest/feed-mappings.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { MappingError, parseMapping } from '../../ingest/mapping.ts';
import type { Reason } from '../../ingest/reason.ts';
import { UnreadableInputError } from '../../ingest/text/input.ts';
import { auditImport } from '../../jobs/audit-import.ts';
import { message } from '../../messages/messages.ts';
import { type InputOf, id, optional, or, typed, word } from '../kit/fields.ts';
import { buttonForm, faultOf, formOf } from '../kit/form.ts';
import { done, form, type Outcome, screen } from '../kit/screen.ts';
import { details, notice, section, table } from '../kit/ui.ts';
import { Failure, invalid, type Page, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { partiesOf } from './audit.ts';
import { importsTable } from './feed-log.ts';
import { IMPORT, reportPage } from './feed-report.ts';
import {
  type Checked,
  FEED_BYTES_MAX,
  FILE_FIELDS,
  reached,
  readingOf,
  takeFile,
  uploadProgress,
} from './feed-upload.ts';
import { sentJson, subjectJsonOf } from './mapping-draft.ts';
import { MAP_FIELDS, type Mapping, mappingPage, suggestedFor } from './mapping-form.ts';

const IMPORTS_SHOWN = 20;

const CHECK = { kept: or(typed(0, 100), ''), ...FILE_FIELDS };

/** Where a form of this page shows the file again instead of checking it. */
const QUERY = { look: optional(word(['yes'])) };
type Query = InputOf<typeof QUERY>;

/** Feeds in the console: check, mapping, import, what is under way, and the log (docs/operate.md#feeds). */
export const feedsScreen = screen('/portal/console/feeds', {
  needs: 'see-shop',
  query: QUERY,
  takesFiles: 'shop',
  async show(visit) {
    const t = visit.words('consoleFeeds');
    const { importLog, feedMappings } = visit.services;
    const kept = (await feedMappings.list()).map(({ name }) => name);
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${visit.may('shop') && uploadPart(visit, kept)}
<div id="under-way" data-live="2" data-part="under-way">${await underWay(visit)}</div>
${section(t('imports'), await importsTable(visit, await importLog.list(IMPORTS_SHOWN)), { id: 'imports' })}
${kept.length > 0 && visit.may('shop') && section(t('mappings'), mappingsTable(visit, kept), { id: 'mappings' })}`,
    };
  },
  forms: {
    check: form('shop', CHECK, async (visit, input) => {
      const { kept } = input;
      const mapping = kept === '' ? '' : required(await visit.services.feedMappings.find(kept));
      return takeFile(visit, readingOf({ ...input, mapping, mappingName: kept }), (sent) =>
        check(visit, sent),
      );
    }),
    map: form('shop', MAP_FIELDS, async (visit, input, { look }: Query) => {
      const { noHeader, keepAs, kept } = input;
      if (keepAs !== '' && !MAPPING_NAME.test(keepAs)) throw invalid('keepAs', message('input.mappingName'));
      const isLook = look === 'yes';
      const found = isLook && kept !== '' ? await visit.services.feedMappings.find(kept) : null;
      const mapping = { json: found ?? sentMapping(visit, input), name: keepAs };
      const reading = readingOf({ ...input, mapping: mapping.json, mappingName: keepAs });
      return takeFile(visit, reading, (sent) => check(visit, sent, { mapping, noHeader, isLook }));
    }),
    import: form('shop', IMPORT, async (visit, input) =>
      takeFile(visit, readingOf(input), async (sent) => {
        if (sent.feed.digest === input.digest) return bringIn(visit, sent);
        throw invalid('file', message('consoleFeeds.otherFile'));
      }),
    ),
    stop: form('shop', { feedId: id() }, async (visit, { feedId }) => {
      if (!visit.services.feedDoor.stop(feedId)) throw new Failure('STALE');
      return done('consoleFeeds.stopped');
    }),
    forget: form('shop', { name: typed(1, 100) }, async ({ services, account }, { name }) => {
      if (!(await services.feedMappings.remove(name))) throw new Failure('NOT_FOUND');
      await services.auditLog.record(account.accountId, 'feed.mapping-removed', 'feed', { name });
      return done('consoleMapping.forgotten');
    }),
  },
});

/** What a form said of a file: its mapping, if it holds one, and whether its beginning is to be shown again. */
interface Told {
  readonly mapping: Mapping | null;
  readonly noHeader: boolean;
  readonly isLook: boolean;
}
const NOT_TOLD: Told = { mapping: null, noHeader: false, isLook: false };

/** Checks a file. One that needs a mapping, or a better one, leads to the form for it. */
async function check(
  visit: SignedInVisit,
  sent: Checked,
  { mapping, noHeader, isLook } = NOT_TOLD,
): Promise<Page> {
  const { feed, name, reading } = sent;
  const look = async () => {
    const { encoding, delimiter } = reading;
    const outcome = await feed.run({ reading: { ...RECOGNISE, encoding, delimiter }, isLook: true });
    return reached(outcome, 'preview').preview;
  };
  const preview = isLook || reading.mapping === null ? await look() : null;
  const ask = async (as: Mapping, fault: Reason | null) =>
    mappingPage(visit, { name, preview: preview ?? (await look()), mapping: as, noHeader, fault });
  if (isLook && preview?.kind === 'own') throw invalid('file', message('consoleFeeds.needsNoMapping'));
  if (isLook && mapping !== null) return ask(mapping, null);
  const isKnown = preview === null || preview.kind === 'own';
  const suggested = isKnown ? mapping : suggestedFor(preview, await visit.services.feedMappings.list());
  const isAsked = !isKnown && (suggested?.name !== '' || !(await isClear(visit, preview)));
  if (isAsked && suggested !== null) return ask(suggested, null);
  const outcome = await feed.run({ reading });
  // What only a later row shows, such as a status that nobody has explained, is answered in the form.
  if (outcome.kind === 'unreadable' && suggested !== null) return ask(suggested, outcome.reason);
  const { report } = reached(outcome, 'report');
  if (mapping !== null && mapping.name !== '') await keep(visit, mapping);
  return reportPage(visit, sent, report);
}

/** Whether nobody needs to be asked about a table: all is recognised, and its categories are the shop's. */
async function isClear({ services }: SignedInVisit, preview: FeedPreview): Promise<boolean> {
  if (preview.kind !== 'table' || preview.recognised.fault !== null) return false;
  const { columns, header } = preview.recognised;
  const [column] = columns.filter(({ fields }) => fields.includes('categoryIds'));
  const values = column === undefined ? [] : (preview.values[header.names.indexOf(column.column)] ?? []);
  const categories = await services.catalog.listCategories();
  const known = new Set(categories.flatMap((one) => [one.categoryId, one.categoryName, one.fullPath]));
  return values.every((value) => known.has(value));
}

/** The mapping that a form holds. Throws INVALID where its JSON is none. */
function sentMapping(
  { sent }: Visit,
  { asJson, json, subjects, fallback }: InputOf<typeof MAP_FIELDS>,
): string {
  if (!asJson && subjects + fallback !== '') return subjectJsonOf({ subjects, fallback });
  if (!asJson) return sentJson(sent);
  try {
    parseMapping(json);
    return json;
  } catch (error) {
    if (!(error instanceof MappingError || error instanceof UnreadableInputError)) throw error;
    throw invalid('json', message('input.mappingWrong', { said: error.reason }));
  }
}

async function keep({ services, account }: SignedInVisit, { name, json }: Mapping): Promise<void> {
  await services.feedMappings.keep(name, json);
  await services.auditLog.record(account.accountId, 'feed.mapping-kept', 'feed', { name });
}

/** Imports the file that was checked. The number of its first brake, typed, lets it through. */
async function bringIn(visit: SignedInVisit, checked: Checked): Promise<Outcome> {
  const { services, actor, sent } = visit;
  const { feed, name, reading } = checked;
  const source = { name, actor, bytes: feed.bytes };
  const typed = typeof sent.confirmation === 'string' ? sent.confirmation.trim() : '';
  const force = /^\d{1,9}$/.test(typed) ? Number(typed) : false;
  const { report } = reached(await feed.run({ reading, source, force }), 'report');
  if (!report.committed) return { ...reportPage(visit, checked, report, typed), status: 409 };
  await auditImport(services.auditLog, source, report);
  const entries = await services.importLog.list(IMPORTS_SHOWN);
  const mine = entries.find((one) => one.actor === actor && one.outcome === 'imported');
  return done('consoleFeeds.imported', {}, `/portal/console/feeds/imports/${mine?.importId ?? 0}`);
}

function uploadPart(visit: SignedInVisit, kept: readonly string[]): HtmlValue {
  const t = visit.words('consoleFeeds');
  const m = visit.words('consoleMapping');
  const { problem } = visit;
  // A step further on couldn't be done: it begins again here.
  const isLater = problem !== null && problem.form !== 'check' && problem.form !== '';
  return [
    isLater && notice('bad', html`<p>${faultOf(problem.failure, visit)}</p>`, { isFocused: true }),
    formOf(visit, 'check', {
      fields: { ...CHECK, kept: optional(word(kept)) },
      button: t('submit'),
      body: (field) => [
        details(
          t('options'),
          html`<div class="row">${kept.length > 0 && field('kept', { label: m('kept'), none: t('recognised') })}
${field('encoding', { label: m('encoding'), none: t('recognised'), nameOf: (one) => m(`encodings.${one}`) })}
${field('delimiter', { label: m('delimiter'), none: t('recognised'), nameOf: (one) => (one === 'tab' ? m('tab') : one) })}</div>`,
        ),
        field('file', { label: t('file'), hint: t('fileHint', { size: FEED_BYTES_MAX / 1024 / 1024 }) }),
        uploadProgress(visit),
      ],
    }),
  ];
}

/** Feeds that this instance receives or reads. */
async function underWay(visit: Visit): Promise<HtmlValue> {
  const t = visit.words('consoleFeeds');
  const feeds = visit.services.feedDoor.underWay();
  if (feeds.length === 0) return null;
  const parties = await partiesOf(
    visit,
    feeds.map(({ actor }) => actor),
  );
  const list = table(t, {
    caption: t('underWay'),
    columns: ['name', 'by', 'progress', 'stop'],
    rows: feeds.map(({ feedId, name, actor, stage, bytes, doneBytes, lines }) => [
      html`<bdi>${name}</bdi>`,
      parties.get(actor)?.link,
      html`${t(`stages.${stage}`, { lines })} ${bytes !== null && bytes > 0 && html`<progress max="1" value="${Math.min(1, doneBytes / bytes)}" aria-label="${t('progress')}"></progress>`}`,
      stage !== 'receiving' &&
        visit.may('shop') &&
        buttonForm(visit, 'stop', { feedId }, t('stop'), { kind: 'danger' }),
    ]),
  });
  return section(t('underWay'), list);
}

function mappingsTable(visit: Visit, kept: readonly string[]): HtmlValue {
  const t = visit.words('consoleMapping');
  return table(t, {
    caption: t('kept'),
    columns: ['kept', 'forget'],
    rows: kept.map((name) => [html`<bdi>${name}</bdi>`, buttonForm(visit, 'forget', { name }, t('forget'))]),
  });
}
