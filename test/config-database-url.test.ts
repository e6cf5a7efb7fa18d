import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { parseDatabaseUrl, RefusedValue } from '../src/config/readers.ts';

test('an address has encoded credentials, and a name, an address or a folder as its host', () => {
  assert.deepEqual(
    parseDatabaseUrl('postgres://shop%40home:p%3Aw:x@db.example:6432/books?sslmode=verify-full'),
    {
      host: 'db.example',
      port: 6432,
      user: 'shop@home',
      password: 'p:w:x',
      database: 'books',
      sslMode: 'verify-full',
    },
  );
  assert.equal(parseDatabaseUrl('postgres://[::1]:7000/books').host, '::1');
  assert.equal(parseDatabaseUrl('postgres://%2Frun%2Fpg/books').host, '/run/pg');
});

test('an address without a user means that of the operating system', () => {
  const { user, password, port, sslMode } = parseDatabaseUrl('postgresql://db/books');
  assert.deepEqual([user, password, port, sslMode], [userInfo().username, '', 5432, 'disable']);
});

const REFUSED = [
  'mysql://u:secret@h/db',
  'postgres://u:secret@h',
  'postgres://u:secret@h/db/more',
  'postgres://u:secret@/db',
  'postgres://u:secret@h1,h2/db',
  'postgres://u:secret@h:0/db',
  'postgres://u:secret@h:65536/db',
  'postgres://u:secret%zz@h/db',
  'postgres://u:secret@h/db?sslmode=prefer',
  'postgres://u:secret@h/db?target=1',
];

for (const url of REFUSED) {
  test(`an address that cannot be used is refused without its password: ${url}`, () => {
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: unknown) => error instanceof RefusedValue && !error.message.includes('secret'),
    );
  });
}
