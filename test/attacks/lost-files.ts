import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { runSeoga } from '../support/server-process.ts';
import type { Attack } from './attack.ts';

export const lostFiles: Attack = {
  title:
    'without one of its files the server refuses to start, rather than refuse every key or show an empty shop',
  async run(target, load) {
    const refusals: string[] = [];
    for (const name of ['accounts.db', 'catalog.db', 'secrets.json']) {
      for (const lose of load > 1 ? [rmSync, truncateSync] : [rmSync]) {
        const dataDir = target.copyData();
        lose(join(dataDir, name));
        const { code, stderr } = await runSeoga(dataDir, ['serve']);
        assert.equal(code, 1, stderr);
        assert.match(stderr, new RegExp(`${name} is .*seoga restore`));
        refusals.push(name);
      }
    }
    return `exit code 1 and how to restore for ${refusals.join(', ')}`;
  },
};
