/** How one variable is read, for the reader and for `seoga config`. */
export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** Never shown, and may be given as the path of a file in NAME_FILE. */
  readonly secret?: boolean;
}

/** Every variable of the environment that the program reads. An empty value counts as absent. */
export const VARIABLES = {
  port: { name: 'PORT', fallback: '8080', meaning: 'port of the API; 0 = any free port' },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'address on which the API listens' },
  baseUrl: {
    name: 'SEOGA_BASE_URL',
    fallback: '',
    meaning: 'base of every absolute URL; default http://HOST:PORT',
  },
  dataDir: {
    name: 'SEOGA_DATA_DIR',
    fallback: './data',
    meaning: 'folder of the embedded store, secrets and unsent emails',
  },
  databaseUrl: {
    name: 'SEOGA_DATABASE_URL',
    fallback: '',
    meaning: 'postgres://user:password@host1,host2/database; default: the embedded store',
    secret: true,
  },
  sync: {
    name: 'SEOGA_SYNC',
    fallback: 'normal',
    meaning:
      'normal: a counted call survives a killed process; full: a power failure, too, at one disk sync per batch of calls. ' +
      'Of the embedded store; PostgreSQL has synchronous_commit',
  },
  demo: {
    name: 'SEOGA_DEMO',
    fallback: '1',
    meaning: '1 = fill an empty store with the demo catalogue; 0 = leave it empty',
  },
  burstPerSecond: {
    name: 'SEOGA_BURST_PER_SECOND',
    fallback: '10',
    meaning: 'sustained calls per second, tier free',
  },
  burst: { name: 'SEOGA_BURST', fallback: '20', meaning: 'calls allowed at once, tier free' },
  dailyQuota: {
    name: 'SEOGA_DAILY_QUOTA',
    fallback: '5000',
    meaning: 'calls per day (Korean time), tier free',
  },
  keyPrefix: { name: 'SEOGA_KEY_PREFIX', fallback: 'seoga_live_', meaning: 'prefix of every API key' },
  keyPepper: {
    name: 'SEOGA_KEY_PEPPER',
    fallback: '',
    meaning: 'secret for the stored key hashes; default: generated once, kept in the data folder',
    secret: true,
  },
  sessionSecret: {
    name: 'SEOGA_SESSION_SECRET',
    fallback: '',
    meaning: 'secret for portal sessions; default: generated once, kept in the data folder',
    secret: true,
  },
  smtpUrl: {
    name: 'SEOGA_SMTP_URL',
    fallback: '',
    meaning: 'mail server, smtp(s)://user:password@host:port; default: emails are kept for "seoga mail"',
    secret: true,
  },
  mailFrom: {
    name: 'SEOGA_MAIL_FROM',
    fallback: '',
    meaning: 'sender of emails; default seoga@ followed by the host of SEOGA_BASE_URL',
  },
  kakaoClient: {
    name: 'SEOGA_KAKAO_CLIENT',
    fallback: '',
    meaning: 'enables sign-in with Kakao: REST_API_KEY:CLIENT_SECRET',
    secret: true,
  },
  naverClient: {
    name: 'SEOGA_NAVER_CLIENT',
    fallback: '',
    meaning: 'enables sign-in with Naver: CLIENT_ID:CLIENT_SECRET',
    secret: true,
  },
  googleClient: {
    name: 'SEOGA_GOOGLE_CLIENT',
    fallback: '',
    meaning: 'enables sign-in with Google: CLIENT_ID:CLIENT_SECRET',
    secret: true,
  },
  trustedProxies: {
    name: 'SEOGA_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'addresses of reverse proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,::1',
  },
  logLevel: {
    name: 'SEOGA_LOG_LEVEL',
    fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  opsPort: {
    name: 'SEOGA_OPS_PORT',
    fallback: '9090',
    meaning: 'loopback port for health, metrics and live intake; 0 = any free port',
  },
  opsPublic: {
    name: 'SEOGA_OPS_PUBLIC',
    fallback: '0',
    meaning: '1 = also accept POST /ops/v1/feed on the API port',
  },
  feedFolder: {
    name: 'SEOGA_FEED_FOLDER',
    fallback: '',
    meaning: 'folder whose files are imported and moved to done/ or failed/; empty = none',
  },
  copiesPerBuyer: {
    name: 'SEOGA_COPIES_PER_BUYER',
    fallback: '1',
    meaning: 'copies of a title that one buyer can add to a month',
  },
  minSegmentCopies: {
    name: 'SEOGA_MIN_SEGMENT_COPIES',
    fallback: '1',
    meaning: 'minimum copies of an entry in lists by sex or age',
  },
  newDays: {
    name: 'SEOGA_NEW_DAYS',
    fallback: '90',
    meaning: 'days after registration during which an item is a new product',
  },
  orderRetention: {
    name: 'SEOGA_ORDER_RETENTION_MONTHS',
    fallback: '',
    meaning: 'months after which order lines of closed months are deleted; lists stay; empty = never',
  },
  currency: {
    name: 'SEOGA_CURRENCY',
    fallback: 'KRW',
    meaning: "ISO 4217 code of the shop's prices; prices in other currencies are ignored",
  },
  linkTemplate: {
    name: 'SEOGA_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    meaning: 'URL of a product page',
  },
  mobileLinkTemplate: {
    name: 'SEOGA_MOBILE_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    meaning: 'URL of a product page for phones',
  },
  logoUrl: {
    name: 'SEOGA_LOGO_URL',
    fallback: '',
    meaning: "URL of the operator's logo; default {base_url}/assets/logo.svg",
  },
  operatorName: {
    name: 'SEOGA_OPERATOR_NAME',
    fallback: 'Seoga',
    meaning: 'named on pages as the source of the data',
  },
  termsUrl: {
    name: 'SEOGA_TERMS_URL',
    fallback: '',
    meaning: 'URL of the terms of use, linked in the footer',
  },
  privacyUrl: {
    name: 'SEOGA_PRIVACY_URL',
    fallback: '',
    meaning: 'URL of the privacy notice, linked in the footer; sign-up asks for consent to it',
  },
  contact: {
    name: 'SEOGA_CONTACT',
    fallback: '',
    meaning: 'where developers can ask: an email address or URL',
  },
} as const satisfies Record<string, Variable>;
