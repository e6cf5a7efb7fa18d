import { text } from 'node:stream/consumers';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command } from './command.ts';
import { countText } from './import-report.ts';

export const eraseBuyerCommand = command({
  name: 'erase-buyer',
  options: { confirm: { type: 'string' } },
  operands: [1, 1, 'one BUYER'],
  async run({ values, operands: [given = ''], config }) {
    const buyer = given === '-' ? (await text(process.stdin)).trim() : given;
    await withStore(config, async (store) => {
      const orders = store.orderPrivacy;
      const lines = await orders.countLines(buyer);
      if (lines === 0) throw new CommandFailed('No order line has this buyer. Nothing was changed.');
      if (values.confirm !== String(lines))
        throw new CommandFailed(
          `This buyer has ${countText(lines, 'order line')}. Nothing was changed: add --confirm ${lines} to erase the buyer.`,
        );
      const erased = await orders.eraseBuyer(buyer, 'command');
      console.log(`Erased the buyer of ${countText(erased, 'order line')}.`);
    });
  },
});
