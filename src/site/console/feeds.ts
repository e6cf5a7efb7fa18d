import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type Reading, readOptions } from '../../ingest/choose-reader.ts';
import { type FeedPreview, fits } from '../../ingest/feed-preview.ts';
import { FEED_KINDS, type Reason } from '../../ingest/feed-record.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import { MAPPING_NAME, MappingError, parseMapping } from '../../ingest/mapping.ts';
import { FeedRefusedError, type RunOutcome } from '../../intake/feed-door.ts';
import { type InputOf, id, typed, word } from '../kit/fields.ts';
import { buttonForm, faultOf, formOf } from '../kit/form.ts';
import { done, form, type Outcome, screen } from '../kit/screen.ts';
import { details, moment, notice, section, table } from '../kit/ui.ts';
import { invalid, type Page, refusal, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { partiesOf } from './audit.ts';
import { howRead, IMPORT, reportPage, resultOf } from './feed-report.ts';
import { fileInput, mappingPage } from './mapping-form.ts';
import { type Checked, FILE_FIELDS, MAP_FIELDS, sentMapping } from './sent-mapping.ts';

/** Larger files are imported on the command line. */
const FEED_BYTES_MAX = 200 * 1024 * 1024;

const IMPORTS_SHOWN = 20;

const CHECK = { kept: typed(0, 100).or(''), ...FILE_FIELDS };

/** `look=yes` makes the mapping form show the start of the file again. Otherwise the mapping form checks the file. */
const QUERY = { look: word(['yes']).optional() };

/** Feeds in the console: checking, mapping, importing, progress, and the log (docs/operate.md#feeds). */
export const feedsScreen = screen('/portal/console/feeds', {
  needs: 'see-shop',
  query: QUERY,
  takesFiles: 'shop',
  async show(visit) {
    const t = visit.words('consoleFeeds');
    const m = visit.words('consoleMapping');
    const { importLog, feedMappings } = visit.services;
    const kept = (await feedMappings.list()).map(({ name }) => name);
    const mappings = table(m, {
      caption: m('kept'),
      columns: ['kept', 'forget'],
      rows: kept.map((name) => [
        html`<bdi>${name}</bdi>`,
        buttonForm(visit, 'forget', { name }, m('forget')),
      ]),
    });
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${visit.may('shop') && uploadPart(visit, kept)}
<div id="under-way" data-live="2" data-part="under-way">${await underWay(visit)}</div>
${section(t('imports'), await importsTable(visit, await importLog.list(IMPORTS_SHOWN)), { id: 'imports' })}
${kept.length > 0 && visit.may('shop') && section(t('mappings'), mappings, { id: 'mappings' })}`,
    };
  },
  forms: {
    check: form('shop', CHECK, async (visit, input) => {
      const { kept } = input;
      const mapping = kept === '' ? '' : required(await visit.services.feedMappings.find(kept), 'STALE');
      return takeFile(visit, readingOf(input, mapping, kept), (sent) => check(visit, sent));
    }),
    map: form('shop', MAP_FIELDS, async (visit, input, { look }: InputOf<typeof QUERY>) => {
      const { noHeader, keepAs } = input;
      if (keepAs !== '' && !MAPPING_NAME.test(keepAs)) throw invalid('keepAs', 'input.mappingName');
      const reading = readingOf(input, mappingIn(visit), keepAs);
      return takeFile(visit, reading, async (sent) => {
        if (look === undefined) return check(visit, sent, noHeader);
        const preview = await previewOf(sent);
        if (preview.kind === 'own') throw invalid('file', 'consoleFeeds.needsNoMapping');
        return mappingPage(visit, { ...sent, preview, noHeader, fault: null });
      });
    }),
    import: form('shop', IMPORT, async (visit, input) =>
      takeFile(visit, readingOf(input, input.mapping, input.mappingName), async (sent) => {
        if (sent.feed.digest === input.digest) return bringIn(visit, sent);
        throw invalid('file', 'consoleFeeds.otherFile');
      }),
    ),
    stop: form('shop', { feedId: id() }, async (visit, { feedId }) => {
      required(visit.services.feedDoor.stop(feedId), 'STALE');
      return done('consoleFeeds.stopped');
    }),
    forget: form('shop', { name: typed(1, 100) }, async ({ services, actor }, { name }) => {
      required(await services.feedMappings.remove(name, actor), 'STALE');
      return done('consoleMapping.forgotten');
    }),
  },
});

function readingOf(input: InputOf<typeof FILE_FIELDS>, mapping: string, name: string): Reading {
  const { encoding, delimiter } = input;
  return { ...readOptions({ encoding, delimiter }), mapping: mapping || null, mappingName: name || null };
}

function mappingIn({ sent }: Visit): string {
  try {
    return JSON.stringify(sentMapping(sent));
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw invalid('json', 'input.mappingWrong', { said: error.reason });
  }
}

/** Receives an uploaded file and runs `work`. Throws INVALID if the file is refused, and BUSY if too many files are under way. */
export async function takeFile<Result>(
  { file, actor, raw, services }: SignedInVisit,
  reading: Reading,
  work: (checked: Checked) => Promise<Result>,
): Promise<Result> {
  if (file === null) throw invalid('file', 'consoleFeeds.chooseFile');
  const { name } = file;
  const bytes = Number(raw.headers['content-length'] ?? 0) || null;
  const sent = { ...file, actor, bytes, bytesMax: FEED_BYTES_MAX, connection: raw.raw.socket };
  try {
    return await services.feedDoor.take(sent, (feed) => work({ feed, name, reading }));
  } catch (error) {
    if (!(error instanceof FeedRefusedError)) throw error;
    const { why } = error;
    if (why === 'tooMany') throw refusal('BUSY', 'consoleFeeds.tooMany');
    throw invalid('file', `consoleFeeds.${why}`, { max: FEED_BYTES_MAX / 1024 / 1024 });
  }
}

/** The report or the preview of a run. Other outcomes throw INVALID if the file is at fault, otherwise BUSY. */
export function reached<Kind extends 'report' | 'preview'>(outcome: RunOutcome, kind: Kind) {
  if (outcome.kind === kind) return outcome as Extract<RunOutcome, { readonly kind: Kind }>;
  if (outcome.kind === 'unreadable') throw invalid('file', outcome.reason);
  if (outcome.kind === 'report' || outcome.kind === 'preview') throw new Error(`no ${kind}`);
  throw refusal('BUSY', `consoleFeeds.${outcome.kind}`);
}

/** Checks a file, or asks for its mapping. A named mapping that can read the file is stored for later files. */
async function check(visit: SignedInVisit, sent: Checked, noHeader = false): Promise<Page> {
  const { feed, reading } = sent;
  const { mapping, mappingName } = reading;
  const preview = mapping === null ? await previewOf(sent) : null;
  const { isSure, ...suggested } =
    preview === null ? { ...reading, isSure: true } : await suggest(visit, preview);
  const ask = async (fault: Reason | null) =>
    mappingPage(visit, {
      ...sent,
      reading: { ...reading, ...suggested },
      noHeader,
      fault,
      preview: preview ?? (await previewOf(sent)),
    });
  if (!isSure) return ask(null);
  const outcome = await feed.run({ reading });
  // The mapping form shows problems that only a later row reveals, such as an unknown status.
  if (outcome.kind === 'unreadable' && suggested.mapping !== null) return ask(outcome.reason);
  const { report } = reached(outcome, 'report');
  if (mapping !== null && mappingName !== null)
    await visit.services.feedMappings.keep(mappingName, mapping, visit.actor);
  return reportPage(visit, sent, report);
}

async function previewOf({ feed, reading }: Checked): Promise<FeedPreview> {
  const unmapped = { ...reading, mapping: null, mappingName: null };
  return reached(await feed.run({ reading: unmapped, isPreview: true }), 'preview').preview;
}

/** The mapping to begin with: a stored one that fits the file, or a guess; null if the file needs none. */
async function suggest({ services }: SignedInVisit, preview: FeedPreview) {
  if (preview.kind === 'own') return { mapping: null, isSure: true };
  const kept = await services.feedMappings.list();
  const fitting = kept.find(({ mapping }) => fits(parseMapping(mapping), preview));
  if (fitting !== undefined) return { mapping: fitting.mapping, mappingName: fitting.name, isSure: false };
  if (preview.kind === 'onix')
    return { mapping: JSON.stringify({ kind: 'item', subjects: {}, constants: {} }), isSure: false };
  const { columns, header, fault, mapping } = preview.recognised;
  const named = columns.find(({ fields }) => fields.includes('categoryIds'));
  const values = named && preview.values[header.names.indexOf(named.column)];
  const categories = await services.catalog.listCategories();
  const known = new Set(categories.flatMap((one) => [one.categoryId, one.categoryName, one.fullPath]));
  const isSure = fault === null && (values ?? []).every((value) => known.has(value));
  return { mapping: JSON.stringify(mapping), isSure };
}

/** Imports a checked file. Operators override all brakes by typing the count that the first one reports. */
async function bringIn(visit: SignedInVisit, checked: Checked): Promise<Outcome> {
  const { actor, sent } = visit;
  const { feed, name, reading } = checked;
  const source = { name, actor, bytes: feed.bytes };
  const typed = typeof sent.confirmation === 'string' ? sent.confirmation.trim() : '';
  const force = /^\d{1,9}$/.test(typed) ? Number(typed) : false;
  const { report } = reached(await feed.run({ reading, source, force }), 'report');
  if (!report.committed) return { ...reportPage(visit, checked, report, typed), status: 409 };
  return done('consoleFeeds.imported', {}, `/portal/console/feeds/imports/${report.importId}`);
}

function uploadPart(visit: SignedInVisit, kept: readonly string[]): HtmlValue {
  const t = visit.words('consoleFeeds');
  const { problem } = visit;
  // If a later step of the upload failed, the upload starts again with this form.
  const isLater = problem !== null && problem.form !== 'check' && problem.form !== '';
  const keptField = word(kept).optional('consoleFeeds.recognised').called('consoleMapping.kept');
  return [
    isLater && notice('bad', html`<p>${faultOf(problem.failure, visit)}</p>`, { isFocused: true }),
    formOf(visit, 'check', {
      fields: { ...CHECK, kept: keptField },
      button: t('submit'),
      body: (field) => {
        const options = html`<div class="row">${kept.length > 0 && field('kept')}
${field('encoding')}
${field('delimiter')}</div>`;
        const hint = t('fileHint', { size: FEED_BYTES_MAX / 1024 / 1024 });
        return [details(t('options'), options), fileInput(visit, field, t('file'), hint)];
      },
    }),
  ];
}

async function underWay(visit: Visit): Promise<HtmlValue> {
  const t = visit.words('consoleFeeds');
  const feeds = visit.services.feedDoor.underWay();
  if (feeds.length === 0) return null;
  const actors = feeds.map(({ actor }) => actor);
  const parties = await partiesOf(visit, actors);
  const stop = (feedId: number) => buttonForm(visit, 'stop', { feedId }, t('stop'), { kind: 'danger' });
  const list = table(t, {
    caption: t('underWay'),
    columns: ['name', 'by', 'progress', 'stop'],
    rows: feeds.map(({ feedId, name, actor, stage, bytes, doneBytes, lines }) => [
      html`<bdi>${name}</bdi>`,
      parties.get(actor)?.link,
      html`${t(`stages.${stage}`, { lines })} ${bytes !== null && bytes > 0 && html`<progress max="1" value="${Math.min(1, doneBytes / bytes)}" aria-label="${t('progress')}"></progress>`}`,
      stage !== 'receiving' && visit.may('shop') && stop(feedId),
    ]),
  });
  return section(t('underWay'), list);
}

async function importsTable(visit: Visit, entries: readonly ImportEntry[]): Promise<Html> {
  const t = visit.words('consoleFeeds');
  const actors = entries.map(({ actor }) => actor);
  const parties = await partiesOf(visit, actors);
  return table(t, {
    caption: t('imports'),
    part: 'imports',
    none: t('noImports'),
    columns: ['time', 'name', 'by', 'result', 'wrong:number', 'warned:number'],
    rows: entries.map((entry) => [
      moment(entry.endedAtMs ?? entry.startedAtMs),
      html`<a href="/portal/console/feeds/imports/${entry.importId}"><bdi>${entry.name}</bdi></a> <span class="block small soft">${howRead(visit, entry)}</span>`,
      parties.get(entry.actor)?.link,
      resultCell(visit, entry),
      visit.number(entry.problemCount),
      visit.number(entry.warningCount),
    ]),
  });
}

function resultCell(visit: Visit, { outcome, cause, summary, undoneBy }: ImportEntry): HtmlValue {
  const t = visit.words('consoleFeeds');
  if (undoneBy !== null) return t('undo.undone', { importId: undoneBy });
  const why = cause !== null && html`<bdi class="block small">${cause[visit.language]}</bdi>`;
  if (outcome !== 'imported') return html`${resultOf(visit, outcome)}${why}`;
  const parts = FEED_KINDS.flatMap((kind) => {
    const dids = (['added', 'changed', 'late'] as const).filter((did) => summary[kind][did] > 0);
    return dids.map((did) => {
      const count = t(`did.${did}`, { count: visit.number(summary[kind][did]) });
      return html`<span class="block">${t(`kinds.${kind}`)}: ${count}</span>`;
    });
  });
  return parts.length === 0 ? t('unchangedAll') : parts;
}
