import { formatKstInstant, formatKstMonth, parseKstMonth, systemClock } from '../../src/clock.ts';
import { buyerKeyOf, keyedBuyer } from '../../src/rankings/buyer-reference.ts';
import { monthClosesAtMs } from '../../src/rankings/open-month.ts';
import type { RestatedLines } from '../../src/rankings/restatement.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { rankNow } from '../rank-now.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, UsageError, wholeNumber } from './command.ts';

export const restateCommand = command({
  name: 'restate',
  summary: 'count a closed month again, including late lines, and publish it',
  usage: `restate YYYY-MM [--exclude ITEM] [--exclude-buyer BUYER] [--reason TEXT] [--without-late]
  --exclude ITEM         leave an item out of the month for good, for example because it was bought up; repeatable
  --exclude-buyer BUYER  leave out all copies of a buyer, as named in the feeds; repeatable
  --reason TEXT          why, recorded with the date; required if something is left out
  --without-late         don't count late lines, such as orders sent again under different numbers
Order lines and cancellations that arrived after the month was closed count from now on. The month gets a new version;
later months keep their rank changes.`,
  ko: {
    summary: '마감한 달을 늦게 온 줄까지 넣어 다시 집계하고 공개합니다',
    usage: `restate YYYY-MM [--exclude ITEM] [--exclude-buyer BUYER] [--reason TEXT] [--without-late]
  --exclude ITEM         사재기한 상품 등을 그 달에서 영구히 제외합니다. 여러 번 쓸 수 있습니다
  --exclude-buyer BUYER  한 구매자(피드의 buyer)의 모든 부수를 제외합니다. 여러 번 쓸 수 있습니다
  --reason TEXT          이유. 날짜와 함께 기록합니다. 무엇이든 제외할 때는 필수입니다
  --without-late         늦게 온 줄(다른 번호로 다시 보낸 주문 등)은 집계하지 않습니다
마감 뒤에 도착한 주문과 취소도 이제부터 집계합니다. 그 달은 새 버전이 되고, 이후 달의 순위 변동은 그대로입니다.`,
  },
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
    const excludedItemIds = values.exclude.map((text) =>
      wholeNumber('--exclude', 1, Number.MAX_SAFE_INTEGER, text),
    );
    const buyers = values['exclude-buyer'];
    const restatedAtMs = systemClock.nowMs();
    const closesAtMs = monthClosesAtMs(month);
    if (restatedAtMs < closesAtMs && excludedItemIds.length + buyers.length === 0)
      throw new CommandFailed(
        `The month is open until ${formatKstInstant(closesAtMs)}: until then, every tally counts all of it.`,
      );
    await withStore(config, async (store) => {
      for (const buyer of buyers) {
        if ((await store.orderPrivacy().countLines(buyer)) === 0)
          throw new CommandFailed('No order line has the buyer of --exclude-buyer; nothing was changed.');
      }
      const buyerKey = buyerKeyOf(secretsOf(config).keyPepper);
      const excludedBuyers = buyers.map((buyer) => keyedBuyer(buyerKey, buyer));
      const withoutLate = values['without-late'];
      const restatement = { month, excludedItemIds, excludedBuyers, reason, restatedAtMs, withoutLate };
      const restated = await store.restate(restatement);
      if (restated === null) throw new CommandFailed('The month has no published list; nothing was changed.');
      await store.state().auditTrail.record('command', 'rankings.restated', 'rankings', {
        month: formatKstMonth(month),
        ...(excludedItemIds.length === 0 ? {} : { items: excludedItemIds }),
        ...(buyers.length === 0 ? {} : { buyers: buyers.length }),
      });
      await rankNow(config, store);
      console.log(reportOf(restated, excludedItemIds, buyers.length));
    });
  },
});

/** What was done. Buyers are counted, not named. */
function reportOf(restated: RestatedLines, itemIds: readonly number[], buyerCount: number): string {
  const { lateLines, lateCancellations } = restated;
  const excluded = [...itemIds.map(String), ...(buyerCount === 0 ? [] : [`${buyerCount} buyers`])];
  return (
    `Restated with ${lateLines} late lines and ${lateCancellations} late cancellations` +
    `${excluded.length === 0 ? '' : `; left out: ${excluded.join(', ')}`}.`
  );
}
