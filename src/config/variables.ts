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
    meaning: 'loopback port of health, metrics and live intake; 0 takes a free one',
  },
  opsPublic: {
    name: 'SEOGA_OPS_PUBLIC',
    fallback: '0',
    meaning: '1 takes POST /ops/v1/feed on the port of the API, too',
  },
  feedFolder: {
    name: 'SEOGA_FEED_FOLDER',
    fallback: '',
    meaning: 'folder whose files are imported and moved to done/ or failed/; empty = none',
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
  orderRetention: {
    name: 'SEOGA_ORDER_RETENTION_MONTHS',
    fallback: '',
    meaning: 'months after which order lines of closed months are deleted, lists stay; empty = never',
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
  termsUrl: { name: 'SEOGA_TERMS_URL', fallback: '', meaning: 'terms of use, linked in the footer' },
  privacyUrl: {
    name: 'SEOGA_PRIVACY_URL',
    fallback: '',
    meaning: 'privacy notice, linked in the footer; whoever signs up agrees to it',
  },
  contact: {
    name: 'SEOGA_CONTACT',
    fallback: '',
    meaning: 'whom developers ask: an e-mail address or an http(s) address',
  },
} as const satisfies Record<string, Variable>;
