import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = resolve(import.meta.dirname, '../../../shared/data');

/** Why tests on real data are left out, or false. The data lie beside the project; a clone elsewhere has none. */
export const SKIP_REAL_DATA: string | false = existsSync(FOLDER)
  ? false
  : `SKIPPED: no real data in ${FOLDER}`;

export function dataPath(path: string): string {
  return resolve(FOLDER, path);
}

export function readData(path: string): Buffer {
  const bytes = readFileSync(dataPath(path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
