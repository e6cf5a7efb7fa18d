import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ATTACKS } from '../attacks/attacks.ts';

const root = resolve(import.meta.dirname, '../..');

test('every test that docs/security.md names exists', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const entriesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
  const entries = entriesOf(page);
  const sources = globSync('test/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const [, threats, faults] = page.split(/^## /m).map((section) => entriesOf(section).length);
  const open = entries.filter((entry) => entry.includes('**Open:** ')).length;
  const counts = `${threats} threats and ${faults} faults; ${open} of them are open`;
  assert.ok(page.includes(counts), counts);
  for (const { title } of ATTACKS) assert.ok(page.includes(`\`${title}\``), `the attack: ${title}`);
  for (const entry of entries) {
    const titles = [...entry.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title);
    assert.ok(titles.length > 0 || entry.includes('**Open:** '), `${entry}: a test, or "Open:"`);
    for (const title of titles) assert.ok(sources.includes(title), title);
  }
});

test('every locked package has an integrity hash and comes from the registry', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      {
        integrity?: string;
        resolved?: string;
        link?: boolean;
        inBundle?: boolean;
        hasInstallScript?: boolean;
      }
    >;
  };
  for (const [path, { integrity = '', resolved, link, inBundle }] of Object.entries(packages)) {
    // A bundled package comes inside another one, whose hash covers it.
    if (path === '' || inBundle === true) continue;
    assert.match(integrity, /^sha512-/, path);
    assert.equal(resolved ?? '', '', `${path} names a host`);
    assert.notEqual(link, true, path);
  }
  const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  assert.deepEqual(scripts, [], 'packages that run a script when they are installed');
});

test('no tracked file holds a key, a password or a private key', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const secrets: readonly RegExp[] = [
    /seoga_live_[0-9A-Za-z]{38}\b/,
    /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/,
    /\bAKIA[0-9A-Z]{16}\b/,
    /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
    /smtps?:\/\/[^\s:@/]+:(?!password|\*\*\*|secret|PASSWORD|p%|p@|\$)[^\s@/]{6,}@(?!mail\.example|[\w.-]*example|127|localhost)/,
  ];
  const found = files
    .filter((file) => !/\.(png|gz|woff2|db|ico)$/.test(file) && !file.startsWith('test/security/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return secrets
        .filter((secret) => secret.test(text))
        .map((secret) => `${file}: ${secret.source.slice(0, 30)}`);
    });
  assert.deepEqual(found, []);
});
