// Puts test files together that can share a process. Starting one and loading the service takes a second of CPU, which
// is more than most of these files need for their tests; one PostgreSQL server also does for all files of a process.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './set-up.mjs';

/** Folders whose files start servers, commands or browsers. A process of its own costs those files little. */
const APART = ['acceptance', 'bin', 'browser', 'deploy', 'real-data'];

/** These files measure the CPU time or the memory of their own process. */
const MEASURED = ['linear-time.test.ts', 'ingest/text/json-lines.test.ts', 'ingest/linear-time.test.ts'];

/** What `npm test -- quick` leaves out: whatever starts programs, and what takes longest. */
const SLOW = [
  ...APART,
  'export/programs.test.ts',
  'ingest/linear-time.test.ts',
  'rankings/ranking-kinds-reference.test.ts',
  'store/postgres',
];

const FILES_MAX = 10;

/** Every test file, from the folder `test` on, in order. */
export function testFiles() {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
}

/** Test files that together take about two minutes on two quiet cores. */
export function quickTestFiles() {
  return testFiles().filter((file) => !SLOW.some((slow) => file === slow || file.startsWith(`${slow}/`)));
}

/**
 * What to run for test files: files of their own, and in `folder` files that each run a group of test files one after
 * the other. Every test file becomes a suite there, so its hooks hold for itself alone.
 */
export function groupTests(folder, files) {
  const isAlone = (file) => APART.includes(file.split('/')[0]) || MEASURED.includes(file);
  const alone = files.filter(isAlone).map((file) => join(root, 'test', file));
  const others = files.filter((file) => !isAlone(file));
  const count = Math.ceil(others.length / FILES_MAX);
  // Neighbours stay together: they load the same modules and need the same database server.
  const groups = Array.from({ length: count }, (_, at) => {
    const path = join(folder, `group-${at + 1}.test.mjs`);
    const group = others.slice(at * FILES_MAX, (at + 1) * FILES_MAX);
    writeFileSync(
      path,
      groupOf(
        group.map((file) => `test/${file}`),
        root,
      ),
    );
    return path;
  });
  return [...alone, ...groups];
}

/** A test file that runs others of a tree. */
export function groupOf(files, tree) {
  const addresses = files.map((file) => [file, pathToFileURL(join(tree, file)).href]);
  return `import { after, describe } from 'node:test';
for (const [name, address] of ${JSON.stringify(addresses)}) {
  // The next file is loaded when this one has ended.
  await new Promise((ended) => {
    describe(name, async () => {
      try {
        await import(address);
      } finally {
        after(ended);
      }
    });
  });
}
`;
}
