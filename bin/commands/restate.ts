import { formatKstInstant, parseKstMonth, systemClock } from '../../src/clock.ts';
import { buyerKeyOf, keyedBuyer, markOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { countLate, type LateLines, restateMonth } from '../../src/rankings/ledger/restatement.ts';
import { monthClosesAtMs } from '../../src/rankings/schedule.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { rankNow } from '../rank-now.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, numberOption, UsageError } from './command.ts';
import { countText } from './import-report.ts';

/** Limit for counting late order lines and cancellations. */
const COUNT_MAX_MS = 600_000;

export const restateCommand = command({
  name: 'restate',
  options: {
    exclude: { type: 'string', multiple: true, default: [] },
    'exclude-buyer': { type: 'string', multiple: true, default: [] },
    reason: { type: 'string', default: '' },
    'without-late': { type: 'boolean', default: false },
  },
  operands: [1, 1, 'one month as YYYY-MM'],
  async run({ values, operands: [given = ''], config }) {
    const month = parseKstMonth(given);
    if (month === null) throw new UsageError('restate needs exactly one month as YYYY-MM');
    const reason = values.reason.trim();
    for (const option of ['exclude', 'exclude-buyer'] as const) {
      if (values[option].length > 0 && reason === '') throw new UsageError(`--${option} requires --reason`);
    }
    const items = values.exclude.map((text) => numberOption('--exclude', 1, Number.MAX_SAFE_INTEGER, text));
    const { 'exclude-buyer': buyers, 'without-late': withoutLate } = values;
    await withStore(config, async (store) => {
      const restatedAtMs = systemClock.nowMs();
      const closesAtMs = monthClosesAtMs(month);
      if (restatedAtMs < closesAtMs && items.length + buyers.length === 0)
        throw new CommandFailed(
          `The month is open until ${formatKstInstant(closesAtMs)}: until then, every tally counts all of it.`,
        );
      const orders = store.orderPrivacy;
      for (const buyer of buyers) {
        if ((await orders.countLines(buyer)) === 0)
          throw new CommandFailed('No order line has the buyer of --exclude-buyer; nothing was changed.');
      }
      const buyerKey = buyerKeyOf(secretsOf(config).keyPepper);
      const leftOut = [
        ...items.map((itemId) => ({ itemId, mark: null })),
        ...buyers.map((buyer) => ({ itemId: null, mark: markOf(keyedBuyer(buyerKey, buyer)) })),
      ];
      const restatement = { month, leftOut, reason, restatedAtMs, withoutLate, by: 'command' };
      const restated = await store.engine.catalog.transaction(
        async (sql) => {
          const late = await countLate(sql, month);
          return (await restateMonth(sql, restatement)) ? late : null;
        },
        { timeoutMs: COUNT_MAX_MS },
      );
      if (restated === null) throw new CommandFailed('The month has no published list; nothing was changed.');
      await rankNow(config, store);
      console.log(reportOf(withoutLate ? NO_LINES : restated, items, buyers.length));
    });
  },
});

const NO_LINES: LateLines = { lateLines: 0, lateCancellations: 0 };

function reportOf(
  { lateLines, lateCancellations }: LateLines,
  itemIds: readonly number[],
  buyerCount: number,
): string {
  const excluded = [...itemIds.map(String), ...(buyerCount === 0 ? [] : [countText(buyerCount, 'buyer')])];
  return (
    `Restated with ${countText(lateLines, 'late line')} and ${countText(lateCancellations, 'late cancellation')}` +
    `${excluded.length === 0 ? '' : `; left out: ${excluded.join(', ')}`}.`
  );
}
