import { resolve } from 'node:path';
import type { Translations } from '../messages/languages.ts';
import { parseDatabaseUrl } from './database-url.ts';
import {
  areAddressRanges,
  checked,
  client,
  integer,
  isHost,
  isHttpAddress,
  isMailServer,
  linkTemplate,
  MAIL_ADDRESS,
  matching,
  onOff,
  optional,
  type Reads,
  secretText,
  webAddress,
} from './readers.ts';

/** One variable: how it is read, and what `seoga config` says of it. */
export interface Variable<Value = unknown> {
  readonly name: string;
  /** Empty when it is left out. */
  readonly fallback?: string;
  readonly reads: Reads<Value>;
  readonly meaning: string;
  readonly translations: Translations<string>;
  /** Never shown, and may be given as the path of a file in NAME_FILE. */
  readonly secret?: boolean;
}

const LOG_LEVELS = 'fatal, error, warn, info, debug, trace or silent';

/** Every variable of the environment that the program reads. An empty value counts as absent. */
export const VARIABLES = {
  port: {
    name: 'PORT',
    fallback: '8080',
    reads: integer(0, 65_535),
    meaning: 'port of the API; 0 = any free port',
    translations: { ko: 'API 포트. 0이면 빈 포트' },
  },
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    reads: checked(isHost, 'an address or name of this machine'),
    meaning: 'address on which the API listens',
    translations: { ko: 'API가 수신하는 주소' },
  },
  baseUrl: {
    name: 'SEOGA_BASE_URL',
    reads: optional((text) => webAddress(text).replace(/\/+$/, '')),
    meaning: 'base of every absolute URL; default http://HOST:PORT',
    translations: { ko: '모든 절대 URL의 앞부분. 기본 http://HOST:PORT' },
  },
  dataDir: {
    name: 'SEOGA_DATA_DIR',
    fallback: './data',
    reads: (text) => resolve(text),
    meaning: 'folder of the embedded store, secrets and unsent emails',
    translations: { ko: '내장 저장소, 비밀값, 보내지 않은 메일이 있는 폴더' },
  },
  database: {
    name: 'SEOGA_DATABASE_URL',
    reads: optional(parseDatabaseUrl),
    meaning: 'postgres://user:password@host1,host2/database; default: the embedded store',
    translations: { ko: 'postgres://user:password@host1,host2/database. 기본: 내장 저장소' },
    secret: true,
  },
  syncsCommits: {
    name: 'SEOGA_SYNC',
    fallback: 'normal',
    reads: (text) => matching(/^(normal|full)$/, 'normal or full')(text) === 'full',
    meaning:
      'normal: counted calls survive a killed process; full: also a power failure, for one disk sync per batch of calls. ' +
      'For the embedded store; PostgreSQL has synchronous_commit',
    translations: {
      ko: 'normal: 집계한 호출은 프로세스가 강제 종료되어도 남습니다. full: 정전에도 남습니다(호출 묶음마다 디스크 동기화 한 번). 내장 저장소에만 적용되며, PostgreSQL에는 synchronous_commit이 있습니다',
    },
  },
  demo: {
    name: 'SEOGA_DEMO',
    fallback: '1',
    reads: onOff,
    meaning: '1 = fill an empty store with the demo catalogue; 0 = leave it empty',
    translations: { ko: '1 = 빈 저장소에 데모 카탈로그를 넣습니다. 0 = 비워 둡니다' },
  },
  burstPerSecond: {
    name: 'SEOGA_BURST_PER_SECOND',
    fallback: '10',
    reads: integer(1, 1_000_000),
    meaning: 'sustained calls per second, tier free',
    translations: { ko: '초당 지속 호출 수(free 등급)' },
  },
  burst: {
    name: 'SEOGA_BURST',
    fallback: '20',
    reads: integer(1, 1_000_000),
    meaning: 'calls allowed at once, tier free',
    translations: { ko: '한꺼번에 허용하는 호출 수(free 등급)' },
  },
  dailyQuota: {
    name: 'SEOGA_DAILY_QUOTA',
    fallback: '5000',
    reads: integer(0, 1_000_000_000),
    meaning: 'calls per day (Korean time), tier free',
    translations: { ko: '하루 호출 수(한국 시간, free 등급)' },
  },
  keyPrefix: {
    name: 'SEOGA_KEY_PREFIX',
    fallback: 'seoga_live_',
    reads: matching(/^[a-z0-9_]{1,32}$/, '1 to 32 of a-z, 0-9 and _'),
    meaning: 'prefix of every API key',
    translations: { ko: '모든 API 키의 앞부분' },
  },
  keyPepper: {
    name: 'SEOGA_KEY_PEPPER',
    reads: optional(secretText),
    meaning: 'secret for the stored key hashes; default: generated once, kept in the data folder',
    translations: { ko: '저장한 키 해시의 비밀값. 기본: 한 번 만들어 데이터 폴더에 보관' },
    secret: true,
  },
  sessionSecret: {
    name: 'SEOGA_SESSION_SECRET',
    reads: optional(secretText),
    meaning: 'secret for portal sessions; default: generated once, kept in the data folder',
    translations: { ko: '포털 세션의 비밀값. 기본: 한 번 만들어 데이터 폴더에 보관' },
    secret: true,
  },
  smtpUrl: {
    name: 'SEOGA_SMTP_URL',
    reads: optional(checked(isMailServer, 'an smtp:// or smtps:// URL')),
    meaning: 'mail server, smtp(s)://user:password@host:port; default: emails are kept for "seoga mail"',
    translations: {
      ko: '메일 서버, smtp(s)://user:password@host:port. 기본: 메일을 보관하고 "seoga mail"로 표시',
    },
    secret: true,
  },
  mailFrom: {
    name: 'SEOGA_MAIL_FROM',
    reads: optional(matching(MAIL_ADDRESS, 'an email address')),
    meaning: 'sender of emails; default seoga@ followed by the host of SEOGA_BASE_URL',
    translations: { ko: '메일 발신 주소. 기본: seoga@ 뒤에 SEOGA_BASE_URL의 호스트' },
  },
  kakaoClient: {
    name: 'SEOGA_KAKAO_CLIENT',
    reads: optional(client),
    meaning: 'enables sign-in with Kakao: REST_API_KEY:CLIENT_SECRET',
    translations: { ko: '카카오 로그인을 켭니다: REST_API_KEY:CLIENT_SECRET' },
    secret: true,
  },
  naverClient: {
    name: 'SEOGA_NAVER_CLIENT',
    reads: optional(client),
    meaning: 'enables sign-in with Naver: CLIENT_ID:CLIENT_SECRET',
    translations: { ko: '네이버 로그인을 켭니다: CLIENT_ID:CLIENT_SECRET' },
    secret: true,
  },
  googleClient: {
    name: 'SEOGA_GOOGLE_CLIENT',
    reads: optional(client),
    meaning: 'enables sign-in with Google: CLIENT_ID:CLIENT_SECRET',
    translations: { ko: 'Google 로그인을 켭니다: CLIENT_ID:CLIENT_SECRET' },
    secret: true,
  },
  trustedProxies: {
    name: 'SEOGA_TRUSTED_PROXIES',
    reads: optional(checked(areAddressRanges, 'addresses or ranges separated by commas')),
    meaning: 'addresses of reverse proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,::1',
    translations: { ko: 'X-Forwarded-For를 신뢰할 리버스 프록시의 주소(예: 10.0.0.0/8,::1)' },
  },
  logLevel: {
    name: 'SEOGA_LOG_LEVEL',
    fallback: 'info',
    reads: checked((text) => LOG_LEVELS.split(/, | or /).includes(text), LOG_LEVELS),
    meaning: LOG_LEVELS,
    translations: { ko: 'fatal, error, warn, info, debug, trace, silent 중 하나' },
  },
  cacheMb: {
    name: 'SEOGA_CACHE_MB',
    fallback: '64',
    reads: integer(0, 100_000),
    meaning: 'megabytes of finished responses kept in memory',
    translations: { ko: '메모리에 보관하는 완성된 응답의 크기(MB)' },
  },
  opsPort: {
    name: 'SEOGA_OPS_PORT',
    fallback: '9090',
    reads: integer(0, 65_535),
    meaning: 'loopback port for health, metrics and live intake; 0 = any free port',
    translations: { ko: '상태 확인, 메트릭, 실시간 수신용 루프백 포트. 0이면 빈 포트' },
  },
  opsPublic: {
    name: 'SEOGA_OPS_PUBLIC',
    fallback: '0',
    reads: onOff,
    meaning: '1 = also accept POST /ops/v1/feed on the API port',
    translations: { ko: '1 = POST /ops/v1/feed를 API 포트에서도 받습니다' },
  },
  feedFolder: {
    name: 'SEOGA_FEED_FOLDER',
    reads: optional((text) => text),
    meaning: 'folder whose files are imported and moved to done/ or failed/; empty = none',
    translations: { ko: '파일을 가져온 뒤 done/이나 failed/로 옮기는 폴더. 비우면 없음' },
  },
  copiesPerBuyer: {
    name: 'SEOGA_COPIES_PER_BUYER',
    fallback: '1',
    reads: integer(1, 1_000_000),
    meaning: 'maximum copies of a title that one buyer can add to a month',
    translations: { ko: '한 구매자가 한 달에 더할 수 있는 상품별 부수' },
  },
  minSegmentCopies: {
    name: 'SEOGA_MIN_SEGMENT_COPIES',
    fallback: '1',
    reads: integer(1, 1_000_000),
    meaning: 'minimum copies of an entry in lists by sex or age',
    translations: { ko: '성별·연령 목록에 나오는 최소 부수' },
  },
  newDays: {
    name: 'SEOGA_NEW_DAYS',
    fallback: '90',
    reads: integer(0, 36_500),
    meaning: 'number of days after registration for which an item counts as new',
    translations: { ko: '등록 후 신상품으로 보는 일수' },
  },
  orderRetentionMonths: {
    name: 'SEOGA_ORDER_RETENTION_MONTHS',
    reads: (text) =>
      text === '' ? null : Number(matching(/^[1-9]\d{0,2}$/, 'empty or a whole number from 1 to 999')(text)),
    meaning: 'months after which order lines of closed months are deleted; lists stay; empty = never',
    translations: {
      ko: '이 개월 수가 지난 마감한 달의 주문을 지웁니다. 목록은 남습니다. 비우면 지우지 않음',
    },
  },
  backupHours: {
    name: 'SEOGA_BACKUP_HOURS',
    reads: optional(integer(1, 999)),
    meaning: 'owners get an email when the last backup is older than this many hours; empty = never',
    translations: {
      ko: '이 시간이 지나도록 새 백업이 없으면 소유자에게 메일을 보냅니다. 비우면 보내지 않음',
    },
  },
  currency: {
    name: 'SEOGA_CURRENCY',
    fallback: 'KRW',
    reads: matching(/^[A-Z]{3}$/, 'a three-letter currency code, such as KRW'),
    meaning: "ISO 4217 code of the shop's prices; prices in other currencies are ignored",
    translations: { ko: '서점 가격의 ISO 4217 통화 코드. 다른 통화의 가격은 무시합니다' },
  },
  linkTemplate: {
    name: 'SEOGA_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    reads: linkTemplate,
    meaning: 'URL of a product page',
    translations: { ko: '상품 페이지 URL' },
  },
  mobileLinkTemplate: {
    name: 'SEOGA_MOBILE_LINK_TEMPLATE',
    fallback: '{base_url}/goods/{itemId}',
    reads: linkTemplate,
    meaning: 'URL of a product page for phones',
    translations: { ko: '모바일 상품 페이지 URL' },
  },
  logoUrl: {
    name: 'SEOGA_LOGO_URL',
    reads: optional(webAddress),
    meaning: "URL of the operator's logo; default {base_url}/assets/logo.svg",
    translations: { ko: '운영자 로고의 URL. 기본 {base_url}/assets/logo.svg' },
  },
  operatorName: {
    name: 'SEOGA_OPERATOR_NAME',
    fallback: 'Seoga',
    reads: (text) => text,
    meaning: 'name that pages give as the source of the data',
    translations: { ko: '페이지에 데이터 출처로 표시할 이름' },
  },
  termsUrl: {
    name: 'SEOGA_TERMS_URL',
    reads: optional(webAddress),
    meaning: 'URL of the terms of use, linked in the footer',
    translations: { ko: '푸터에 링크할 이용약관의 URL' },
  },
  privacyUrl: {
    name: 'SEOGA_PRIVACY_URL',
    reads: optional(webAddress),
    meaning: 'URL of the privacy notice, linked in the footer; sign-up asks for consent to it',
    translations: { ko: '푸터에 링크할 개인정보 처리방침의 URL. 회원가입 때 동의를 받습니다' },
  },
  contact: {
    name: 'SEOGA_CONTACT',
    reads: optional(
      checked((text) => MAIL_ADDRESS.test(text) || isHttpAddress(text), 'an email address or an http(s) URL'),
    ),
    meaning: 'email address or URL for questions from developers',
    translations: { ko: '개발자가 문의할 이메일 주소나 URL' },
  },
} as const satisfies Record<string, Variable>;
