import { exportFeed } from '../../src/ingest/feed-export.ts';
import { withStore } from '../store/open-store.ts';
import { command, interruptible, progressPrinter } from './command.ts';
import { printFeed, writeFeed } from './feed-output.ts';

export const exportCommand = command({
  name: 'export',
  needs: 'healthy store',
  operands: [0, 1, 'one file'],
  async run({ operands: [operand], config }) {
    const file = operand === '-' ? undefined : operand;
    await interruptible('no file was written', (signal) =>
      withStore(config, async (store) => {
        const tell = progressPrinter(file ?? 'standard output');
        const counts = await exportFeed(store.engine.catalog, (portions) => {
          const lines = counted(portions, tell);
          return file === undefined ? printFeed(lines, signal) : writeFeed(file, lines, signal);
        });
        const of = (count: number) => count.toLocaleString('en-US');
        const leftOut =
          counts.leftOut === 0
            ? ''
            : `; ${of(counts.leftOut)} lines that no list counts (late or excluded) left out`;
        const say = file === undefined ? console.error : console.log;
        say(`Exported ${of(counts.items)} items, ${of(counts.orderLines)} order lines${leftOut}.`);
      }),
    );
  },
});

async function* counted<T>(portions: AsyncIterable<readonly T[]>, tell: (count: number) => void) {
  let count = 0;
  for await (const portion of portions) {
    yield portion;
    count += portion.length;
    tell(count);
  }
}
