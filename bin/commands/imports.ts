import { formatKstInstant } from '../../src/clock.ts';
import { unitOf } from '../../src/ingest/choose-reader.ts';
import type { ImportEntry, ImportLog } from '../../src/ingest/import-log.ts';
import type { OrdersUndone } from '../../src/ingest/import-undo.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, wholeNumber } from './command.ts';
import { countText, readAsText, tallyTexts } from './import-report.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

export const importsUndoCommand = command({
  name: 'imports undo',
  summary: 'undo an import',
  usage: `imports undo ID [--dry-run] [--force]
  ID         number of the import, as shown by "imports"
  --dry-run  say what would be restored; change nothing
  --force    undo it even if later imports changed the same records

Restores the items, authors and categories that the import changed or removed, and removes the records, order lines and
cancellations that it added. The next run counts open months again. It names closed months, whose lists stay until you
restate them. You can undo an import for 30 days. The undo is an import itself, so you can undo it, too.`,
  ko: {
    summary: '가져오기를 되돌립니다',
    usage: `imports undo ID [--dry-run] [--force]
  ID         가져오기 번호("imports"에 표시됨)
  --dry-run  되돌릴 내용만 보여 주고 아무것도 바꾸지 않습니다
  --force    이후의 가져오기가 같은 레코드를 바꿨어도 되돌립니다

가져오기로 바뀌거나 삭제된 상품, 저자, 카테고리를 복원하고 추가된 것은 주문 줄과 취소까지 삭제합니다.
열린 달은 다음 집계에서 다시 집계합니다. 마감된 달은 이름을 알리며, 다시 집계할 때까지 목록은 그대로입니다.
30일 동안 되돌릴 수 있습니다. 되돌리기도 하나의 가져오기이므로 다시 되돌릴 수 있습니다.`,
  },
  options: { 'dry-run': { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  operands: [1, 1, 'one ID'],
  async run({ values: { 'dry-run': dryRun, force }, operands: [id = ''], config }) {
    const importId = wholeNumber('ID', 1, Number.MAX_SAFE_INTEGER, id);
    const outcome = await withStore(config, async (store) => {
      const undone = await store.importUndo().undo({ importId, actor: 'command', force, dryRun });
      if (undone.kind === 'undone' && !dryRun) {
        const detail = { import: importId, ...(force ? { forced: true } : {}) };
        await store.state().auditTrail.record('command', 'feed.undone', 'feed', detail);
      }
      return undone;
    });
    if (outcome.kind !== 'undone') {
      const way = outcome.kind === 'conflict' ? '; --force undoes it all the same' : '';
      throw new CommandFailed(`import ${importId} was not undone: ${outcome.reason.en}${way}`);
    }
    const fate = dryRun ? 'dry run, nothing was changed' : `undone by import ${outcome.importId}`;
    const { summary, orders } = outcome;
    console.log([`import ${importId}: ${fate}`, ...tallyTexts(summary), ...ordersTexts(orders)].join('\n'));
  },
});

/** The effect on order lines, and on the lists that counted them. */
function ordersTexts(orders: OrdersUndone | null): string[] {
  if (orders === null) return [];
  const { lines, openMonths, closedMonths } = orders;
  return [
    `  orders   ${countText(lines)} lines`,
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
  summary: 'list recent imports, or show one with its problems',
  usage: `imports [ID] [--limit N]
  ID         show this import: what it did, and its first 100 rejected lines and warnings
  --limit N  how many to list, newest first (default ${LIMIT_DEFAULT}, at most ${LIMIT_MAX})

Every attempt is listed, including those that failed, were interrupted or were killed ("did not finish").`,
  ko: {
    summary: '최근 가져오기를 나열하거나 하나를 자세히 보여 줍니다',
    usage: `imports [ID] [--limit N]
  ID         이 가져오기의 결과와 거부된 줄·경고를 처음 100건까지 보여 줍니다
  --limit N  최근 것부터 N건(기본 ${LIMIT_DEFAULT}, 최대 ${LIMIT_MAX})

실패했거나 중단되었거나 강제 종료된 시도("did not finish")도 모두 나옵니다.`,
  },
  options: { limit: { type: 'string', default: String(LIMIT_DEFAULT) } },
  operands: [0, 1, 'one ID'],
  async run({ values, operands: [id], config }) {
    await withStore(config, async (store) => {
      const log = await store.importLog();
      if (id !== undefined) return showOne(log, wholeNumber('ID', 1, Number.MAX_SAFE_INTEGER, id));
      for (const entry of await log.list(wholeNumber('--limit', 1, LIMIT_MAX, values.limit)))
        console.log(lineOf(entry));
    });
  },
});

async function showOne(log: ImportLog, importId: number): Promise<void> {
  const entry = await log.find(importId);
  if (entry === null) throw new CommandFailed(`There is no import ${importId}. "imports" lists them.`);
  console.log([lineOf(entry), ...tallyTexts(entry.summary)].join('\n'));
  const unit = unitOf(entry.readAs);
  for (const { line, field, reason } of entry.problems)
    console.log(`  ${unit} ${line}: ${field}: ${reason.en}`);
  for (const { line, field, reason } of entry.warnings) {
    console.log(`  ${unit} ${line}: warning: ${field}: ${reason.en}`);
  }
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
  const { importId, startedAtMs, outcome, actor, name, bytes, lines, problemCount, warningCount, cause } =
    entry;
  const counts = [
    `${countText(lines)} ${unitOf(entry.readAs)}s`,
    ...(problemCount === 0 ? [] : [`${countText(problemCount)} refused`]),
    ...(warningCount === 0 ? [] : [`${countText(warningCount)} warnings`]),
    ...(bytes === null ? [] : [`${countText(bytes)} bytes`]),
  ];
  const how = entry.readAs === null ? '' : ` as ${readAsText(entry.readAs)}`;
  const why = cause === null ? '' : `: ${cause.en}`;
  const undone = entry.undoneBy === null ? '' : `, undone by ${entry.undoneBy}`;
  return `${importId}  ${formatKstInstant(startedAtMs)}  ${OUTCOME_WORDS[outcome]}${undone}${why}  ${name}${how}  by ${actor}  ${counts.join(', ')}`;
}
