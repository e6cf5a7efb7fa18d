import { resolve } from 'node:path';
import { BURST_MAX, DAILY_QUOTA_MAX } from '../gate/decide.ts';
import { parseDatabaseUrl } from './database-url.ts';
import {
  addressRanges,
  contact,
  host,
  integer,
  issuer,
  linkTemplate,
  mailAddress,
  mailServer,
  matching,
  onOff,
  optional,
  type Reads,
  secretText,
  someText,
  webAddress,
  word,
} from './readers.ts';

export interface Variable<Value = unknown> {
  readonly name: string;
  readonly reads: Reads<Value>;
  readonly fallback: string;
  /** Values of secrets are never shown. NAME_FILE may give the path of a file that holds the value. */
  readonly secret?: true;
}

function variable<Value>(name: string, reads: Reads<Value>, fallback = ''): Variable<Value> {
  return { name, reads, fallback };
}

function secret<Value>(name: string, reads: Reads<Value>): Variable<Value> {
  return { name, reads, fallback: '', secret: true };
}

/** The variables of the service, without those of sign-in providers. An empty variable counts as unset. */
export const VARIABLES = {
  port: variable('PORT', integer(0, 65_535), '8080'),
  host: variable('HOST', host, '127.0.0.1'),
  baseUrl: variable(
    'SEOGA_BASE_URL',
    optional((text) => webAddress(text).replace(/\/+$/, '')),
  ),
  dataDir: variable('SEOGA_DATA_DIR', (text) => resolve(text), './data'),
  database: secret('SEOGA_DATABASE_URL', optional(parseDatabaseUrl)),
  syncsCommits: variable('SEOGA_SYNC', (text) => word('normal', 'full')(text) === 'full', 'normal'),
  demo: variable('SEOGA_DEMO', onOff, '1'),
  burstPerSecond: variable('SEOGA_BURST_PER_SECOND', integer(1, BURST_MAX), '10'),
  burst: variable('SEOGA_BURST', integer(1, BURST_MAX), '20'),
  dailyQuota: variable('SEOGA_DAILY_QUOTA', integer(0, DAILY_QUOTA_MAX), '5000'),
  keyPrefix: variable(
    'SEOGA_KEY_PREFIX',
    matching(/^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
    'seoga_live_',
  ),
  keyPepper: secret('SEOGA_KEY_PEPPER', optional(secretText)),
  sessionSecret: secret('SEOGA_SESSION_SECRET', optional(secretText)),
  smtpUrl: secret('SEOGA_SMTP_URL', optional(mailServer)),
  mailFrom: variable('SEOGA_MAIL_FROM', optional(mailAddress)),
  trustedProxies: variable('SEOGA_TRUSTED_PROXIES', optional(addressRanges)),
  logLevel: variable(
    'SEOGA_LOG_LEVEL',
    word('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  cacheMb: variable('SEOGA_CACHE_MB', integer(0, 100_000), '64'),
  opsHost: variable('SEOGA_OPS_HOST', host, '127.0.0.1'),
  opsPort: variable('SEOGA_OPS_PORT', integer(0, 65_535), '9090'),
  opsPublic: variable('SEOGA_OPS_PUBLIC', onOff, '0'),
  copiesPerBuyer: variable('SEOGA_COPIES_PER_BUYER', integer(1, 1_000_000), '1'),
  minSegmentCopies: variable('SEOGA_MIN_SEGMENT_COPIES', integer(1, 1_000_000), '1'),
  newDays: variable('SEOGA_NEW_DAYS', integer(0, 36_500), '90'),
  orderRetentionMonths: variable('SEOGA_ORDER_RETENTION_MONTHS', optional(integer(1, 999))),
  backupHours: variable('SEOGA_BACKUP_HOURS', optional(integer(1, 999))),
  currency: variable(
    'SEOGA_CURRENCY',
    matching(/^[A-Z]{3}$/, 'a three-letter currency code, such as KRW'),
    'KRW',
  ),
  linkTemplate: variable('SEOGA_LINK_TEMPLATE', linkTemplate, '{base_url}/goods/{itemId}'),
  mobileLinkTemplate: variable('SEOGA_MOBILE_LINK_TEMPLATE', linkTemplate, '{base_url}/goods/{itemId}'),
  substituteCovers: variable('SEOGA_SUBSTITUTE_COVERS', word('svg', 'png'), 'svg'),
  publicLists: variable('SEOGA_PUBLIC_LISTS', onOff, '1'),
  logoUrl: variable('SEOGA_LOGO_URL', optional(webAddress)),
  operatorName: variable('SEOGA_OPERATOR_NAME', (text) => text, 'Seoga'),
  termsUrl: variable('SEOGA_TERMS_URL', optional(webAddress)),
  privacyUrl: variable('SEOGA_PRIVACY_URL', optional(webAddress)),
  contact: variable('SEOGA_CONTACT', optional(contact)),
};

export function providerVariables(name: string) {
  const prefix = `SEOGA_OIDC_${name}`;
  const label = name.slice(0, 1) + name.slice(1).toLowerCase();
  return {
    issuer: variable(`${prefix}_ISSUER`, issuer),
    clientId: variable(`${prefix}_CLIENT_ID`, someText),
    clientSecret: secret(`${prefix}_CLIENT_SECRET`, someText),
    label: variable(`${prefix}_LABEL`, someText, label),
    scope: variable(`${prefix}_SCOPE`, someText, 'openid email profile'),
  };
}

/** The configured sign-in providers. CODE and DEMO are no names of providers: /portal/sign-in/ has such pages. */
export function providerNames(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(environment).flatMap((name) => PROVIDER_VARIABLE.exec(name)?.[1] ?? []);
  return [...new Set(names)].sort();
}

const PROVIDER_VARIABLE =
  /^SEOGA_OIDC_(?!CODE_|DEMO_)([A-Z][A-Z0-9]{0,29})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|CLIENT_SECRET_FILE|LABEL|SCOPE)$/;
