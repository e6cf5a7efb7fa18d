import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ConfigError, configWarnings, describeConfig, readConfig } from '../src/config/config.ts';
import { VARIABLES } from '../src/config/variables.ts';
import { tempDir } from './support/temp-dir.ts';

test('without any variable the documented defaults hold', () => {
  const config = readConfig({});
  const { host, port, opsHost, opsPort, baseUrl, dataDir, demo, copiesPerBuyer, minSegmentCopies } = config;
  assert.deepEqual([host, port, opsHost, opsPort], ['127.0.0.1', 8080, '127.0.0.1', 9090]);
  assert.deepEqual([baseUrl, dataDir, demo], [null, resolve('./data'), true]);
  assert.deepEqual(config.tierLimits.free, { burstPerSecond: 10, burst: 20, dailyQuota: 5000 });
  assert.deepEqual([copiesPerBuyer, minSegmentCopies], [1, 1]);
});

test('an empty value counts as absent, and the base address loses its last slash', () => {
  const config = readConfig({ PORT: '', SEOGA_BASE_URL: 'https://books.example/api//' });
  assert.equal(config.port, 8080);
  assert.equal(config.baseUrl, 'https://books.example/api');
});

const refused: Readonly<Record<string, readonly string[]>> = {
  PORT: ['65536', '1e3', '-1'],
  SEOGA_OPS_HOST: ['10.0.0.1:9090'],
  SEOGA_OPS_PORT: ['x'],
  SEOGA_BASE_URL: ['books.example', 'https://books.example/?a=1', 'http://[', 'http://books.example:99999'],
  HOST: ['127.0.0.1:80', 'http://books.example'],
  SEOGA_SMTP_URL: ['smtp://:::', 'smtp://', 'mail.example'],
  SEOGA_TRUSTED_PROXIES: ['999.1.1.1', '10.0.0.0/33', '10.0.0.1,', 'all'],
  SEOGA_LINK_TEMPLATE: [
    'http://[{itemId}',
    'https://books.example/',
    'https://books.example/{isbn13}?n={itemId}',
  ],
  SEOGA_MOBILE_LINK_TEMPLATE: ['https://books example/{itemId}'],
  SEOGA_LOGO_URL: ['https://[', 'javascript:alert(1)'],
  SEOGA_TERMS_URL: ['terms.html'],
  SEOGA_PRIVACY_URL: ['https://'],
  SEOGA_CONTACT: ['the office'],
  SEOGA_KEY_PEPPER_FILE: ['/no/such/file'],
  SEOGA_DATABASE_URL: ['postgres://localhost/seoga', 'postgres://u:p@host'],
  SEOGA_DEMO: ['yes'],
  SEOGA_SYNC: ['sometimes'],
  SEOGA_BURST: ['0'],
  SEOGA_BURST_PER_SECOND: ['1.5'],
  SEOGA_DAILY_QUOTA: ['many'],
  SEOGA_KEY_PREFIX: ['A B'],
  SEOGA_KEY_PEPPER: ['short'],
  SEOGA_MAIL_FROM: ['nobody', 'a@b.example\nBcc: c@d.example'],
  SEOGA_OIDC_CORP_ISSUER: ['corp.example', 'http://corp.example', 'https://corp.example?x=1'],
  SEOGA_LOG_LEVEL: ['loud'],
};
for (const [name, value] of Object.entries(refused).flatMap(([one, values]) =>
  values.map((value) => [one, value] as const),
)) {
  test(`${name}=${value} is refused by name`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.includes(name),
    );
  });
}

test('all wrong variables are named at once, and a secret is not repeated', () => {
  assert.throws(
    () => readConfig({ PORT: 'x', SEOGA_DEMO: 'x', SEOGA_KEY_PEPPER: 'hunter2' }),
    (error: Error) => error.message.split('\n').length === 3 && !error.message.includes('hunter2'),
  );
});

