import { parseDayStart, parseInstant } from '../../src/base/dates.ts';
import { formatKstInstant } from '../../src/clock.ts';
import { withStore } from '../store/open-store.ts';
import { command, UsageError } from './command.ts';

const LINES_MAX = 1_000_000;

export const auditCommand = command({
  name: 'audit',
  needs: 'healthy store',
  options: { since: { type: 'string', default: '' } },
  async run({ values: { since }, config }) {
    const fromMs = parseInstant(since) ?? parseDayStart(since);
    if (fromMs === null)
      throw new UsageError(
        `--since is "${since}": it takes a day or an instant, such as 2026-11-28T02:30+09:00`,
      );
    const lines = await withStore(config, (store) => store.auditLog.list({ fromMs }, LINES_MAX));
    for (const { atMs, actor, action, target, detail } of lines.toReversed())
      console.log(`${formatKstInstant(atMs)} ${actor} ${action} ${target} ${detail}`);
  },
});
