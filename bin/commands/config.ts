import { describeConfig } from '../../src/config.ts';
import type { Command } from './command.ts';

export const configCommand: Command = {
  name: 'config',
  summary: 'show the settings in force, with secrets masked',
  usage: 'config',
  async run() {
    console.log(describeConfig());
    return 0;
  },
};
