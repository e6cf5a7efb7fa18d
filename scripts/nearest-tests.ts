// Which test files can notice a change of a source file, by what they import: the nearest first.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules, scripts of workers and programs, by the places where their paths stand. What only types name can't fail. */
const MODULE = /(?:^|\n)import (?!type)[^;]*?'(\.[^']+)'|\bfrom '(\.[^']+)';|\b(?:import|URL)\('(\.[^']+)'/g;

/** For each file of a tree, the files that load it. */
export function loadersOf(tree: string): ReadonlyMap<string, readonly string[]> {
  const loaders = new Map<string, string[]>();
  for (const file of globSync('{src,bin,demo,test}/**/*.{ts,mjs}', { cwd: tree })) {
    const text = readFileSync(join(tree, file), 'utf8').replace(/\b(?:import|export) type [^;]*;/g, '');
    for (const [, ...paths] of text.matchAll(MODULE)) {
      const path = join(dirname(file), paths.find((one) => one !== undefined) ?? '');
      if (!existsSync(join(tree, path))) continue;
      loaders.set(path, [...(loaders.get(path) ?? []), file]);
    }
  }
  return loaders;
}

/** The tests among `tests` that load a file: its mirror, then by the folders they share with it, then by their distance. */
export function nearestTests(
  file: string,
  tests: readonly string[],
  loaders: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const distances = new Map([[file, 0]]);
  // A Map goes on to entries that are added while it is walked: breadth first.
  for (const [path, distance] of distances) {
    for (const loader of loaders.get(path) ?? []) {
      if (!distances.has(loader)) distances.set(loader, distance + 1);
    }
  }
  const far = (test: string) => unshared(file, test) * 100 + (distances.get(test) ?? 0);
  return tests.filter((test) => distances.has(test)).sort((a, b) => far(a) - far(b));
}

/** How many of the folders of a source file a test has no mirror of. */
function unshared(file: string, test: string): number {
  const mirror = file.replace(/^(?:src|bin)\//, 'test/').replace(/ts$/, '');
  if (test.startsWith(mirror)) return 0;
  const folders = dirname(mirror).split('/');
  const others = dirname(test).split('/');
  const shared = folders.findIndex((folder, at) => folder !== others[at]);
  return shared === -1 ? 1 : 1 + folders.length - shared;
}
