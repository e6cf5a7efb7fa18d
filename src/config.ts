import { join, resolve } from 'node:path';
import type { Tier } from './accounts/account-store.ts';
import { PROVIDERS, type ProviderClients } from './accounts/sign-in-provider.ts';
import { type DatabaseAddress, DatabaseUrlError, parseDatabaseUrl } from './config/database-url.ts';
import {
  areAddressRanges,
  createVariableReader,
  type Environment,
  isHost,
  isHttpAddress,
  isLinkTemplate,
  isMailServer,
  unknownVariables,
  type VariableReader,
} from './config/variable-reader.ts';
import { VARIABLES, type Variable } from './config/variables.ts';
import type { Limits } from './gate/gate.ts';
import type { Language } from './messages/languages.ts';
import { messageIn } from './messages/messages.ts';

/** Everything that an operator can set, read once at the start and never changed after. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Base of every absolute address, without a slash at the end; null = built from host and port. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  /** Whether the operator named it; otherwise it is the default. */
  readonly isDataDirNamed: boolean;
  /** PostgreSQL, which holds the truth for all instances; null = the embedded store in the data folder. */
  readonly database: DatabaseAddress | null;
  /** Whether the embedded store syncs each commit of calls, keys and accounts to the disk before it counts as done. */
  readonly syncsCommits: boolean;
  /** Whether an empty store is filled with the demo catalogue at the first start. */
  readonly demo: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** What every API key begins with. */
  readonly keyPrefix: string;
  /** Secrets from the environment; null = made once and kept in the data folder. */
  readonly keyPepper: string | null;
  readonly sessionSecret: string | null;
  /** Mail server, such as smtps://user:password@mail.example; null = mail is kept in the data folder. */
  readonly smtpUrl: string | null;
  /** Sender of mail; null = seoga@ and the host of the base URL. */
  readonly mailFrom: string | null;
  /** Providers through which people can sign in. */
  readonly signInClients: ProviderClients;
  /** Addresses or ranges of reverse proxies whose X-Forwarded-For names the caller's address; null = none. */
  readonly trustedProxies: string | null;
  readonly logLevel: string;
  /** Megabytes of finished responses that are kept in memory. */
  readonly cacheMb: number;
  readonly opsPort: number;
  /** Whether POST /ops/v1/feed is taken on the port of the API, too. */
  readonly opsPublic: boolean;
  /** Folder whose files are imported by themselves; null = none. */
  readonly feedFolder: string | null;
  /** Copies of a title that one buyer can add to a month's list. */
  readonly copiesPerBuyer: number;
  /** Entries with fewer counted copies are left out of lists by sex or age. */
  readonly minSegmentCopies: number;
  /** Days for which an item is among the new products after its registration. */
  readonly newDays: number;
  /** Order lines of older closed months are deleted; null = kept for ever. */
  readonly orderRetentionMonths: number | null;
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** Address templates with {base_url} and {itemId}. */
  readonly linkTemplate: string;
  readonly mobileLinkTemplate: string;
  readonly logoUrl: string | null;
  /** Named on pages as the origin of the data. */
  readonly operatorName: string;
  /** Addresses of the terms of use and of the privacy notice; null = there is none. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  /** Whom developers ask: an email address or an http(s) address; null = nobody. */
  readonly contact: string | null;
}

