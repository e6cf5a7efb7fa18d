import assert from 'node:assert/strict';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

export const readableFiles: Attack = {
  title: 'no other user of the machine can read a file of the service',
  async run(target) {
    const dataDir = target.copyData();
    // As an unpacked archive or a careless copy leaves them.
    for (const path of filesIn(dataDir)) chmodSync(path, 0o755);
    const second = await target.startOn(dataDir);
    const paths = [...filesIn(dataDir), ...filesIn(target.server.dataDir)];
    for (const path of paths) assert.equal(lstatSync(path).mode & 0o077, 0, path);
    await second.server.stop();
    return `${paths.length} files and folders, all closed to others`;
  },
};

function filesIn(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...inside.map((entry) => join(entry.parentPath, entry.name))];
}
