import { parseArgs } from 'node:util';
import { serve } from '../serve.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the API and the portal until SIGTERM or SIGINT',
  usage: `serve
Fills an empty data folder with the demo catalogue first, unless SEOGA_DEMO=0. Prints "listening on <base url>" when
ready. "seoga config" lists the environment variables.`,
  async run(args, config) {
    parseArgs({ args: [...args], options: {} });
    return serve(config);
  },
};
