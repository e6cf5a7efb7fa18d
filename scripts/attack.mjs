// npm run test:attacks [-- LOAD] - attacks a server that it starts, harder than npm test does, one line each.
import { spawnSync } from 'node:child_process';
import { buildPages, projectNode, root, setUp } from './set-up.mjs';

setUp();
// On a slow machine that takes longer than the tests wait for a server.
buildPages();
const load = process.argv[2] ?? '5';
const result = spawnSync(projectNode(), ['--test', '--test-reporter=spec', 'test/attacks/attacks.test.ts'], {
  cwd: root,
  env: { ...process.env, ATTACK_LOAD: load },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exitCode = result.status ?? 1;
