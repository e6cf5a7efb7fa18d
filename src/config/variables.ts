import { resolve } from 'node:path';
import { parseDatabaseUrl } from './database-url.ts';
import {
  areAddressRanges,
  checked,
  integer,
  isHost,
  isHttpAddress,
  isMailServer,
  issuer,
  linkTemplate,
  MAIL_ADDRESS,
  matching,
  onOff,
  optional,
  type Reads,
  secretText,
  someText,
  webAddress,
  word,
} from './readers.ts';

/** A variable and how it is read. Its meaning is in src/messages. */
export interface Variable<Value = unknown> {
  readonly name: string;
  /** Empty by default. */
  readonly fallback?: string;
  readonly reads: Reads<Value>;
  /** Never shown; can be given as the path of a file in NAME_FILE. */
  readonly secret?: boolean;
}

const LOG_LEVELS = 'fatal, error, warn, info, debug, trace or silent';

/** Every environment variable that the program reads. Empty counts as missing. Its message says what it means. */
export const VARIABLES = {
  port: { name: 'PORT', fallback: '8080', reads: integer(0, 65_535) },
  host: { name: 'HOST', fallback: '127.0.0.1', reads: checked(isHost, 'an address or name of this machine') },
  baseUrl: { name: 'SEOGA_BASE_URL', reads: optional((text) => webAddress(text).replace(/\/+$/, '')) },
  dataDir: { name: 'SEOGA_DATA_DIR', fallback: './data', reads: (text) => resolve(text) },
  database: { name: 'SEOGA_DATABASE_URL', reads: optional(parseDatabaseUrl), secret: true },
  syncsCommits: {
    name: 'SEOGA_SYNC',
    fallback: 'normal',
    reads: (text) => matching(/^(normal|full)$/, 'normal or full')(text) === 'full',
  },
  demo: { name: 'SEOGA_DEMO', fallback: '1', reads: onOff },
  burstPerSecond: { name: 'SEOGA_BURST_PER_SECOND', fallback: '10', reads: integer(1, 1_000_000) },
  burst: { name: 'SEOGA_BURST', fallback: '20', reads: integer(1, 1_000_000) },
  dailyQuota: { name: 'SEOGA_DAILY_QUOTA', fallback: '5000', reads: integer(0, 1_000_000_000) },
  keyPrefix: {
    name: 'SEOGA_KEY_PREFIX',
    fallback: 'seoga_live_',
    reads: matching(/^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
  },
  keyPepper: { name: 'SEOGA_KEY_PEPPER', reads: optional(secretText), secret: true },
  sessionSecret: { name: 'SEOGA_SESSION_SECRET', reads: optional(secretText), secret: true },
  smtpUrl: {
    name: 'SEOGA_SMTP_URL',
    reads: optional(checked(isMailServer, 'an smtp:// or smtps:// URL')),
    secret: true,
  },
  mailFrom: { name: 'SEOGA_MAIL_FROM', reads: optional(matching(MAIL_ADDRESS, 'an email address')) },
  trustedProxies: {
    name: 'SEOGA_TRUSTED_PROXIES',
    reads: optional(checked(areAddressRanges, 'addresses or ranges separated by commas')),
  },
  logLevel: {
    name: 'SEOGA_LOG_LEVEL',
    fallback: 'info',
    reads: checked((text) => LOG_LEVELS.split(/, | or /).includes(text), LOG_LEVELS),
  },
  cacheMb: { name: 'SEOGA_CACHE_MB', fallback: '64', reads: integer(0, 100_000) },
  opsHost: {
    name: 'SEOGA_OPS_HOST',
    fallback: '127.0.0.1',
    reads: checked(isHost, 'an address or name of this machine'),
  },
  opsPort: { name: 'SEOGA_OPS_PORT', fallback: '9090', reads: integer(0, 65_535) },
  opsPublic: { name: 'SEOGA_OPS_PUBLIC', fallback: '0', reads: onOff },
  copiesPerBuyer: { name: 'SEOGA_COPIES_PER_BUYER', fallback: '1', reads: integer(1, 1_000_000) },
  minSegmentCopies: { name: 'SEOGA_MIN_SEGMENT_COPIES', fallback: '1', reads: integer(1, 1_000_000) },
  newDays: { name: 'SEOGA_NEW_DAYS', fallback: '90', reads: integer(0, 36_500) },
  orderRetentionMonths: {
    name: 'SEOGA_ORDER_RETENTION_MONTHS',
    reads: (text) =>
      text === '' ? null : Number(matching(/^[1-9]\d{0,2}$/, 'empty or a whole number from 1 to 999')(text)),
  },
  backupHours: { name: 'SEOGA_BACKUP_HOURS', reads: optional(integer(1, 999)) },
  currency: {
    name: 'SEOGA_CURRENCY',
    fallback: 'KRW',
    reads: matching(/^[A-Z]{3}$/, 'a three-letter currency code, such as KRW'),
  },
  linkTemplate: { name: 'SEOGA_LINK_TEMPLATE', fallback: '{base_url}/goods/{itemId}', reads: linkTemplate },
  mobileLinkTemplate: {
    name: 'SEOGA_MOBILE_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    reads: linkTemplate,
  },
  substituteCovers: { name: 'SEOGA_SUBSTITUTE_COVERS', fallback: 'svg', reads: word('svg', 'png') },
  publicLists: { name: 'SEOGA_PUBLIC_LISTS', fallback: '1', reads: onOff },
  logoUrl: { name: 'SEOGA_LOGO_URL', reads: optional(webAddress) },
  operatorName: { name: 'SEOGA_OPERATOR_NAME', fallback: 'Seoga', reads: (text) => text },
  termsUrl: { name: 'SEOGA_TERMS_URL', reads: optional(webAddress) },
  privacyUrl: { name: 'SEOGA_PRIVACY_URL', reads: optional(webAddress) },
  contact: {
    name: 'SEOGA_CONTACT',
    reads: optional(
      checked((text) => MAIL_ADDRESS.test(text) || isHttpAddress(text), 'an email address or an http(s) URL'),
    ),
  },
} as const satisfies Record<string, Variable>;

/** The variables of the sign-in provider NAME, as SEOGA_OIDC_<NAME>_… */
export function providerVariables(name: string) {
  const prefix = `SEOGA_OIDC_${name}`;
  const [first = '', ...rest] = name.toLowerCase();
  return {
    issuer: { name: `${prefix}_ISSUER`, reads: issuer },
    clientId: { name: `${prefix}_CLIENT_ID`, reads: someText },
    clientSecret: { name: `${prefix}_CLIENT_SECRET`, reads: someText, secret: true },
    label: { name: `${prefix}_LABEL`, fallback: first.toUpperCase() + rest.join(''), reads: someText },
    scope: { name: `${prefix}_SCOPE`, fallback: 'openid email profile', reads: someText },
  } as const satisfies Record<string, Variable>;
}

/**
 * The names of the providers of which an environment sets anything, in alphabetical order. Two names would be pages of ours
 * below /portal/sign-in/.
 */
export function providerNames(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(environment).flatMap((variable) => PROVIDER_VARIABLE.exec(variable)?.[1] ?? []);
  return [...new Set(names)].sort();
}

const PROVIDER_VARIABLE =
  /^SEOGA_OIDC_(?!CODE_|DEMO_)([A-Z][A-Z0-9]{0,29})_(?:ISSUER|CLIENT_ID|CLIENT_SECRET|CLIENT_SECRET_FILE|LABEL|SCOPE)$/;
