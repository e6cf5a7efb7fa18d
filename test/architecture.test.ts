import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/** Which folder of src/ may import from which others (docs/ARCHITECTURE.md). Its own files and clock.ts always. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  catalog: [],
  rankings: ['catalog'],
  search: ['catalog'],
  gate: [],
  accounts: ['gate'],
  ingest: ['catalog', 'rankings'],
  export: ['catalog', 'rankings'],
  http: ['gate'],
  v1: ['http', 'catalog', 'rankings', 'search', 'gate', 'accounts', 'ingest', 'export'],
  portal: ['http', 'catalog', 'rankings', 'search', 'gate', 'accounts', 'mail', 'ingest', 'export', 'pages'],
  pages: ['http', 'catalog', 'rankings', 'accounts', 'covers'],
  covers: ['http'],
  jobs: ['catalog', 'rankings', 'search', 'gate', 'accounts', 'ingest'],
  demo: ['catalog', 'rankings', 'ingest'],
  mail: [],
  'sign-in': ['accounts'],
  store: ['catalog', 'rankings', 'search', 'gate', 'accounts', 'ingest'],
  'config.ts': ['gate', 'accounts'],
  'clock.ts': [],
};

const sources = globSync('src/**/*.ts', { cwd: root }).sort();

function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^'"]*?['"](\.[^'"]+)['"]/gms)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] ?? '')),
  );
}

test('no folder of src/ imports from one that it may not know', () => {
  const offences = sources.flatMap((file) => {
    const allowed = MAY_IMPORT[folderOf(file)];
    if (allowed === undefined) return [`${file}: its folder is not in the table`];
    return importsOf(file)
      .filter((target) => target !== 'src/clock.ts' && folderOf(target) !== folderOf(file))
      .filter((target) => !target.startsWith('src/') || !allowed.includes(folderOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
  assert.deepEqual(offences, []);
});

test('only clock.ts reads the wall clock and only config.ts the environment', () => {
  const offences = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found: string[] = [];
    if (file !== 'src/clock.ts' && /Date\.now\(|new Date\(\)|performance\.now\(|hrtime/.test(text))
      found.push(`${file}: clock`);
    if (file !== 'src/config.ts' && /process\.env/.test(text)) found.push(`${file}: environment`);
    return found;
  });
  assert.deepEqual(offences, []);
});

test('the table names folders that exist', () => {
  const folders = new Set(sources.map(folderOf));
  const missing = Object.keys(MAY_IMPORT).filter((folder) => !folders.has(folder));
  assert.deepEqual(missing, []);
});

test('every module of src/ can be loaded on its own', async () => {
  // Besides its own worth this makes the coverage count files that no other test reaches.
  for (const file of sources) {
    await import(pathToFileURL(join(root, file)).href);
  }
  assert.ok(sources.length > 40, 'the sources were found');
});
