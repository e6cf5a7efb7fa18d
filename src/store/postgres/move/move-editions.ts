import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editionFile } from '../../files/edition-files.ts';
import { listEditionKeys } from '../../sqlite/rankings/edition-publisher.ts';
import { storeFile } from '../catalog/edition-parts.ts';
import type { Database } from '../database.ts';
import { MoveRefused, type MoveSource } from './moved-tables.ts';

/** Sends the files of the editions in force, unless they are there. Returns how many there are. Throws MoveRefused. */
export async function moveEditions(
  database: Database,
  { files, directory }: Pick<MoveSource, 'files' | 'directory'>,
): Promise<number> {
  const names = new Set(listEditionKeys(files.catalog).map((key) => editionFile(key)));
  for (const name of names) {
    const path = join(directory, name);
    if (!existsSync(path))
      throw new MoveRefused(`${path} is missing: make the list again with "seoga rank", then start again.`);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest();
    const known = await database.query('SELECT FROM catalog.file WHERE name = $1 AND sha256 = $2', [
      name,
      sha256,
    ]);
    if (known.length > 0) continue;
    const file = await storeFile(database, directory, name);
    await database.query('INSERT INTO catalog.file (name, file_id, parts, sha256) VALUES ($1, $2, $3, $4)', [
      file.name,
      file.fileId,
      file.parts,
      file.sha256,
    ]);
  }
  return names.size;
}
