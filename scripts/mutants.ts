// node scripts/run.mjs scripts/mutants.ts draw|run [AREA] - do the tests notice a fault?
//
// `draw` takes lines at random (seeded) from each area, changes one word in each, and keeps those changes in
// scripts/mutants.tsv. Changes that are kept there stay while their line stands; it fills up each area. `run` tries those
// that have no outcome yet, several at a time, each in a copy of the tree: the tests nearest to the changed file first, then
// the others of its area, until one fails. It writes each outcome into the table at once, so it can be interrupted and goes on
// later: caught, missed, or late (tests didn't end). A person may turn `missed` into `equivalent` and say why behind it.
// A line that stands in another file now is found there; one that has gone is dropped by the next `draw`.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const FILE = join(root, 'scripts', 'mutants.tsv');
const SEED = 'seoga';
const PER_AREA = 24;
/** Beyond this, a fault keeps tests from ending, or other work on the machine does: such faults are told apart. */
const TESTS_MAX_MS = 300_000;

interface Area {
  /** Where faults are made. */
  readonly sources: readonly string[];
  /** Cheap tests first: the run ends with the first that fails. */
  readonly tests: readonly string[];
}

const AREAS: Readonly<Record<string, Area>> = {
  gate: {
    sources: ['src/gate/**/*.ts', 'src/store/sqlite/accounts/*.ts'],
    tests: [
      'test/gate/**',
      'test/store/sqlite/accounts/**',
      'test/v1/limits.test.ts',
      'test/acceptance/acceptance.test.ts',
    ],
  },
  lists: {
    sources: ['src/rankings/**/*.ts'],
    tests: ['test/rankings/**', 'test/acceptance/acceptance.test.ts'],
  },
  search: {
    sources: ['src/search/**/*.ts'],
    tests: ['test/search/**', 'test/v1/search.test.ts', 'test/acceptance/acceptance.test.ts'],
  },
  feeds: {
    sources: ['src/ingest/**/*.ts'],
    tests: ['test/ingest/**', 'test/feeds/**', 'test/acceptance/acceptance.test.ts'],
  },
  http: {
    sources: ['src/http/**/*.ts', 'src/v1/**/*.ts', 'src/export/*.ts'],
    tests: ['test/http/**', 'test/v1/**', 'test/export/**', 'test/acceptance/acceptance.test.ts'],
  },
  accounts: {
    sources: ['src/accounts/**/*.ts'],
    tests: ['test/accounts/**', 'test/store/sql/**', 'test/site/account/**'],
  },
  store: {
    sources: ['src/store/sqlite/**/*.ts', 'src/store/postgres/**/*.ts', 'src/catalog/**/*.ts'],
    tests: ['test/catalog/**', 'test/store/**', 'test/ingest/item-names.test.ts'],
  },
  // Chosen by hand: each takes away one defence of docs/security.md.
  defences: {
    sources: [],
    tests: [
      'test/gate/**',
      'test/rules/**',
      'test/accounts/**',
      'test/store/sqlite/accounts/**',
      'test/http/**',
      'test/export/**',
      'test/ingest/**',
      'test/v1/**',
      'test/site/**',
      'test/bin/data-folder.test.ts',
      'test/acceptance/acceptance.test.ts',
    ],
  },
};

interface Mutant {
  readonly area: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Empty until it was tried. */
  readonly outcome: string;
  /** Why an equivalent change makes no difference. */
  readonly reason: string;
}

const UNTRIED = { outcome: '', reason: '' };

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

const [command, only] = process.argv.slice(2);
if (command === 'draw') draw();
else if (command === 'run') await run();
else throw new Error('say draw or run');

