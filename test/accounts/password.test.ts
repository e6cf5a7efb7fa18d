import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, isPasswordOf } from '../../src/accounts/password.ts';

test('a password is known by its hash, another is not, and two hashes of one differ', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  assert.notEqual(one, two);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(await isPasswordOf(one, 'correct horse'), true);
  assert.equal(await isPasswordOf(one, 'correct hors'), false);
  assert.equal(await isPasswordOf(one, ''), false);
});

test('hashes made with other settings stay good', async () => {
  const settings = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = Buffer.from('somesalt');
  const hash = argon2Sync('argon2id', { ...settings, message: Buffer.from('old password'), nonce });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(hash)}`;
  assert.equal(await isPasswordOf(stored, 'old password'), true);
  assert.equal(await isPasswordOf(stored, 'new password'), false);
});

test('a password is the same however the keyboard composes its letters', async () => {
  const hash = await hashPassword('비밀번호입니다'.normalize('NFD'));
  assert.equal(await isPasswordOf(hash, '비밀번호입니다'.normalize('NFC')), true);
});

test('nobody has a password, and a hash of unknown form is a fault, not a password', async () => {
  assert.equal(await isPasswordOf(null, ''), false);
  assert.equal(await isPasswordOf(null, 'anything'), false);
  await assert.rejects(isPasswordOf('$2b$10$abc', 'anything'));
});

test('two are hashed at once, twenty wait, and whoever comes then is refused', async () => {
  const cost = { memoryKib: 64, passes: 1 };
  const hashes = await Promise.allSettled(Array.from({ length: 25 }, () => hashPassword('a password', cost)));
  const refused = hashes.flatMap((hash, at) => (hash.status === 'rejected' ? [[at, hash.reason.name]] : []));
  assert.deepEqual(
    refused,
    [22, 23, 24].map((at) => [at, 'QueueFullError']),
  );
});
