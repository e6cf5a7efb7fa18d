import { command } from './command.ts';

export const serveCommand = command({
  name: 'serve',
  needs: 'healthy store',
  // Other commands don't need the API and the portal, half of all modules.
  run: async ({ config }) => (await import('../serve.ts')).serve(config),
});
