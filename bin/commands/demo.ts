import {
  DEMO_ITEMS_DEFAULT,
  DEMO_MONTHS_DEFAULT,
  type DemoOptions,
  demoRecords,
} from '../../demo/demo-records.ts';
import { DEMO_ITEMS_MAX } from '../../demo/items.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { buildIndex, emptyBase } from '../../src/search/runtime/built-index.ts';
import { openStore } from '../store/open-store.ts';
import { CommandFailed, command, countText, numberOption } from './command.ts';
import { printFeed } from './export.ts';
import { rankNow } from './rankings.ts';

const MONTHS_MAX = 240;

export const demoCommand = command({
  name: 'demo',
  values: {
    items: DEMO_ITEMS_DEFAULT,
    itemsMax: DEMO_ITEMS_MAX,
    months: DEMO_MONTHS_DEFAULT,
    monthsMax: MONTHS_MAX,
  },
  options: {
    items: { type: 'string', default: String(DEMO_ITEMS_DEFAULT) },
    months: { type: 'string', default: String(DEMO_MONTHS_DEFAULT) },
    print: { type: 'boolean' },
  },
  async run({ values, config }) {
    const nowMs = systemClock.nowMs();
    const options = {
      items: numberOption('--items', 1, DEMO_ITEMS_MAX, values.items),
      months: numberOption('--months', 0, MONTHS_MAX, values.months),
      today: kstDayOf(nowMs),
      untilMs: nowMs,
    };
    await (values.print ? printFeed([demoRecords(options)]) : fillStore(options, config));
  },
});

async function fillStore(options: DemoOptions, config: Config): Promise<void> {
  await using store = await openStore(config, 'command');
  const known = await store.catalog.countItems();
  if (known > 0)
    throw new CommandFailed(
      `The store in ${config.dataDir} already holds ${countText(known)} items. The demo catalogue is for ` +
        'an empty one: name another folder in SEOGA_DATA_DIR.',
    );
  const { item, author, category, sale } = await loadDemo({
    ...options,
    store: store.feeds(),
    onProgress: (line) => console.error(`  ${line}`),
  });
  await rankNow(config, store);
  const { problem } = await buildIndex(store.engine.catalog, { dataDir: config.dataDir, base: emptyBase() });
  if (problem !== null) console.error(problem);
  console.log(
    `Demo catalogue loaded: ${countText(item.added)} items, ${countText(author.added)} authors, ` +
      `${category.added} categories, ${countText(sale.added)} order lines.`,
  );
}
