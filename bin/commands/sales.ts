import { type KstDay, kstWeekFirstDay, parseKstDay, parseKstWeek } from '../../src/clock.ts';
import { readSoldCopies } from '../../src/rankings/ledger/month-lines.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, UsageError } from './command.ts';

export const salesCommand = command({
  name: 'sales',
  needs: 'healthy store',
  options: { week: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  async run({ values, config }) {
    const [fromDay, untilDay] = daysOf(values);
    const sold = await withStore(config, ({ engine }) =>
      engine.catalog.snapshot((snapshot) => readSoldCopies(snapshot, fromDay, untilDay)),
    );
    if (sold === null)
      throw new CommandFailed(
        'Order lines of these months were deleted after their time: nothing was printed.',
      );
    console.log(['SKU,Quantity', ...sold.map(({ sku, copies }) => `${sku},${copies}`)].join('\n'));
  },
});

interface Period {
  readonly week?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

function daysOf({ week, from, until }: Period): readonly [KstDay, KstDay] {
  if (week !== undefined && from === undefined && until === undefined) {
    const found = parseKstWeek(week);
    if (found === null) throw new UsageError(`--week must be a week as YYYY-Www, not "${week}"`);
    return [kstWeekFirstDay(found), kstWeekFirstDay(found + 1) - 1];
  }
  if (week !== undefined || from === undefined || until === undefined)
    throw new UsageError('sales needs either --week, or --from and --until');
  const days = [dayOf('--from', from), dayOf('--until', until)] as const;
  if (days[0] > days[1]) throw new UsageError(`--from ${from} is after --until ${until}`);
  return days;
}

function dayOf(option: string, text: string): KstDay {
  const day = parseKstDay(text);
  if (day === null) throw new UsageError(`${option} must be a day as YYYY-MM-DD, not "${text}"`);
  return day;
}