test('providers of sign-in: each with a name, in their order; a part that lacks is named', () => {
  assert.deepEqual(readConfig({}).providers, []);
  const corp = {
    SEOGA_OIDC_CORP_ISSUER: 'https://corp.example/realm',
    SEOGA_OIDC_CORP_CLIENT_ID: 'shop',
    SEOGA_OIDC_CORP_CLIENT_SECRET: 's:ecret',
  };
  const issuer = 'http://127.0.0.1:8180';
  const local = { ISSUER: issuer, CLIENT_ID: 'a', CLIENT_SECRET: 'b', LABEL: '우리 서점', SCOPE: 'openid' };
  const ofLocal = Object.entries(local).map(([name, value]) => [`SEOGA_OIDC_A1_${name}`, value]);
  const environment = { ...corp, ...Object.fromEntries(ofLocal) };
  const [a1, ofCorp, ...more] = readConfig(environment).providers;
  const told = { issuer, clientId: 'a', clientSecret: 'b', label: '우리 서점', scope: 'openid' };
  assert.deepEqual(a1, { name: 'a1', ...told });
  assert.deepEqual(ofCorp, {
    name: 'corp',
    issuer: 'https://corp.example/realm',
    clientId: 'shop',
    clientSecret: 's:ecret',
    label: 'Corp',
    scope: 'openid email profile',
  });
  assert.deepEqual(more, []);
  assert.ok(!describeConfig(environment).includes('s:ecret'));
  assert.deepEqual(configWarnings(readConfig(environment), environment), []);
  const { SEOGA_OIDC_CORP_CLIENT_SECRET: _, ...incomplete } = corp;
  assert.throws(() => readConfig(incomplete), /SEOGA_OIDC_CORP_CLIENT_SECRET/);
  assert.equal(configWarnings(readConfig({}), { SEOGA_OIDC_CORP_SECRET: 'x' }).length, 1);
});

test('the description names every variable and shows no secret', () => {
  const text = describeConfig({ SEOGA_KEY_PEPPER: 'a very secret pepper', PORT: '9999' });
  for (const { name } of Object.values(VARIABLES)) assert.ok(text.includes(`${name}=`), name);
  assert.ok(text.includes('PORT=9999'));
  assert.ok(!text.includes('secret pepper'));
});

test('a secret may be given as a file, whose last line break does not count', (t) => {
  const file = join(tempDir(t), 'pepper');
  writeFileSync(file, 'a very secret pepper\n');
  const environment = { SEOGA_KEY_PEPPER_FILE: file };
  assert.equal(readConfig(environment).keyPepper, 'a very secret pepper');
  assert.match(describeConfig(environment), new RegExp(`SEOGA_KEY_PEPPER=\\*\\*\\* {2}\\(from ${file}\\)`));
  const both = { ...environment, SEOGA_KEY_PEPPER: 'another secret pepper' };
  assert.throws(
    () => readConfig(both),
    /^ConfigError: SEOGA_KEY_PEPPER and SEOGA_KEY_PEPPER_FILE are both set[^\n]*$/,
  );
  writeFileSync(file, 'short');
  assert.throws(
    () => readConfig(environment),
    (error: Error) => /SEOGA_KEY_PEPPER is "\*\*\*"/.test(error.message) && !error.message.includes('short'),
  );
});

test('PostgreSQL needs secrets that all instances share and no mail of old backups, and its address is not repeated', () => {
  const SEOGA_DATABASE_URL = 'postgres://shop:hunter2@db:6432/books';
  const secrets = {
    SEOGA_KEY_PEPPER: 'a pepper of all instances',
    SEOGA_SESSION_SECRET: 'a secret of all instances',
  };
  const { database } = readConfig({ SEOGA_DATABASE_URL, ...secrets });
  assert.deepEqual([database?.host, database?.port], ['db', 6432]);
  assert.equal(readConfig({}).database, null);
  assert.throws(
    () => readConfig({ SEOGA_DATABASE_URL }),
    (error: Error) =>
      /SEOGA_KEY_PEPPER is empty.*\nSEOGA_SESSION_SECRET is empty/.test(error.message) &&
      !error.message.includes('hunter2'),
  );
  assert.throws(
    () => readConfig({ SEOGA_DATABASE_URL, ...secrets, SEOGA_BACKUP_HOURS: '26' }),
    /^ConfigError: SEOGA_BACKUP_HOURS is set/,
  );
  assert.throws(
    () => readConfig({ SEOGA_DATABASE_URL: `${SEOGA_DATABASE_URL}?x=1`, ...secrets }),
    (error: Error) =>
      /SEOGA_DATABASE_URL is "\*\*\*"/.test(error.message) && !error.message.includes('hunter2'),
  );
});

test('variables that do not exist are named, and those of other programs are not', () => {
  const environment = { SEOGA_BASEURL: 'https://books.example', PATH: '/bin', SEOGA_SMTP_URL_FILE: '' };
  const [warning, ...others] = configWarnings(readConfig(environment), environment);
  assert.match(warning ?? '', /^SEOGA_BASEURL is set/);
  assert.deepEqual(others, []);
});

test('listening on all addresses without a base address is warned of', () => {
  for (const HOST of ['0.0.0.0', '::']) {
    assert.match(configWarnings(readConfig({ HOST }), {})[0] ?? '', /SEOGA_BASE_URL is not set/);
    const complete = { HOST, SEOGA_BASE_URL: 'https://books.example' };
    assert.deepEqual(configWarnings(readConfig(complete), complete), []);
  }
});
