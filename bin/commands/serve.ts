import { command } from './command.ts';

export const serveCommand = command({
  name: 'serve',
  // Of all commands, the server alone needs the modules of HTTP and the portal, half of what a start would load.
  run: async ({ config }) => (await import('../serve.ts')).serve(config),
});
