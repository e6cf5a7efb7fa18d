import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, LIST, until } from './attack.ts';

export const damagedList: Attack = {
  title: 'damaged list files are found, never answered with 500, and made again',
  async run(target, load) {
    const folder = join(target.server.dataDir, 'editions');
    const files = readdirSync(folder).filter((name) => name.startsWith('monthly-2026-10-'));
    assert.ok(files.length > 0);
    for (const name of files) overwrite(join(folder, name));
    const seen = new Map<number, number>();
    for (let i = 1; i <= 20 * load; i++) {
      const status = await target.call(`${LIST}&pageSize=${(i % 100) + 1}`);
      assert.ok([200, 503].includes(status), `${status}`);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    await until('a whole list', async () => (await target.call(`${LIST}&detail=Y`)) === 200);
    assert.ok((await target.metric('seoga_damaged_list_files_total')) > 0, 'the damage is counted');
    const counts = [...seen].map(([status, times]) => `${times} x ${status}`);
    return `${files.length} files overwritten: ${counts.join(', ')}; the list is whole again`;
  },
};

/** Writes over the second half of a file, in place. */
function overwrite(path: string): void {
  const half = Math.floor(statSync(path).size / 2);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(half, 0x5a), 0, half, half);
  closeSync(file);
}
