import { text } from 'node:stream/consumers';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command } from './command.ts';

export const eraseBuyerCommand = command({
  name: 'erase-buyer',
  summary: 'erase a buyer by removing the link between a buyer reference and its order lines',
  usage: `erase-buyer BUYER --confirm N
  BUYER        the reference in the "buyer" field of feeds; "-" reads it from standard input
  --confirm N  how many order lines the buyer has; without it, the command prints the number and changes nothing

Replaces the buyer of these lines with random numbers, a different one each month. No list changes, now or later. You
can't undo this. Earlier backups still contain the lines as they were.`,
  ko: {
    summary: '구매자를 지웁니다(구매자 참조값과 주문의 연결을 끊음)',
    usage: `erase-buyer BUYER --confirm N
  BUYER        피드의 "buyer" 값. "-"이면 표준 입력에서 읽습니다
  --confirm N  그 구매자의 주문 줄 수. 생략하면 줄 수만 알리고 아무것도 바꾸지 않습니다

구매자를 달마다 다른 임의의 숫자로 바꿉니다. 목록은 지금도 나중에도 바뀌지 않습니다. 되돌릴 수 없습니다. 이전 백업에는 줄이
그대로 남아 있습니다.`,
  },
  options: { confirm: { type: 'string' } },
  operands: [1, 1, 'one BUYER'],
  async run({ values, operands: [given = ''], config }) {
    const buyer = given === '-' ? (await text(process.stdin)).trim() : given;
    await withStore(config, async (store) => {
      const orders = store.orderPrivacy();
      const lines = await orders.countLines(buyer);
      if (lines === 0) throw new CommandFailed('No order line has this buyer. Nothing was changed.');
      if (values.confirm !== String(lines))
        throw new CommandFailed(
          `This buyer has ${lines} order lines. Nothing was changed: add --confirm ${lines} to erase the buyer.`,
        );
      const erased = await orders.eraseBuyer(buyer);
      await store.state().auditTrail.record('command', 'orders.buyer-erased', 'orders', { lines: erased });
      console.log(`Erased the buyer of ${erased} order lines.`);
    });
  },
});
