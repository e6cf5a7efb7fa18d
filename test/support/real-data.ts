import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = resolve(import.meta.dirname, '../../../shared/data');

/**
 * Why tests on real data are left out, or false. The data lie beside the project and are never part of it, so a clone
 * elsewhere leaves these tests out, under CI too (scripts/test.mjs).
 */
export const SKIP_REAL_DATA: string | false = existsSync(FOLDER)
  ? false
  : `SKIPPED: no real data in ${FOLDER}`;

/** The path of a file or folder of the data. */
export function dataPath(path: string): string {
  return resolve(FOLDER, path);
}

/** The bytes of a data file, unpacked when its name ends in .gz. */
export function readData(path: string): Buffer {
  const bytes = readFileSync(dataPath(path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
