import { resolve } from 'node:path';
import { BURST_MAX, DAILY_QUOTA_MAX } from '../gate/decide.ts';
import * as read from './readers.ts';

export interface Variable<Value = unknown> {
  readonly name: string;
  readonly reads: read.Reads<Value>;
  readonly fallback: string;
  /** The value is never shown. The variable `<name>_FILE` may give the path of a file that holds it. */
  readonly secret?: true;
}

function variable<Value>(name: string, reads: read.Reads<Value>, fallback = ''): Variable<Value> {
  return { name, reads, fallback };
}

function secret<Value>(name: string, reads: read.Reads<Value>): Variable<Value> {
  return { name, reads, fallback: '', secret: true };
}

/** The variables of the service, without those of sign-in providers. An empty variable counts as unset. */
export const VARIABLES = {
  port: variable('PORT', read.integer(0, 65_535), '8080'),
  host: variable('HOST', read.host, '127.0.0.1'),
  baseUrl: variable(
    'SEOGA_BASE_URL',
    read.optional((text) => read.webAddress(text).replace(/\/+$/, '')),
  ),
  dataDir: variable('SEOGA_DATA_DIR', (text) => resolve(text), './data'),
  database: secret('SEOGA_DATABASE_URL', read.optional(read.parseDatabaseUrl)),
  syncsCommits: variable('SEOGA_SYNC', (text) => read.word('normal', 'full')(text) === 'full', 'normal'),
  demo: variable('SEOGA_DEMO', read.onOff, '1'),
  burstPerSecond: variable('SEOGA_BURST_PER_SECOND', read.integer(1, BURST_MAX), '10'),
  burst: variable('SEOGA_BURST', read.integer(1, BURST_MAX), '20'),
  dailyQuota: variable('SEOGA_DAILY_QUOTA', read.integer(0, DAILY_QUOTA_MAX), '5000'),
  keyPrefix: variable(
    'SEOGA_KEY_PREFIX',
    read.matching(/^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
    'seoga_live_',
  ),
  keyPepper: secret('SEOGA_KEY_PEPPER', read.optional(read.secretText)),
  sessionSecret: secret('SEOGA_SESSION_SECRET', read.optional(read.secretText)),
  smtpUrl: secret('SEOGA_SMTP_URL', read.optional(read.mailServer)),
  mailFrom: variable('SEOGA_MAIL_FROM', read.optional(read.mailAddress)),
  trustedProxies: variable('SEOGA_TRUSTED_PROXIES', read.optional(read.addressRanges)),
  logLevel: variable(
    'SEOGA_LOG_LEVEL',
    read.word('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  cacheMb: variable('SEOGA_CACHE_MB', read.integer(0, 100_000), '64'),
  opsHost: variable('SEOGA_OPS_HOST', read.host, '127.0.0.1'),
  opsPort: variable('SEOGA_OPS_PORT', read.integer(0, 65_535), '9090'),
  opsPublic: variable('SEOGA_OPS_PUBLIC', read.onOff, '0'),
  copiesPerBuyer: variable('SEOGA_COPIES_PER_BUYER', read.integer(1, 1_000_000), '1'),
  minSegmentCopies: variable('SEOGA_MIN_SEGMENT_COPIES', read.integer(1, 1_000_000), '1'),
  newDays: variable('SEOGA_NEW_DAYS', read.integer(0, 36_500), '90'),
  orderRetentionMonths: variable('SEOGA_ORDER_RETENTION_MONTHS', read.optional(read.integer(1, 999))),
  backupHours: variable('SEOGA_BACKUP_HOURS', read.optional(read.integer(1, 999))),
  currency: variable(
    'SEOGA_CURRENCY',
    read.matching(/^[A-Z]{3}$/, 'a three-letter currency code, such as KRW'),
    'KRW',
  ),
  linkTemplate: variable('SEOGA_LINK_TEMPLATE', read.linkTemplate, '{base_url}/goods/{itemId}'),
  mobileLinkTemplate: variable('SEOGA_MOBILE_LINK_TEMPLATE', read.linkTemplate, '{base_url}/goods/{itemId}'),
  substituteCovers: variable('SEOGA_SUBSTITUTE_COVERS', read.word('svg', 'png'), 'svg'),
  publicLists: variable('SEOGA_PUBLIC_LISTS', read.onOff, '1'),
  logoUrl: variable('SEOGA_LOGO_URL', read.optional(read.webAddress)),
  operatorName: variable('SEOGA_OPERATOR_NAME', (text) => text, 'Seoga'),
  termsUrl: variable('SEOGA_TERMS_URL', read.optional(read.webAddress)),
  privacyUrl: variable('SEOGA_PRIVACY_URL', read.optional(read.webAddress)),
  contact: variable('SEOGA_CONTACT', read.optional(read.contact)),
};

export function providerVariables(name: string) {
  const prefix = `SEOGA_OIDC_${name}`;
  const label = name.slice(0, 1) + name.slice(1).toLowerCase();
  return {
    issuer: variable(`${prefix}_ISSUER`, read.issuer),
    clientId: variable(`${prefix}_CLIENT_ID`, read.someText),
    clientSecret: secret(`${prefix}_CLIENT_SECRET`, read.someText),
    label: variable(`${prefix}_LABEL`, read.someText, label),
    scope: variable(`${prefix}_SCOPE`, read.someText, 'openid email profile'),
  };
}

/** The configured sign-in providers. None may be named CODE or DEMO: /portal/sign-in/code and /demo are other pages. */
export function providerNames(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(environment).flatMap((name) => PROVIDER_VARIABLE.exec(name)?.[1] ?? []);
  return [...new Set(names)].sort();
}

const PROVIDER_VARIABLE =
  /^SEOGA_OIDC_(?!CODE_|DEMO_)([A-Z][A-Z0-9]{0,29})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|CLIENT_SECRET_FILE|LABEL|SCOPE)$/;
