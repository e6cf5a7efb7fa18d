import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { unitOf } from '../../ingest/choose-reader.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { UndoOutcome } from '../../ingest/import-undo.ts';
import { FEED_KINDS } from '../../ingest/record-fields.ts';
import { inEveryLanguage, message, messageIn } from '../../messages/messages.ts';
import { id } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { type Fact, facts, moment, secondsOf, section, table } from '../kit/ui.ts';
import { confirm, refusal, required, type Visit } from '../kit/visit.ts';
import { partiesOf } from './audit.ts';
import { changesTable, findings, howRead } from './feed-report.ts';

/** One attempt to import a feed: how it was read, what it did, what was wrong, and its undo. */
export const importScreen = screen('/portal/console/feeds/imports/:importId', {
  needs: 'see-shop',
  query: { importId: id() },
  async show(visit, { importId }) {
    const t = visit.words('consoleFeeds');
    const entry = required(await visit.services.importLog.find(importId));
    const { name, undoneBy, undoOf, canUndo, outcome, summary } = entry;
    return {
      title: t('importTitle', { importId }),
      lead: html`<bdi>${name}</bdi>`,
      body: html`${facts(await factsOf(visit, entry), 'rows')}
${undoneBy !== null && html`<p>${t.html('undo.undone', { importId: importLink(undoneBy) })}</p>`}
${undoOf !== null && html`<p>${t.html('undo.undoOf', { importId: importLink(undoOf) })}</p>`}
${canUndo && visit.may('shop') && section(t('undo.head'), formOf(visit, 'undo', { button: t('undo.ask'), kind: 'danger' }), { id: 'undo', lead: t('undo.lead') })}
${outcome === 'imported' && section(t('counts'), changesTable(visit, summary), { id: 'changes' })}
${findings(visit, { ...entry, unit: unitOf(entry.readAs) })}
<p><a href="/portal/console/feeds#imports">${t('allImports')}</a></p>`,
    };
  },
  forms: {
    undo: form('shop', {}, async (visit, _, { importId }: { readonly importId: number }) => {
      const { services } = visit;
      const request = { importId, actor: visit.actor };
      const dry = await services.undoImport({ ...request, force: false, dryRun: true });
      const force = dry.kind === 'conflict';
      const size = force ? await services.undoImport({ ...request, force, dryRun: true }) : dry;
      if (size.kind !== 'undone') throw refusal('BUSY', size.reason);
      const touched = Object.values(partsOf(size)).reduce((sum, one) => sum + one, 0);
      confirm(visit, touched, whyToConfirm(dry, size));
      const outcome = await services.undoImport({ ...request, force, dryRun: false });
      if (outcome.kind !== 'undone') throw refusal('BUSY', outcome.reason);
      return done('consoleFeeds.undo.done');
    }),
  },
});

type Undone = Extract<UndoOutcome, { kind: 'undone' }>;

function partsOf({ summary: { item, author, category, remove }, orders }: Undone) {
  return {
    back: item.added + author.added + category.added,
    changed: item.changed + author.changed + category.changed,
    gone: remove.changed,
    lines: orders?.lines ?? 0,
  };
}

function whyToConfirm(dry: UndoOutcome, undone: Undone) {
  const months = (undone.orders?.closedMonths ?? []).join(', ');
  const size = message('consoleFeeds.undo.size', partsOf(undone));
  return inEveryLanguage((language) => {
    const isConflict = dry.kind === 'conflict';
    const force = isConflict && `${dry.reason[language]} ${messageIn(language, 'consoleFeeds.undo.force')}`;
    const closed = months !== '' && messageIn(language, 'consoleFeeds.undo.closed', { months });
    return [force, size[language], closed].filter((one) => one !== false).join(' ');
  });
}

function importLink(importId: number): Html {
  return html`<a href="/portal/console/feeds/imports/${importId}">${importId}</a>`;
}

async function factsOf(visit: Visit, entry: ImportEntry): Promise<readonly Fact[]> {
  const t = visit.words('consoleFeeds');
  const { actor, startedAtMs, endedAtMs, bytes, cause, lines, outcome } = entry;
  return [
    [t('by'), (await partiesOf(visit, [entry]))(actor)],
    [t('result'), resultOf(visit, outcome)],
    cause !== null && [t('cause'), html`<bdi>${cause[visit.language]}</bdi>`],
    [t('time'), moment(endedAtMs ?? startedAtMs)],
    endedAtMs !== null && [t('took'), secondsOf(visit, endedAtMs - startedAtMs)],
    [t('readAs'), howRead(visit, entry)],
    [t('size'), t('sizeOf', { lines, bytes: bytes ?? 0 })],
  ];
}

function resultOf(visit: Visit, outcome: ImportEntry['outcome']): Html {
  const t = visit.words('consoleFeeds');
  return html`<strong class="${outcome === 'imported' ? 'good' : 'warn'}">${t(`outcomes.${outcome}`)}</strong>`;
}

export async function importsTable(visit: Visit, entries: readonly ImportEntry[]): Promise<Html> {
  const t = visit.words('consoleFeeds');
  const party = await partiesOf(visit, entries);
  return table(t, {
    caption: t('imports'),
    part: 'imports',
    none: t('noImports'),
    columns: ['time', 'name', 'by', 'result', 'wrong:number', 'warned:number'],
    rows: entries.map((entry) => [
      moment(entry.endedAtMs ?? entry.startedAtMs),
      html`<a href="/portal/console/feeds/imports/${entry.importId}"><bdi>${entry.name}</bdi></a> <span class="block small soft">${howRead(visit, entry)}</span>`,
      party(entry.actor),
      resultCell(visit, entry),
      visit.number(entry.problemCount),
      visit.number(entry.warningCount),
    ]),
  });
}

/** How many records of each kind were added or changed, or why none were. */
function resultCell(visit: Visit, { outcome, cause, summary, undoneBy }: ImportEntry): HtmlValue {
  const t = visit.words('consoleFeeds');
  if (undoneBy !== null) return t('undo.undone', { importId: undoneBy });
  if (outcome !== 'imported')
    return html`${resultOf(visit, outcome)}${cause !== null && html`<bdi class="block small">${cause[visit.language]}</bdi>`}`;
  const parts = FEED_KINDS.flatMap((kind) =>
    (['added', 'changed', 'late'] as const)
      .filter((did) => summary[kind][did] > 0)
      .map(
        (did) =>
          html`<span class="block">${t(`kinds.${kind}`)}: ${t(`did.${did}`, { count: visit.number(summary[kind][did]) })}</span>`,
      ),
  );
  return parts.length === 0 ? t('unchangedAll') : parts;
}
