// npm run test:mistakes - makes the mistakes of a shop on a server that it starts, and prints what the operator sees.
import { spawnSync } from 'node:child_process';
import { buildPages, projectNode, root, setUp } from './set-up.mjs';

setUp();
// On a slow machine that takes longer than the tests wait for a server.
buildPages();
const args = ['--test', '--test-reporter=spec', 'test/mistakes/mistakes.test.ts'];
const result = spawnSync(projectNode(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
process.exitCode = result.status ?? 1;
