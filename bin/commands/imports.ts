import { formatKstInstant } from '../../src/clock.ts';
import { unitOf } from '../../src/ingest/choose-reader.ts';
import type { ImportEntry, ImportLog } from '../../src/ingest/import-log.ts';
import type { OrdersUndone } from '../../src/rankings/ledger/ledger-undo.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, numberOption } from './command.ts';
import { countText, countTexts, readAsText, tallyTexts } from './import-report.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

export const importsUndoCommand = command({
  name: 'imports undo',
  options: { 'dry-run': { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  operands: [1, 1, 'one ID'],
  async run({ values: { 'dry-run': dryRun, force }, operands: [id = ''], config }) {
    const importId = numberOption('ID', 1, Number.MAX_SAFE_INTEGER, id);
    const outcome = await withStore(config, (store) =>
      store.undoImport({ importId, actor: 'command', force, dryRun }),
    );
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
    await withStore(config, async (store) => {
      const log = store.importLog;
      if (id !== undefined) return showOne(log, numberOption('ID', 1, Number.MAX_SAFE_INTEGER, id));
      for (const entry of await log.list(numberOption('--limit', 1, LIMIT_MAX, values.limit)))
        console.log(lineOf(entry));
    });
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
