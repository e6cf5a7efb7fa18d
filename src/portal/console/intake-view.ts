import { brakeReason } from '../../ingest/brakes.ts';
import type { KeptMapping } from '../../ingest/feed-mappings.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import type { FeedProblem } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import { parseMapping, TABLE_KINDS, type TableKind } from '../../ingest/mapping.ts';
import { suggestMapping } from '../../ingest/table/suggest-mapping.ts';
import { type CellType, TABLE_FIELDS } from '../../ingest/table/table-fields.ts';
import type { Language } from '../../messages/languages.ts';
import type { FeedFinding, FeedReport, IntakeView } from '../contract/console-feeds.ts';
import type { MappingField, MappingStage, NamedMapping, PreviewView } from '../contract/console-mappings.ts';
import type { PortalServices } from '../services.ts';

const PROBLEMS_SHOWN = 200;

/** What goes on with the file of the console, in the words of a language. */
export async function intakeView(
  language: Language,
  { feedIntake, feedMappings }: PortalServices,
): Promise<IntakeView> {
  const state = await feedIntake.state();
  if ('report' in state) return { ...state, report: reportOf(state.report, language) };
  if ('preview' in state) {
    const { fault, preview, ...file } = state;
    // A file that needs no mapping never waits for one.
    const shown: PreviewView = preview.kind === 'own' ? NOTHING_TO_MAP : preview;
    const stage: Omit<MappingStage, 'preview'> = {
      fault: fault?.[language] ?? null,
      fields: FIELDS,
      ...offer(preview, await feedMappings.list()),
    };
    return { ...file, preview: shown, ...stage };
  }
  return 'reason' in state ? { ...state, reason: state.reason?.[language] ?? null } : state;
}

const NOTHING_TO_MAP: PreviewView = {
  kind: 'table',
  rows: [],
  headerAt: 0,
  values: [],
  encoding: null,
  delimiter: null,
};

function offer(preview: FeedPreview, kept: readonly KeptMapping[]) {
  const fitting = kept.find(({ mapping }) => fits(mapping, preview));
  const suggested: NamedMapping = fitting ?? { name: '', mapping: JSON.stringify(guess(preview)) };
  return {
    kept: kept.map(({ name }) => name),
    suggested: { name: suggested.name, mapping: suggested.mapping },
  };
}

/** Whether a kept mapping is one for files like this: all of its columns stand in one row, or it maps subjects. */
function fits(json: string, preview: FeedPreview): boolean {
  const { columns, subjects } = parseMapping(json);
  if (preview.kind === 'onix') return subjects.size > 0;
  if (preview.kind !== 'table' || columns.size === 0) return false;
  return preview.rows.some((cells) => [...columns.keys()].every((name) => cells.includes(name)));
}

function guess(preview: FeedPreview): object {
  if (preview.kind === 'table') return suggestMapping(preview.rows[preview.headerAt] ?? []);
  return { kind: 'item', subjects: {}, constants: {} };
}

/** Fields that most shops have. */
const BASIC: ReadonlySet<string> = new Set(
  `title isbn13 externalId itemId authors publisher publishDate catalog categoryIds shopPrice salePrice cover
  orderId lineNo quantity soldAt buyer buyerType sex age authorId author categoryId categoryName parentId`.split(
    /\s+/,
  ),
);

const REQUIRED: Readonly<Record<TableKind, readonly string[]>> = {
  item: ['title', 'catalog', 'categoryIds'],
  patch: [],
  author: ['authorId', 'author'],
  category: ['categoryId', 'categoryName'],
  sale: ['orderId', 'lineNo', 'quantity', 'soldAt'],
  cancel: ['orderId', 'lineNo'],
};

const FIELDS: MappingStage['fields'] = Object.fromEntries(
  TABLE_KINDS.map((kind) => [
    kind,
    [...TABLE_FIELDS[kind]].map(
      ([name, type]): MappingField => ({
        name,
        type: writtenAs(type),
        isBasic: BASIC.has(name),
        isRequired: REQUIRED[kind].includes(name),
      }),
    ),
  ]),
);

function writtenAs(type: CellType): MappingField['type'] {
  if (type === 'number' || type === 'price') return 'number';
  if (type === 'flag') return type;
  return type === 'codes' || type === 'authors' || type === 'series' ? 'list' : 'text';
}

function reportOf(report: ImportReport, language: Language): FeedReport {
  const { unit, lines, summary, problemCount, problems, warningCount, warnings, effect, brakes } = report;
  const shown = (found: readonly FeedProblem[]) =>
    found.slice(0, PROBLEMS_SHOWN).map((one) => findingView(one, language));
  return {
    unit,
    lines,
    counts: summary,
    problemCount,
    problems: shown(problems),
    warningCount,
    warnings: shown(warnings),
    effect,
    brakes: brakes.map((brake) => ({ count: brake.count, sentence: brakeReason(brake)[language] })),
  };
}

/** A refusal or a warning in the words of a language. */
export function findingView({ line, field, reason }: FeedProblem, language: Language): FeedFinding {
  return { line, field, reason: reason[language] };
}
