import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How to run a command: a release has no scripts. */
export const RUN = existsSync(join(import.meta.dirname, '../scripts')) ? 'npm run -s seoga --' : 'seoga';
