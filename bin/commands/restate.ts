import { parseArgs } from 'node:util';
import { formatKstInstant, type KstMonth, parseKstMonth, systemClock } from '../../src/clock.ts';
import { monthClosesAtMs } from '../../src/rankings/open-month.ts';
import type { Restatement } from '../../src/rankings/restatement.ts';
import { rankNow } from '../rank-now.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

export const restateCommand: Command = {
  name: 'restate',
  summary: 'count a closed month again, with what came late, and publish it',
  usage: `restate YYYY-MM [--exclude ITEM --reason TEXT]
  --exclude ITEM  leave an item out of the month for good, such as one bought up to push it; may be repeated
  --reason TEXT   why, kept with the date; required with --exclude
Order lines and cancellations that came after the month was closed count from now on. The month gets a new version;
the months after it keep their rank changes.`,
  async run(args, config) {
    const restatement = readOptions(args);
    const { month, excludedItemIds, restatedAtMs } = restatement;
    const closesAtMs = monthClosesAtMs(month);
    if (restatedAtMs < closesAtMs && excludedItemIds.length === 0) {
      console.error(
        `The month is open until ${formatKstInstant(closesAtMs)}: until then every tally counts all of it.`,
      );
      return 1;
    }
    const restated = await withStore(config, async (store) => {
      const lines = await store.restate(restatement);
      if (lines !== null) await rankNow(config, store);
      return lines;
    });
    if (restated === null) {
      console.error('The month has no published list; nothing was changed.');
      return 1;
    }
    const { lateLines, lateCancellations } = restated;
    const excluded = excludedItemIds.length === 0 ? '' : `; left out: ${excludedItemIds.join(', ')}`;
    console.log(
      `Restated with ${lateLines} late lines and ${lateCancellations} late cancellations${excluded}.`,
    );
    return 0;
  },
};

function readOptions(args: readonly string[]): Restatement {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { exclude: { type: 'string', multiple: true, default: [] }, reason: { type: 'string' } },
  });
  const reason = values.reason?.trim() ?? '';
  if (values.exclude.length > 0 && reason === '') throw new UsageError('--exclude needs --reason');
  return {
    month: readMonth(positionals),
    excludedItemIds: values.exclude.map(readItemId),
    reason,
    restatedAtMs: systemClock.nowMs(),
  };
}

function readMonth(positionals: readonly string[]): KstMonth {
  const [text = ''] = positionals;
  const month = positionals.length === 1 ? parseKstMonth(text) : null;
  if (month === null) throw new UsageError('restate takes one month as YYYY-MM');
  return month;
}

function readItemId(text: string): number {
  const itemId = Number(text);
  if (/^\d{1,16}$/.test(text) && itemId > 0 && Number.isSafeInteger(itemId)) return itemId;
  throw new UsageError(`--exclude takes an item number, not "${text}"`);
}