/** One or more wrong variables, each with its value and the values allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the environment. Throws ConfigError naming every invalid variable. */
export function readConfig(environment: Environment = process.env): Config {
  const reader = createVariableReader(environment);
  const { text, integer, matching, checked } = reader;
  const optional = (variable: Variable, isValid: (value: string) => boolean, takes: string) =>
    checked(variable, (value) => value === '' || isValid(value), takes) || null;
  const secret = (variable: Variable) =>
    optional(variable, (value) => value.length >= 16, 'at least 16 characters');
  const web = 'an http(s) URL without a query';
  const template = 'an http(s) URL that contains {itemId}';
  const free: Limits = {
    burstPerSecond: integer(VARIABLES.burstPerSecond, 1, 1_000_000),
    burst: integer(VARIABLES.burst, 1, 1_000_000),
    dailyQuota: integer(VARIABLES.dailyQuota, 0, 1_000_000_000),
  };
  const config: Config = {
    host: checked(VARIABLES.host, isHost, 'an address or name of this machine'),
    port: integer(VARIABLES.port, 0, 65535),
    baseUrl: optional(VARIABLES.baseUrl, isHttpAddress, web)?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(text(VARIABLES.dataDir)),
    isDataDirNamed: (environment[VARIABLES.dataDir.name] ?? '') !== '',
    database: readDatabase(reader, join(resolve(text(VARIABLES.dataDir)), 'primary.json')),
    syncsCommits: matching(VARIABLES.sync, /^(normal|full)$/, 'normal or full') === 'full',
    demo: matching(VARIABLES.demo, /^[01]$/, '0 or 1') === '1',
    tierLimits: { free, partner: PARTNER_LIMITS, enterprise: ENTERPRISE_LIMITS },
    keyPrefix: matching(VARIABLES.keyPrefix, /^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
    keyPepper: secret(VARIABLES.keyPepper),
    sessionSecret: secret(VARIABLES.sessionSecret),
    smtpUrl: optional(VARIABLES.smtpUrl, isMailServer, 'an smtp:// or smtps:// URL'),
    mailFrom: optional(VARIABLES.mailFrom, (value) => MAIL_ADDRESS.test(value), 'an email address'),
    signInClients: toProviderClients((variable) =>
      matching(variable, /^([^\s:]+:\S+)?$/, 'ID:SECRET of a client'),
    ),
    trustedProxies: optional(
      VARIABLES.trustedProxies,
      areAddressRanges,
      'addresses or ranges separated by commas',
    ),
    logLevel: matching(VARIABLES.logLevel, LOG_LEVEL, VARIABLES.logLevel.meaning),
    cacheMb: integer(VARIABLES.cacheMb, 0, 100_000),
    opsPort: integer(VARIABLES.opsPort, 0, 65535),
    opsPublic: matching(VARIABLES.opsPublic, /^[01]$/, '0 or 1') === '1',
    feedFolder: text(VARIABLES.feedFolder) || null,
    copiesPerBuyer: integer(VARIABLES.copiesPerBuyer, 1, 1_000_000),
    minSegmentCopies: integer(VARIABLES.minSegmentCopies, 1, 1_000_000),
    newDays: integer(VARIABLES.newDays, 0, 36_500),
    orderRetentionMonths:
      Number(
        matching(
          VARIABLES.orderRetention,
          /^(|[1-9]|[1-9]\d|[1-9]\d\d)$/,
          'empty or a whole number from 1 to 999',
        ),
      ) || null,
    currency: matching(VARIABLES.currency, /^[A-Z]{3}$/, 'a three-letter currency code, such as KRW'),
    linkTemplate: checked(VARIABLES.linkTemplate, isLinkTemplate, template),
    mobileLinkTemplate: checked(VARIABLES.mobileLinkTemplate, isLinkTemplate, template),
    logoUrl: optional(VARIABLES.logoUrl, isHttpAddress, web),
    operatorName: text(VARIABLES.operatorName),
    termsUrl: optional(VARIABLES.termsUrl, isHttpAddress, web),
    privacyUrl: optional(VARIABLES.privacyUrl, isHttpAddress, web),
    contact: optional(
      VARIABLES.contact,
      (value) => MAIL_ADDRESS.test(value) || isHttpAddress(value),
      'an email address or an http(s) URL',
    ),
  };
  if (reader.problems.length > 0) throw new ConfigError([...new Set(reader.problems)].join('\n'));
  return config;
}

/** With PostgreSQL every instance has to have the same secrets, so none of them makes its own. */
function readDatabase(
  { text, refuse, problems }: VariableReader,
  memoryPath: string,
): DatabaseAddress | null {
  const url = text(VARIABLES.databaseUrl);
  if (url === '') return null;
  for (const variable of [VARIABLES.keyPepper, VARIABLES.sessionSecret]) {
    if (text(variable) === '') problems.push(`${variable.name} is empty; SEOGA_DATABASE_URL requires it`);
  }
  try {
    return { ...parseDatabaseUrl(url), memoryPath };
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    refuse(VARIABLES.databaseUrl, url, error.takes);
    return null;
  }
}

const LOG_LEVEL = /^(fatal|error|warn|info|debug|trace|silent)$/;

const MAIL_ADDRESS = /^[^\r\n]*\S@\S[^\r\n]*$/;

/** What an operator should know about settings that are not wrong, one line each. */
export function configWarnings(config: Config, environment: Environment = process.env): readonly string[] {
  const warnings = unknownVariables(environment).map(
    (name) => `${name} is set, but no such variable exists; see "seoga config"`,
  );
  if (config.baseUrl === null && /^(0\.0\.0\.0|::)$/.test(config.host)) {
    warnings.push(
      `HOST is ${config.host} and SEOGA_BASE_URL is not set: links and covers in responses begin with a URL that ` +
        'nobody can open. Set SEOGA_BASE_URL to the URL under which others reach this server.',
    );
  }
  return warnings;
}

function toProviderClients(read: (variable: Variable) => string): ProviderClients {
  const clients = PROVIDERS.map((provider) => {
    const [clientId = '', ...secret] = read(VARIABLES[`${provider}Client`]).split(':');
    return clientId === '' ? [] : [[provider, { clientId, clientSecret: secret.join(':') }]];
  });
  return Object.fromEntries(clients.flat());
}

/** Limits of the tiers (docs/rules/limits.md#tiers); single accounts can have their own. */
const PARTNER_LIMITS: Limits = { burstPerSecond: 50, burst: 100, dailyQuota: 100_000 };
const ENTERPRISE_LIMITS: Limits = { burstPerSecond: 200, burst: 400, dailyQuota: 1_000_000 };

/** Every variable with the value in force and its meaning; secrets are masked. */
export function describeConfig(environment: Environment = process.env, language: Language = 'en'): string {
  return Object.values(VARIABLES)
    .map((variable: Variable) => {
      const file = variable.secret ? (environment[`${variable.name}_FILE`] ?? '') : '';
      const given = environment[variable.name] ?? '';
      const shown = variable.secret && given !== '' ? '***' : given || variable.fallback;
      const source = file !== '' ? `  (from ${file})` : given === '' ? '  (default)' : '';
      return `${variable.name}=${file === '' ? shown : '***'}${source}\n    ${variable.translations[language] ?? variable.meaning}`;
    })
    .concat(messageIn(language, 'commandLine.secretFiles'))
    .join('\n');
}
