import { describeConfig } from '../../src/config.ts';
import { command } from './command.ts';

export const configCommand = command({
  name: 'config',
  texts: 'config',
  needs: 'nothing',
  options: {},
  async run({ language }) {
    console.log(describeConfig(process.env, language));
  },
});
