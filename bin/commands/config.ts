import { describeConfig } from '../../src/config.ts';
import { command } from './command.ts';

export const configCommand = command({
  name: 'config',
  summary: 'show the settings in force, with secrets masked',
  ko: { summary: '적용 중인 설정을 보여 줍니다(비밀값은 가림)' },
  options: {},
  async run({ language }) {
    console.log(describeConfig(process.env, language));
  },
});
