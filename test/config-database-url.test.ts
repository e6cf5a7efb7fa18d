import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { DatabaseUrlError, parseDatabaseUrl } from '../src/config/database-url.ts';

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

test('an address without a user means that of the operating system', () => {
  assert.deepEqual(parseDatabaseUrl('postgres://db1,db2/books'), {
    hosts: [
      { host: 'db1', port: 5432 },
      { host: 'db2', port: 5432 },
    ],
    user: userInfo().username,
    password: '',
    database: 'books',
    sslMode: 'disable',
  });
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['mysql://u:secret@h/db', /postgres:\/\/user/],
  ['postgres://u:secret@h', /postgres:\/\/user/],
  ['postgres://u:secret@/db', /whose hosts are/],
  ['postgres://u:secret@h1,,h2/db', /whose hosts are/],
  ['postgres://u:secret@h:0/db', /whose hosts are/],
  ['postgres://u:secret@h:65536/db', /whose hosts are/],
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
