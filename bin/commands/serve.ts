import { command } from './command.ts';

export const serveCommand = command({
  name: 'serve',
  summary: 'run the API and the portal until SIGTERM or SIGINT',
  usage: `serve
Fills an empty data folder with the demo catalogue first, unless SEOGA_DEMO=0. Prints "listening on <base url>" when
ready. "seoga config" lists the environment variables.`,
  ko: {
    summary: 'API와 포털을 실행합니다(SIGTERM이나 SIGINT까지)',
    usage: `serve
데이터 폴더가 비어 있으면 먼저 데모 카탈로그를 넣습니다(SEOGA_DEMO=0이면 넣지 않음). 준비되면 "listening on <base url>"을
출력합니다. 환경 변수는 "seoga config"로 확인합니다.`,
  },
  options: {},
  // Of all commands, the server alone needs the modules of HTTP and the portal, half of what a start would load.
  run: async ({ config }) => (await import('../serve.ts')).serve(config),
});
