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
import type { ImportFindings } from '../../src/ingest/import-log.ts';
import { message } from '../../src/messages/messages.ts';

/** Of more findings with the same reason, only the first EXAMPLES_MAX are printed. */
const NAMED_MAX = 20;

/** Prints refused lines and warnings to standard error, grouped by reason. */
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

export function countTexts(found: Omit<ImportFindings, 'cause'>): string[] {
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

export function tallyTexts(summary: FeedSummary): string[] {
  return FEED_KINDS.flatMap((kind) => {
    const parts = Object.entries(summary[kind])
      .filter(([, records]) => records > 0)
      .map(([outcome, records]) => `${countText(records)} ${outcome}`);
    return parts.length === 0 ? [] : [`  ${kind.padEnd(8)} ${parts.join(', ')}`];
  });
}

/** For example `1 line` or `1,200 lines`. */
export function countText(count: number, noun?: string): string {
  const text = count.toLocaleString('en-US');
  return noun === undefined ? text : `${text} ${noun}${count === 1 ? '' : 's'}`;
}

/** For example `csv (cp949, ";", mapping books)`. */
export function readAsText({ format, encoding, delimiter, mapping, sheet }: ReadAs): string {
  const parts = [
    encoding,
    delimiter === null ? null : JSON.stringify(delimiter),
    mapping === null ? null : `mapping ${mapping}`,
    sheet === undefined ? null : `sheet ${sheet.name}`,
    ...(sheet?.others ?? []).map((name) => `not sheet ${name}`),
  ].filter((part) => part !== null);
  return parts.length === 0 ? format : `${format} (${parts.join(', ')})`;
}
