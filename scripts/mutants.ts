// node scripts/run.mjs scripts/mutants.ts draw | run [AREA|FOLDER]... - do the tests notice a fault?
//
// `draw` takes lines at random (seeded) from each area, changes one word in each, and keeps those changes in
// scripts/mutants.tsv. Changes that are kept there stay while their line stands; it fills up each area. `run` tries those
// that have no outcome yet, of the areas or below the folders that are named, two at a time, each in a copy of the tree: the
// tests that load the changed file, nearest first, until one fails that passes without the change. It writes each outcome into
// the table at once, so it can be interrupted and goes on later: `caught` and the test that failed, `hangs` if tests take far
// more CPU time than any do, or wait for ever, or `missed`. A person may turn `missed` into `equivalent` and say why behind it. A
// line that stands in another file now is found there; one that has gone is dropped by the next `draw`.
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Outcome, outcomeOf } from './first-failure.ts';
import { loadersOf, nearestTests } from './nearest-tests.ts';

const root = resolve(import.meta.dirname, '..');
const { quickTestFiles }: { quickTestFiles(): readonly string[] } = await import(
  join(root, 'scripts', 'group-tests.mjs')
);
const FILE = join(root, 'scripts', 'mutants.tsv');
const SEED = 'seoga';
const PER_AREA = 24;
const AT_ONCE = 2;
/** Test files that share a process: few at first, because the nearest notice most. */
const BATCHES: readonly number[] = [3, 6, 12];
/** Tests that start programs notice little that others don't, and cost most. */
const TESTS = quickTestFiles().map((file) => `test/${file}`);
/** All responses of `/v1`, as clients see them: tried last, for what the API loads. */
const RESPONSES = 'test/acceptance/acceptance.test.ts';
const API = 'src/v1/routes.ts';
/** Where faults are made. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  gate: ['src/gate/**/*.ts', 'src/store/sqlite/accounts/*.ts'],
  lists: ['src/rankings/**/*.ts'],
  search: ['src/search/**/*.ts'],
  feeds: ['src/ingest/**/*.ts'],
  http: ['src/http/**/*.ts', 'src/v1/**/*.ts', 'src/export/*.ts'],
  accounts: ['src/accounts/**/*.ts'],
  store: ['src/store/sqlite/**/*.ts', 'src/store/postgres/**/*.ts', 'src/catalog/**/*.ts'],
  site: ['src/site/**/*.ts'],
  small: ['src/messages/*.ts', 'src/mail/*.ts', 'src/config/*.ts', 'src/covers/*.ts', 'src/base/*.ts'],
  // Chosen by hand: each takes away one defence of docs/security.md.
  defences: [],
};

