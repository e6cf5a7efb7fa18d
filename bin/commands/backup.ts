import { resolve } from 'node:path';
import { backupStore, restoreStore } from '../store/store-copies.ts';
import { command, printStep } from './command.ts';

export const backupCommand = command({
  name: 'backup',
  needs: 'healthy store',
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    const { files, bytes } = await backupStore(config, folder, printStep('Copying'));
    console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`);
  },
});

export const restoreCommand = command({
  name: 'restore',
  needs: 'data folder',
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    console.log(await restoreStore(config, resolve(given), printStep('Copying')));
  },
});
