import { formatKstInstant } from '../../src/clock.ts';
import { brakeReason, isWhole } from '../../src/ingest/brakes.ts';
import { type ReadAs, unitOf } from '../../src/ingest/choose-reader.ts';
import {
  EXAMPLES_MAX,
  FEED_KINDS,
  type FeedProblem,
  type FeedSummary,
  groupProblems,
  type SkipRule,
  shorten,
} from '../../src/ingest/feed-record.ts';
import type { ImportReport } from '../../src/ingest/import-feed.ts';
import type { ImportEntry, ImportFindings, ImportLog } from '../../src/ingest/import-log.ts';
import { message } from '../../src/messages/messages.ts';
import type { OrdersUndone } from '../../src/rankings/ledger/ledger-undo.ts';
import { openStore } from '../store/open-store.ts';
import { CommandFailed, command, countText, numberOption } from './command.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

export const importsUndoCommand = command({
  name: 'imports undo',
  options: { 'dry-run': { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  operands: [1, 1, 'one ID'],
  async run({ values: { 'dry-run': dryRun, force }, operands: [id = ''], config }) {
    const importId = numberOption('ID', 1, Number.MAX_SAFE_INTEGER, id);
    await using store = await openStore(config, 'command');
    const outcome = await store.undoImport({ importId, actor: 'command', force, dryRun });
    if (outcome.kind !== 'undone') {
      const way = outcome.kind === 'conflict' ? '; --force undoes it all the same' : '';
      throw new CommandFailed(`import ${importId} was not undone: ${outcome.reason.en}${way}`);
    }
    const fate = dryRun ? 'dry run, nothing was changed' : `undone by import ${outcome.importId}`;
    const { summary, orders } = outcome;
    console.log([`import ${importId}: ${fate}`, ...tallyTexts(summary), ...ordersTexts(orders)].join('\n'));
  },
});

function ordersTexts(orders: OrdersUndone | null): string[] {
  if (orders === null) return [];
  const { lines, openMonths, closedMonths } = orders;
  return [
    `  orders   ${countText(lines, 'line')}`,
    ...(openMonths.length === 0 ? [] : [`  ${openMonths.join(', ')}: counted again by the next run`]),
    ...(closedMonths.length === 0
      ? []
      : [
          `  ${closedMonths.join(', ')}: closed, so published lists stay; "seoga restate MONTH" counts it again`,
        ]),
  ];
}

export const importsCommand = command({
  name: 'imports',
  needs: 'healthy store',
  values: { limit: LIMIT_DEFAULT, limitMax: LIMIT_MAX },
  options: { limit: { type: 'string', default: String(LIMIT_DEFAULT) } },
  operands: [0, 1, 'one ID'],
  async run({ values, operands: [id], config }) {
    await using store = await openStore(config, 'command');
    const log = store.importLog;
    if (id !== undefined) await showOne(log, numberOption('ID', 1, Number.MAX_SAFE_INTEGER, id));
    else
      for (const entry of await log.list(numberOption('--limit', 1, LIMIT_MAX, values.limit)))
        console.log(lineOf(entry));
  },
});

async function showOne(log: ImportLog, importId: number): Promise<void> {
  const entry = await log.find(importId);
  if (entry === null) throw new CommandFailed(`There is no import ${importId}. "imports" lists them.`);
  console.log([lineOf(entry), ...tallyTexts(entry.summary)].join('\n'));
  const unit = unitOf(entry.readAs);
  for (const [mark, found] of [
    ['', entry.problems],
    ['warning: ', entry.warnings],
  ] as const)
    for (const { line, field, reason } of found)
      console.log(`  ${unit} ${line}: ${mark}${field}: ${reason.en}`);
}

const OUTCOME_WORDS: Readonly<Record<ImportEntry['outcome'], string>> = {
  running: 'running',
  unfinished: 'did not finish',
  imported: 'imported',
  braked: 'stopped by a brake',
  refused: 'refused: --strict',
  failed: 'failed',
  interrupted: 'interrupted',
};

function lineOf(entry: ImportEntry): string {
  const { importId, startedAtMs, outcome, actor, name, bytes, cause } = entry;
  const counts = [...countTexts(entry), ...(bytes === null ? [] : [`${countText(bytes)} bytes`])];
  const how = entry.readAs === null ? '' : ` as ${readAsText(entry.readAs)}`;
  const why = cause === null ? '' : `: ${cause.en}`;
  const undone = entry.undoneBy === null ? '' : `, undone by ${entry.undoneBy}`;
  return `${importId}  ${formatKstInstant(startedAtMs)}  ${OUTCOME_WORDS[outcome]}${undone}${why}  ${name}${how}  by ${actor}  ${counts.join(', ')}`;
}

const NAMED_MAX = 20;

export function printFindings(name: string, report: ImportReport): void {
  const { unit, problems, problemCount, warnings, warningCount } = report;
  printGroups(name, problems, '', problemCount, `${unit}s were refused`);
  printGroups(name, warnings, 'warning: ', warningCount, 'warnings');
}

function printGroups(
  name: string,
  found: readonly FeedProblem[],
  mark: string,
  all: number,
  noun: string,
): void {
  for (const { field, count, examples } of groupProblems(found, NAMED_MAX)) {
    const named = count > NAMED_MAX ? examples.slice(0, EXAMPLES_MAX) : examples;
    for (const { line, field, reason } of named)
      console.error(`${name}:${line}: ${mark}${field === '' ? '' : `${field}: `}${reason.en}`);
    if (count > named.length)
      console.error(`${name}: ${mark}${countText(count - named.length)} more like these, in ${field}`);
  }
  if (all > found.length) console.error(`${name}: ${countText(all - found.length)} more ${noun}`);
}

export function summaryText(name: string, report: ImportReport, dryRun: boolean, force: boolean): string {
  const { readAs, recognised } = report;
  const how = readAs === null || readAs.format === 'jsonl' ? '' : ` as ${readAsText(readAs)}`;
  const [lines, ...counts] = countTexts(report);
  const head = `${name}: ${[lines + how, ...counts].join(', ')}; ${fateOf(report, dryRun)}`;
  const brakes = force ? [] : report.brakes.map((brake) => `  stopped: ${brakeReason(brake).en}`);
  const tallies = tallyTexts(report.summary);
  const way = tallies.length > 0 && isWhole(report.brakes) ? 'If this is what you want, add --force.' : MEND;
  const columns = recognised === null ? [] : columnTexts(recognised);
  const end = brakes.length === 0 ? [] : [`  Nothing was changed. ${way}`];
  return [head, ...columns, ...tallies, ...brakes, ...end].join('\n');
}

const MEND = 'Correct the file, or how its columns are mapped, and import it again.';

function countTexts(found: Omit<ImportFindings, 'cause'>): string[] {
  const passed = found.skipped.reduce((sum, { count }) => sum + count, 0);
  return [
    countText(found.lines, unitOf(found.readAs)),
    ...(passed === 0
      ? []
      : [`${countText(found.taken)} read`, `${countText(passed)} skipped${skippedText(found)}`]),
    ...(found.problemCount === 0 ? [] : [`${countText(found.problemCount)} refused`]),
    ...(found.warningCount === 0 ? [] : [countText(found.warningCount, 'warning')]),
  ];
}

/** Skipped rows by reason: ` (1 above the table, 25 입금전)`, where 입금전 is an order status of the shop. */
function skippedText({ skipped }: Pick<ImportFindings, 'skipped'>): string {
  const parts = skipped.map(({ rule, value, count }) => `${countText(count)} ${value || ruleText(rule)}`);
  return ` (${parts.join(', ')})`;
}

const ruleText = (rule: SkipRule) => message(`feeds.skipped.${rule}`).en;

function columnTexts({
  headerRow,
  columns,
  samples,
  mapping: { kind, constants },
}: NonNullable<ImportReport['recognised']>): string[] {
  const used = columns.filter(({ fields }) => fields.length > 0);
  const others = columns
    .filter(({ fields }) => fields.length === 0)
    .map(({ column, likely }) => `${shorten(column)}${likely === null ? '' : ` (did you mean ${likely}?)`}`);
  return [
    `  columns of row ${headerRow}, read as ${kind} records:`,
    ...used.map(
      ({ column, fields }) => `    ${shorten(column)}: ${fields.join(', ')}; ${samples[column] || 'empty'}`,
    ),
    ...Object.entries(constants).map(([field, value]) => `    in every row: ${field} = ${value}`),
    ...(others.length === 0 ? [] : [`    not used: ${others.join(', ')}`]),
  ];
}

function fateOf({ committed, summary }: ImportReport, dryRun: boolean): string {
  if (committed) return tallyTexts(summary).length === 0 ? 'nothing was imported' : 'imported';
  return dryRun ? 'dry run, nothing was changed' : 'nothing was changed';
}

function tallyTexts(summary: FeedSummary): string[] {
  return FEED_KINDS.flatMap((kind) => {
    const parts = Object.entries(summary[kind])
      .filter(([, records]) => records > 0)
      .map(([outcome, records]) => `${countText(records)} ${outcome}`);
    return parts.length === 0 ? [] : [`  ${kind.padEnd(8)} ${parts.join(', ')}`];
  });
}

/** For example `csv (cp949, ";", mapping books)`. */
function readAsText({ format, encoding, delimiter, mapping, sheet }: ReadAs): string {
  const parts = [
    encoding,
    delimiter === null ? null : JSON.stringify(delimiter),
    mapping === null ? null : `mapping ${mapping}`,
    sheet === undefined ? null : `sheet ${sheet.name}`,
    ...(sheet?.others ?? []).map((name) => `not sheet ${name}`),
  ].filter((part) => part !== null);
  return parts.length === 0 ? format : `${format} (${parts.join(', ')})`;
}
