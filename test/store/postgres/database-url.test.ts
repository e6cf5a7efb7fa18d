import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUrlError, parseDatabaseUrl } from '../../../src/store/postgres/database-url.ts';

test('an address names several hosts, with or without ports, and encoded credentials', () => {
  assert.deepEqual(
    parseDatabaseUrl(
      'postgres://shop%40home:p%3Aw:x@db1,db2:6432,[::1]:7000,%2Frun%2Fpg/books?sslmode=verify-full',
    ),
    {
      hosts: [
        { host: 'db1', port: 5432 },
        { host: 'db2', port: 6432 },
        { host: '::1', port: 7000 },
        { host: '/run/pg', port: 5432 },
      ],
      user: 'shop@home',
      password: 'p:w:x',
      database: 'books',
      sslMode: 'verify-full',
    },
  );
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['mysql://u:secret@h/db', /postgres:\/\/user/],
  ['postgres://u:secret@h', /postgres:\/\/user/],
  ['postgres://h/db', /user is missing/],
  ['postgres://:secret@h/db', /user is missing/],
  ['postgres://u:secret@/db', /each host/],
  ['postgres://u:secret@h1,,h2/db', /each host/],
  ['postgres://u:secret@h:0/db', /each host/],
  ['postgres://u:secret@h:65536/db', /each host/],
  ['postgres://u:secret%zz@h/db', /hexadecimal/],
  ['postgres://u:secret@h/db?sslmode=prefer', /disable, require, verify-full/],
  ['postgres://u:secret@h/db?target=1', /sslmode/],
];

for (const [url, message] of REFUSED) {
  test(`an address that cannot be used is refused without its password: ${url}`, () => {
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: unknown) =>
        error instanceof DatabaseUrlError && message.test(error.message) && !error.message.includes('secret'),
    );
  });
}
