import { command } from './command.ts';

export const serveCommand = command({
  name: 'serve',
  needs: 'healthy store',
  // Only the server needs the API and the portal, half of what a start would load.
  run: async ({ config }) => (await import('../serve.ts')).serve(config),
});