function draw(): void {
  const kept = keptMutants().filter((mutant) => fileOf(mutant, root) !== null);
  const mutants = Object.entries(AREAS).flatMap(([area, { sources }]) => {
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
  const rows = mutants.map(({ area, file, before, after, outcome, reason }) =>
    [area, file, before, after, outcome, reason].join('\t').trimEnd(),
  );
  writeFileSync(FILE, `${rows.join('\n')}\n`);
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
  const mutants = [...keptMutants()];
  const waiting = mutants
    .entries()
    .filter(([, { area, outcome }]) => outcome === '' && (only === undefined || only === area))
    .toArray();
  const work = async () => {
    const folder = copyTree();
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, mutant] = next;
        const outcome = await tryMutant(mutant, folder);
        mutants[at] = { ...mutant, outcome };
        save(mutants);
        console.log(`${outcome}\t${mutant.file}\t${mutant.before.trim()}\t->\t${mutant.after.trim()}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await checkUnchanged(new Set(waiting.map(([, { area }]) => area)));
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const counts = Map.groupBy(mutants, ({ area, outcome }) => `${area}: ${outcome || 'not tried'}`);
  for (const [name, { length }] of counts) console.log(`${name} ${length}`);
}

/** Tests that fail by themselves would catch everything. */
async function checkUnchanged(areas: ReadonlySet<string>): Promise<void> {
  const folder = copyTree();
  for (const area of areas) {
    const outcome = await outcomeOf(testsOf(AREAS[area]?.tests ?? [], folder), folder);
    if (outcome !== 'missed') throw new Error(`the tests of ${area} fail, or don't end, without a change`);
  }
  rmSync(folder, { recursive: true, force: true });
}

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seoga-mutants-'));
  for (const part of globSync('*', { cwd: root })) {
    if (part !== 'node_modules') cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function tryMutant(mutant: Mutant, folder: string): Promise<Outcome | 'gone'> {
  const file = fileOf(mutant, folder);
  if (file === null) return 'gone';
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    original.replace(`${mutant.before}\n`, () => `${mutant.after}\n`),
  );
  try {
    const all = testsOf(AREAS[mutant.area]?.tests ?? [], folder);
    const near = all.filter((test) => isNear(test, file));
    const others = all.filter((test) => !near.includes(test));
    const first = await outcomeOf(near, folder);
    return first === 'missed' ? await outcomeOf(others, folder) : first;
  } finally {
    writeFileSync(path, original);
  }
}

/** Whether a test file mirrors a source file, or lies in the folder that mirrors its folder. */
function isNear(test: string, file: string): boolean {
  const name = basename(file, '.ts');
  return (
    basename(test).startsWith(`${name}.`) || dirname(test) === dirname(file).replace(/^(?:src|bin)/, 'test')
  );
}

/** The file that has the line: its own, or else the only one. */
function fileOf({ file, before }: Mutant, folder: string): string | null {
  const has = (name: string) => readFileSync(join(folder, name), 'utf8').includes(`${before}\n`);
  const files = globSync('{src,bin}/**/*.ts', { cwd: folder }).filter(has);
  if (files.includes(file)) return file;
  return files.length === 1 ? (files[0] ?? null) : null;
}

/** Whether a test fails, all pass, or some haven't ended in time; ends them at the first that fails. */
type Outcome = 'caught' | 'missed' | 'late';

function testsOf(patterns: readonly string[], cwd: string): readonly string[] {
  return patterns.flatMap((pattern) =>
    globSync(pattern, { cwd })
      .filter((name) => name.endsWith('.test.ts'))
      .sort(),
  );
}

async function outcomeOf(files: readonly string[], cwd: string): Promise<Outcome> {
  if (files.length === 0) return 'missed';
  const tests = spawn(process.execPath, ['--test', '--test-reporter=tap', '--test-concurrency=2', ...files], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((ended) => {
    const end = (outcome: Outcome) => {
      clearTimeout(deadline);
      // The tests' own servers are in their group.
      if (tests.pid !== undefined) spawnSync('kill', ['-KILL', '--', `-${tests.pid}`]);
      ended(outcome);
    };
    const deadline = setTimeout(() => end('late'), TESTS_MAX_MS);
    tests.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/^\s*not ok /m.test(text)) end('caught');
    });
    tests.on('close', (code) => end(code === 0 ? 'missed' : 'caught'));
  });
}
