import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSecrets } from '../../src/store/private-files.ts';
import { tempDir } from '../support/temp-dir.ts';

test('secrets are made once, long, different, and readable by their owner only', (t) => {
  const dataDir = tempDir(t);
  const made = loadSecrets(dataDir);
  assert.deepEqual(loadSecrets(dataDir), made);
  assert.ok(made.keyPepper.length >= 43 && made.keyPepper !== made.sessionSecret);
  assert.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600);
  assert.notEqual(loadSecrets(tempDir(t)).keyPepper, made.keyPepper);
});

test('a damaged file is refused, never replaced: new secrets would end every key', (t) => {
  const dataDir = tempDir(t);
  writeFileSync(join(dataDir, 'secrets.json'), '{"keyPepper":1}');
  assert.throws(() => loadSecrets(dataDir), /secrets\.json/);
  assert.equal(readFileSync(join(dataDir, 'secrets.json'), 'utf8'), '{"keyPepper":1}');
});
