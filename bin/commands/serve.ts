import { command } from './command.ts';

export const serveCommand = command({
  name: 'serve',
  needs: 'intact store',
  // Of all commands, the server alone needs the modules of HTTP and the portal, half of what a start would load.
  run: async ({ config }) => (await import('../serve.ts')).serve(config),
});
