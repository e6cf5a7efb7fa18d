import type { Messages } from '../messages.ts';

export const commandLine: Messages['commandLine'] = {
  usage: '사용법',
  hint: '명령에 --help를 붙이면 옵션을 볼 수 있습니다. --lang en은 영어 도움말을 보여 줍니다.',
  secretFiles: '비밀값은 그 값이 든 파일의 경로를 NAME_FILE에 넣어 줄 수도 있습니다.',
};
