import { describeConfig } from '../../src/config.ts';
import type { Command } from './command.ts';

export const configCommand: Command = {
  name: 'config',
  summary: 'show the settings in force, with secrets masked',
  usage: 'config',
  translations: {
    ko: {
      summary: '적용 중인 설정을 보여 줍니다(비밀값은 가림)',
      usage: 'config',
    },
  },
  async run(_args, _config, language) {
    console.log(describeConfig(process.env, language));
    return 0;
  },
};
