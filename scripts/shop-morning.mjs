// npm run shop-morning [-- DATA_FOLDER] - from a bare checkout and a shop's own files to public lists, timed: a CSV export in
// CP949, an ONIX message and an order log, with mapping files alone. Without DATA_FOLDER it takes docs/samples; with one it
// takes the public data sets of docs/recipes that lie there. Everything else happens in a temporary folder.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projectNode, root, setUp } from './set-up.mjs';

const READY_MAX_MS = 180_000;
const samples = join(root, 'docs', 'samples');
const recipes = join(root, 'docs', 'recipes');
const startMs = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'seoga-morning-'));
let server = null;
process.on('exit', () => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

step('set up (dependencies)', setUp);
const environment = {
  ...process.env,
  SEOGA_DATA_DIR: join(folder, 'data'),
  SEOGA_DEMO: '0',
  PORT: '0',
  SEOGA_OPS_PORT: '0',
};
const { imports, list } = process.argv[2] === undefined ? sampleShop() : dataShop(resolve(process.argv[2]));
for (const [what, ...words] of imports) step(what, () => seoga('import', ...words));
step('lists', () => seoga('rank'));
seoga('account', 'create', '--email', 'dev@books.example', '--name', 'A developer');
const key = seoga('key', 'issue', '--account', 'dev@books.example').trim();
const address = await stepAsync('server', startServer);
const titles = await stepAsync('first call', () => titlesOf(`${address}${list}`));
console.log(`\nfrom nothing to a public list: ${seconds(performance.now() - startMs)}\n`);
for (const [at, title] of titles.entries()) console.log(`${at + 1}. ${title}`);
process.exit(titles.length > 0 ? 0 : 1);

function sampleShop() {
  const map = ['--map', join(samples, 'export-cp949-map.json')];
  return {
    imports: [
      ['categories (CSV)', join(samples, 'categories.csv')],
      ['categories (ONIX)', join(recipes, 'onix-categories.csv')],
      ['export (CSV, CP949)', ...map, join(samples, 'export-cp949.csv')],
      ['ONIX', '--map', join(recipes, 'onix-subjects.json'), join(samples, 'books.xml')],
      ['order log', join(samples, 'export-orders.csv')],
    ],
    list: '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31&pageSize=5',
  };
}

function dataShop(data) {
  const loans = join(data, 'ko-seoul-library', 'popular-loans-2024q1.sample-80pct.cp949.csv');
  const onix = join(data, 'onix', 'im_onix', '9782752906700.xml');
  for (const file of [loans, onix]) if (!existsSync(file)) fail(`${file} is missing`);
  return {
    imports: [
      ['categories (KDC)', join(recipes, 'kdc-categories.csv')],
      ['categories (ONIX)', join(recipes, 'onix-categories.csv')],
      ['export (CSV, CP949)', '--map', join(recipes, 'seoul-library-items.json'), loans],
      ['ONIX', '--map', join(recipes, 'onix-subjects.json'), onix],
      ['order log', '--map', join(recipes, 'seoul-library-loans.json'), loans],
    ],
    list: '/v1/category/bestsellerMonthly?categoryId=kdc-8&date=2024-03-31&pageSize=5',
  };
}

/** Runs a command and gives its output. Ends everything when it fails. */
function seoga(...words) {
  const { status, stdout, stderr } = spawnSync(projectNode(), [join(root, 'bin', 'seoga.ts'), ...words], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`seoga ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function startServer() {
  server = spawn(projectNode(), [join(root, 'bin', 'seoga.ts'), 'serve'], { cwd: root, env: environment });
  server.stderr.resume();
  let output = '';
  return new Promise((listening) => {
    const timer = setTimeout(() => fail(`the server doesn't listen:\n${output}`), READY_MAX_MS);
    server.once('exit', (code) => fail(`the server ended with ${code}`));
    server.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const [, found] = /^listening on (\S+)\n/m.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      server.removeAllListeners('exit');
      listening(found);
    });
  });
}

async function titlesOf(url) {
  const answer = await fetch(url, { headers: { 'X-Api-Key': key } });
  const body = await answer.json();
  if (answer.status !== 200) fail(`${url} answers ${answer.status}: ${body.message}`);
  return body.data.items.map(({ title }) => title);
}

function step(what, work) {
  const beganMs = performance.now();
  const result = work();
  report(what, beganMs);
  return result;
}

async function stepAsync(what, work) {
  const beganMs = performance.now();
  const result = await work();
  report(what, beganMs);
  return result;
}

function report(what, beganMs) {
  console.log(`${what.padEnd(24)} ${seconds(performance.now() - beganMs)}`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function fail(reason) {
  console.error(`shop-morning: ${reason}`);
  process.exit(1);
}
