import { resolve } from 'node:path';
import type { Tier } from './accounts/account-store.ts';
import { PROVIDERS, type ProviderClients } from './accounts/sign-in-provider.ts';
import type { Limits } from './gate/gate.ts';

/** Everything that an operator can set, read once at the start and never changed after. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Base of every absolute address, without a slash at the end; null = built from host and port. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
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
  readonly opsPort: number;
  /** Copies of a title that one buyer can add to a month's list. */
  readonly copiesPerBuyer: number;
  /** Entries with fewer counted copies are left out of lists by sex or age. */
  readonly minSegmentCopies: number;
  /** Days for which an item is among the new products after its registration. */
  readonly newDays: number;
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** Address templates with {base_url} and {itemId}. */
  readonly linkTemplate: string;
  readonly mobileLinkTemplate: string;
  readonly logoUrl: string | null;
  /** Named on pages as the origin of the data. */
  readonly operatorName: string;
}

/** How one variable is read, for the reader and for `seoga config`. */
interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly secret?: boolean;
}

/** Every variable of the environment that the program reads. An empty value counts as absent. */
export const VARIABLES = {
  port: { name: 'PORT', fallback: '8080', meaning: 'port of the API; 0 takes a free one' },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address on which the API listens' },
  baseUrl: {
    name: 'SEOGA_BASE_URL',
    fallback: '',
    meaning: 'base of every absolute address; default http://HOST:PORT',
  },
  dataDir: {
    name: 'SEOGA_DATA_DIR',
    fallback: './data',
    meaning: 'folder of the embedded store and the secrets file',
  },
  databaseUrl: {
    name: 'SEOGA_DATABASE_URL',
    fallback: '',
    meaning: 'reserved for PostgreSQL; must be empty in this version',
  },
  demo: {
    name: 'SEOGA_DEMO',
    fallback: '1',
    meaning: '1 fills an empty store with the demo catalogue, 0 does not',
  },
  burstPerSecond: {
    name: 'SEOGA_BURST_PER_SECOND',
    fallback: '10',
    meaning: 'sustained calls a second, tier free',
  },
  burst: { name: 'SEOGA_BURST', fallback: '20', meaning: 'calls that may come at once, tier free' },
  dailyQuota: { name: 'SEOGA_DAILY_QUOTA', fallback: '5000', meaning: 'calls a day (Korea time), tier free' },
  keyPrefix: { name: 'SEOGA_KEY_PREFIX', fallback: 'seoga_live_', meaning: 'what every API key begins with' },
  keyPepper: {
    name: 'SEOGA_KEY_PEPPER',
    fallback: '',
    meaning: 'secret of the stored key hashes; default: made once, kept in the data folder',
    secret: true,
  },
  sessionSecret: {
    name: 'SEOGA_SESSION_SECRET',
    fallback: '',
    meaning: 'secret of portal sessions; default: made once, kept in the data folder',
    secret: true,
  },
  smtpUrl: {
    name: 'SEOGA_SMTP_URL',
    fallback: '',
    meaning: 'mail server, smtp(s)://user:password@host:port; default: mail is kept for "seoga mail"',
    secret: true,
  },
  mailFrom: {
    name: 'SEOGA_MAIL_FROM',
    fallback: '',
    meaning: 'sender of mail; default seoga@ and the host of SEOGA_BASE_URL',
  },
  kakaoClient: {
    name: 'SEOGA_KAKAO_CLIENT',
    fallback: '',
    meaning: 'offers sign-in with Kakao: REST_API_KEY:CLIENT_SECRET as registered there',
    secret: true,
  },
  naverClient: {
    name: 'SEOGA_NAVER_CLIENT',
    fallback: '',
    meaning: 'offers sign-in with Naver: CLIENT_ID:CLIENT_SECRET as registered there',
    secret: true,
  },
  googleClient: {
    name: 'SEOGA_GOOGLE_CLIENT',
    fallback: '',
    meaning: 'offers sign-in with Google: CLIENT_ID:CLIENT_SECRET as registered there',
    secret: true,
  },
  trustedProxies: {
    name: 'SEOGA_TRUSTED_PROXIES',
    fallback: '',
    meaning: "addresses of reverse proxies (10.0.0.0/8,::1) whose X-Forwarded-For tells the caller's address",
  },
  logLevel: {
    name: 'SEOGA_LOG_LEVEL',
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  opsPort: {
    name: 'SEOGA_OPS_PORT',
    fallback: '9090',
    meaning: 'loopback port of health and metrics; 0 takes a free one',
  },
  copiesPerBuyer: {
    name: 'SEOGA_COPIES_PER_BUYER',
    fallback: '1',
    meaning: 'copies of a title that one buyer adds to a month',
  },
  minSegmentCopies: {
    name: 'SEOGA_MIN_SEGMENT_COPIES',
    fallback: '1',
    meaning: 'least copies of an entry in lists by sex or age',
  },
  newDays: {
    name: 'SEOGA_NEW_DAYS',
    fallback: '90',
    meaning: 'days for which an item is a new product after its registration',
  },
  currency: {
    name: 'SEOGA_CURRENCY',
    fallback: 'KRW',
    meaning: "ISO 4217 code of the shop's prices; prices of feeds in other currencies are left out",
  },
  linkTemplate: {
    name: 'SEOGA_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    meaning: 'address of a product page',
  },
  mobileLinkTemplate: {
    name: 'SEOGA_MOBILE_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    meaning: 'address of a product page for phones',
  },
  logoUrl: {
    name: 'SEOGA_LOGO_URL',
    fallback: '',
    meaning: "the operator's logo; default {base_url}/assets/logo.svg",
  },
  operatorName: {
    name: 'SEOGA_OPERATOR_NAME',
    fallback: 'Seoga',
    meaning: 'named on pages as the origin of the data',
  },
} as const satisfies Record<string, Variable>;

/** One or more wrong variables, each with its value and the values allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws ConfigError naming every wrong variable. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const text = (variable: Variable) => environment[variable.name] || variable.fallback;
  const integer = (variable: Variable, min: number, max: number) => {
    const value = text(variable);
    if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${variable.name} is "${value}": it takes a whole number from ${min} to ${max}`);
    return min;
  };
  const matching = (variable: Variable, form: RegExp, takes: string) => {
    const value = text(variable);
    if (!form.test(value))
      problems.push(`${variable.name} is "${variable.secret ? '***' : value}": it takes ${takes}`);
    return value;
  };
  const optional = (value: string) => (value === '' ? null : value);
  const free: Limits = {
    burstPerSecond: integer(VARIABLES.burstPerSecond, 1, 1_000_000),
    burst: integer(VARIABLES.burst, 1, 1_000_000),
    dailyQuota: integer(VARIABLES.dailyQuota, 0, 1_000_000_000),
  };
  const url = /^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/;
  const secret = /^(.{16,})?$/;
  const config: Config = {
    host: text(VARIABLES.host),
    port: integer(VARIABLES.port, 0, 65535),
    baseUrl: optional(
      matching(VARIABLES.baseUrl, url, 'an http(s) address without query')?.replace(/\/+$/, ''),
    ),
    dataDir: resolve(text(VARIABLES.dataDir)),
    demo: matching(VARIABLES.demo, /^[01]$/, '0 or 1') === '1',
    tierLimits: { free, partner: PARTNER_LIMITS, enterprise: ENTERPRISE_LIMITS },
    keyPrefix: matching(VARIABLES.keyPrefix, /^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
    keyPepper: optional(matching(VARIABLES.keyPepper, secret, 'at least 16 characters')),
    sessionSecret: optional(matching(VARIABLES.sessionSecret, secret, 'at least 16 characters')),
    smtpUrl: optional(matching(VARIABLES.smtpUrl, /^(smtps?:\/\/\S+)?$/, 'an smtp:// or smtps:// address')),
    mailFrom: optional(matching(VARIABLES.mailFrom, /^([^\r\n]*\S@\S[^\r\n]*)?$/, 'an e-mail address')),
    signInClients: toProviderClients((variable) =>
      matching(variable, /^([^\s:]+:\S+)?$/, 'ID:SECRET of a client'),
    ),
    trustedProxies: optional(
      matching(
        VARIABLES.trustedProxies,
        /^([0-9a-f.:]+(\/\d{1,3})?(,|$))*$/i,
        'addresses or ranges with commas between',
      ),
    ),
    logLevel: matching(
      VARIABLES.logLevel,
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      VARIABLES.logLevel.meaning,
    ),
    opsPort: integer(VARIABLES.opsPort, 0, 65535),
    copiesPerBuyer: integer(VARIABLES.copiesPerBuyer, 1, 1_000_000),
    minSegmentCopies: integer(VARIABLES.minSegmentCopies, 1, 1_000_000),
    newDays: integer(VARIABLES.newDays, 0, 36_500),
    currency: matching(VARIABLES.currency, /^[A-Z]{3}$/, 'a currency code of three capitals, such as KRW'),
    linkTemplate: matching(
      VARIABLES.linkTemplate,
      /^(https?:\/\/|\{base_url\}\/).*\{itemId\}/,
      'an address holding {itemId}',
    ),
    mobileLinkTemplate: matching(
      VARIABLES.mobileLinkTemplate,
      /^(https?:\/\/|\{base_url\}\/).*\{itemId\}/,
      'an address holding {itemId}',
    ),
    logoUrl: optional(matching(VARIABLES.logoUrl, url, 'an http(s) address')),
    operatorName: text(VARIABLES.operatorName),
  };
  matching(VARIABLES.databaseUrl, /^$/, 'nothing yet: this version keeps all state in SEOGA_DATA_DIR');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
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
export function describeConfig(environment: Environment = process.env): string {
  return Object.values(VARIABLES)
    .map((variable: Variable) => {
      const given = environment[variable.name] ?? '';
      const shown = variable.secret && given !== '' ? '***' : given || variable.fallback;
      return `${variable.name}=${shown}${given === '' ? '  (default)' : ''}\n    ${variable.meaning}`;
    })
    .join('\n');
}
