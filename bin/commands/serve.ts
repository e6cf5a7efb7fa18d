import { parseArgs } from 'node:util';
import { serve } from '../serve.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the API and its pages until SIGTERM or SIGINT',
  usage: `serve
  An empty data folder is filled with the demo catalogue first, unless SEOGA_DEMO=0.
  Prints "listening on <base url>" when ready. See "seoga config" for the environment.`,
  async run(args, config) {
    parseArgs({ args: [...args], options: {} });
    return serve(config);
  },
};
