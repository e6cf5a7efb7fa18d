import { describeConfig } from '../../src/config/config.ts';
import { command } from './command.ts';

export const configCommand = command({
  name: 'config',
  needs: 'nothing',
  async run({ language }) {
    console.log(describeConfig(process.env, language));
  },
});