interface Mutant extends Outcome {
  readonly area: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const UNTRIED: Outcome = { outcome: '', reason: '' };

/** What a change replaces, and by what. */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ 1\b/, ''],
  [/ - 1\b/, ''],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/Math\.min\(/, 'Math.max('],
  [/Math\.max\(/, 'Math.min('],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\bif \((.*)\) (\{|return|continue|throw|break)/, 'if (!($1)) $2'],
  [/\bDESC\b/, 'ASC'],
  [/\bAND\b/, 'OR'],
  [/\.filter\(/, '.map('],
  [/^(\s*)(await )?[\w.#]+\(.*\);$/, '$1;'],
];

/** Test files that have passed without a change. */
const sound = new Set<string>();

const [command, ...words] = process.argv.slice(2);
if (command === 'draw') draw();
else if (command === 'run') await run();
else throw new Error('say draw or run');

function draw(): void {
  const kept = keptMutants().filter((mutant) => fileOf(mutant, root) !== null);
  const mutants = Object.entries(AREAS).flatMap(([area, sources]) => {
    const stay = kept.filter((mutant) => mutant.area === area);
    const lines = globSync(sources, { cwd: root })
      .sort()
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((before) => mutantsOf(before).map((after) => ({ area, file, before, after, ...UNTRIED }))),
      );
    const byChance = ({ area, file, before, after }: Mutant) =>
      hashOf(`${SEED} ${JSON.stringify({ area, file, before, after })}`);
    const seen = new Set<string>(stay.map(({ before }) => before));
    const drawn = lines
      .sort((a, b) => byChance(a).localeCompare(byChance(b)))
      .filter(({ before }) => !seen.has(before) && seen.add(before) !== undefined);
    return [...stay, ...drawn.slice(0, Math.max(0, PER_AREA - stay.length))];
  });
  save(mutants);
  console.log(`${mutants.length} changes drawn`);
}

function save(mutants: readonly Mutant[]): void {
  writeFileSync(FILE, `${mutants.map(rowOf).join('\n')}\n`);
}

function rowOf({ area, file, before, after, outcome, reason }: Mutant): string {
  return [area, file, before, after, outcome, reason].join('\t').trimEnd();
}

function keyOf({ area, before, after }: Mutant): string {
  return [area, before, after].join('\t');
}

function keptMutants(): readonly Mutant[] {
  return readFileSync(FILE, 'utf8').trimEnd().split('\n').map(mutantOf);
}

function mutantOf(row: string): Mutant {
  const [area = '', file = '', before = '', after = '', outcome = '', reason = ''] = row.split('\t');
  return { area, file, before, after, outcome, reason };
}

function mutantsOf(line: string): readonly string[] {
  const text = line.trim();
  if (/^(?:\*|\/\/|\/\*|import|export (?:type|interface)|readonly|type |interface )/.test(text)) return [];
  return CHANGES.filter(([what]) => what.test(line)).map(([what, by]) => line.replace(what, by));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function run(): Promise<void> {
  const isAsked = ({ area, file }: Mutant) =>
    words.length === 0 || words.some((word) => word === area || file.startsWith(word));
  const waiting = keptMutants().filter((mutant) => mutant.outcome === '' && isAsked(mutant));
  console.log(`${waiting.length} changes to try`);
  const work = async () => {
    const folder = copyTree();
    const loaders = loadersOf(folder);
    try {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const tried = { ...mutant, ...(await tryMutant(mutant, folder, loaders)) };
        // The table may have been edited in the meantime.
        save(keptMutants().map((one) => (keyOf(one) === keyOf(tried) ? tried : one)));
        console.log(rowOf(tried));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const counts = Map.groupBy(keptMutants(), ({ area, outcome }) => `${area}: ${outcome || 'not tried'}`);
  for (const [name, { length }] of counts) console.log(`${name} ${length}`);
}

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seoga-mutants-'));
  for (const part of globSync('*', { cwd: root })) {
    if (part !== 'node_modules') cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function tryMutant(
  mutant: Mutant,
  folder: string,
  loaders: ReturnType<typeof loadersOf>,
): Promise<Outcome> {
  const file = fileOf(mutant, folder);
  if (file === null) return { outcome: 'gone', reason: '' };
  const nearest = nearestTests(file, TESTS, loaders);
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  const changed = original.replace(mutant.before, () => mutant.after);
  const starts = BATCHES.map((_, at) => BATCHES.slice(0, at).reduce((sum, size) => sum + size, 0));
  const batches = BATCHES.map((size, at) => nearest.slice(starts[at], (starts[at] ?? 0) + size));
  const last = nearestTests(file, [API], loaders).length > 0 ? [[RESPONSES]] : [];
  for (const batch of [...batches, ...last]) {
    writeFileSync(path, changed);
    const outcome = await outcomeOf(batch, folder).finally(() => writeFileSync(path, original));
    if (outcome.outcome !== 'missed' && (await isSound(batch, folder))) return outcome;
  }
  return { outcome: 'missed', reason: '' };
}

/** Whether test files pass without a change. Those that don't would catch everything. */
async function isSound(batch: readonly string[], folder: string): Promise<boolean> {
  const { outcome, reason } = await outcomeOf(
    batch.filter((test) => !sound.has(test)),
    folder,
  );
  if (outcome !== 'missed') {
    console.log(`${batch.join(' ')} ${outcome} without a change: ${reason}`);
    return false;
  }
  for (const test of batch) sound.add(test);
  return true;
}

/** The file that has the line: its own, or else the only one. */
function fileOf({ file, before }: Mutant, folder: string): string | null {
  const has = (name: string) => readFileSync(join(folder, name), 'utf8').includes(before);
  const files = globSync('{src,bin}/**/*.ts', { cwd: folder }).filter(has);
  if (files.includes(file)) return file;
  return files.length === 1 ? (files[0] ?? null) : null;
}
