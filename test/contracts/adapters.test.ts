import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Ports that keep nothing in a store, so that there is nothing to run on PostgreSQL. */
const WITHOUT_A_STORE: Readonly<Record<string, string>> = {
  'search-index-contract.ts': 'every instance builds its index from its own replica',
};

const FILES = globSync('test/**/*.ts', { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

/** Files that import a contract. */
function usersOf(contract: string): string[] {
  return FILES.filter(({ text }) => text.includes(`/${contract}'`)).map(({ file }) => file);
}

test('every contract runs on PostgreSQL and on another adapter, unless nothing is stored', () => {
  const contracts = globSync('test/contracts/**/*-contract.ts', { cwd: ROOT }).map((file) => basename(file));
  const unused = contracts.filter((contract) => usersOf(contract).length === 0);
  assert.deepEqual(unused, []);
  const lacking = contracts.filter((contract) => {
    const tests = usersOf(contract).filter((file) => file.endsWith('.test.ts'));
    // Tests of src/store/sql define their suites on both databases.
    if (tests.some((file) => file.startsWith('test/store/sql/'))) return false;
    const onPostgres = tests.filter((file) => file.startsWith('test/store/postgres/'));
    // A contract that no test imports is part of another one, and runs where that one does.
    return tests.length > 0 && (onPostgres.length === 0 || onPostgres.length === tests.length);
  });
  assert.deepEqual(lacking.sort(), Object.keys(WITHOUT_A_STORE).sort());
});
