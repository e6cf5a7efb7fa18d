import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { environmentOf } from '../support/server-process.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

const root = resolve(import.meta.dirname, '../..');

/** A made-up language: English between brackets, which tell it from English wherever it shows. */
const TAG = 'xx';

/** A copy of the project with the folder and the one line of another language (CONTRIBUTING.md). */
function copyWithLanguage(t: Cleanup): string {
  const copy = tempDir(t);
  const parts = ['bin', 'demo', 'src', 'docs', 'CHANGELOG.md', 'package.json', 'tsconfig.json'];
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const english = join(copy, 'src/messages/en');
  for (const file of globSync('*.json', { cwd: english })) {
    const texts = bracketed(JSON.parse(readFileSync(join(english, file), 'utf8')));
    const own = join(copy, 'src/messages', TAG, file);
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, JSON.stringify(texts));
  }
  const list = join(copy, 'src/messages/languages.ts');
  writeFileSync(list, readFileSync(list, 'utf8').replace(`['ko', 'en']`, `['ko', 'en', '${TAG}']`));
  return copy;
}

/** The same texts between brackets, at any depth. */
function bracketed(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? `[[${text}]]` : bracketed(text),
    ]),
  );
}

/** Runs a program of node_modules in the copy. What it covers is the copy, which nobody reports. */
function run(copy: string, program: string, ...args: readonly string[]) {
  const environment = { ...process.env, NODE_V8_COVERAGE: '' };
  const options = { cwd: copy, env: environment, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', program), ...args],
    options,
  );
  return { status, output: stdout + stderr };
}

/** Starts the copy's server and resolves to its address. */
async function serve(t: Cleanup, copy: string): Promise<string> {
  const env = environmentOf(join(copy, 'data'));
  const server = spawn(process.execPath, ['bin/seoga.ts', 'serve'], { cwd: copy, env });
  const ended = once(server, 'close');
  t.after(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let stdout = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    stdout += String(text);
    const address = /^listening on (\S+)\n/m.exec(stdout)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`the server ended before it listened:\n${stderr}`);
}

describe('a third language is a line in LANGUAGES and a folder', () => {
  const copy = copyWithLanguage({ after });

  test('the types of the service ask for nothing else', () => {
    const service = { extends: './tsconfig.json', include: ['bin', 'src'] };
    writeFileSync(join(copy, 'tsconfig.service.json'), JSON.stringify(service));
    const { status, output } = run(
      copy,
      'typescript/bin/tsc',
      '-p',
      'tsconfig.service.json',
      '--singleThreaded',
    );
    assert.equal(status, 0, output);
  });

  test('errors and pages speak it, and texts without a translation are English', async (t) => {
    const address = await serve(t, copy);
    const ask = (path: string, accept: string) =>
      fetch(address + path, { headers: { 'accept-language': TAG, accept } });

    const failure = await ask('/v1/nothing/', 'application/json');
    assert.equal(failure.headers.get('content-language'), TAG);
    assert.match(await failure.text(), /"message":"\[\[There is nothing at this path\./);

    const notFound = await ask('/goods/1', 'text/html');
    assert.equal(notFound.status, 404);
    assert.match(await notFound.text(), /<html lang="xx">[\s\S]*<h1>\[\[Page not found\]\]<\/h1>/);

    const start = await (await ask('/', 'text/html')).text();
    assert.match(start, /<html lang="xx"/);
    assert.match(start, /<h1[^>]*>\[\[/);

    const endpoint = await (await ask('/docs/endpoints/bestsellerMonthly', 'text/html')).text();
    assert.match(endpoint, /<html lang="xx"[\s\S]*Monthly bestsellers/);
  });
});
