import { systemClock } from '../../src/clock.ts';
import { exportFeed } from '../../src/ingest/feed-export.ts';
import { withStore } from '../store/open-store.ts';
import { command, interruptible } from './command.ts';
import { printFeed, writeFeed } from './feed-output.ts';
import { importProgress } from './import-progress.ts';

export const exportCommand = command({
  name: 'export',
  needs: 'healthy store',
  operands: [0, 1, 'one file'],
  async run({ operands: [operand], config }) {
    // `-` is standard output, as it is standard input for import.
    const file = operand === '-' ? undefined : operand;
    await interruptible('no file was written', (signal) =>
      withStore(config, async (store) => {
        const progress = importProgress(file ?? 'standard output', systemClock, process.stderr);
        const counts = await exportFeed(store.engine.catalog, (portions) => {
          const lines = counted(portions, progress.update);
          return file === undefined ? printFeed(lines, signal) : writeFeed(file, lines, signal);
        }).finally(progress.end);
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

/** Yields the records and prints how many there were. */
async function* counted<T>(portions: AsyncIterable<readonly T[]>, tell: (count: number) => void) {
  let count = 0;
  for await (const portion of portions) {
    yield portion;
    count += portion.length;
    tell(count);
  }
}
