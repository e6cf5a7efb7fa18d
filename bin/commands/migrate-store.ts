import { systemClock } from '../../src/clock.ts';
import { type DatabaseAddress, DatabaseUrlError, parseDatabaseUrl } from '../../src/config/database-url.ts';
import { SECRETS_FILE } from '../../src/store/files/secrets-file.ts';
import { MOVED_MARKER, markMoved } from '../store/moved-marker.ts';
import { moveStore } from '../store/store-copies.ts';
import { command, UsageError } from './command.ts';
import { moveProgress } from './move-progress.ts';

export const migrateStoreCommand = command({
  name: 'migrate-store',
  summary: 'copy the embedded store into PostgreSQL',
  usage: `migrate-store --to URL
  --to URL   postgres://user:password@host1,host2/database, an empty database
Stop the server first. Copies accounts, keys, usage, sign-in, catalogue, order lines and published lists, then reads
everything back and compares it. If interrupted, run the same command again to continue. The embedded
store stays, but commands refuse it afterwards. To go back, run "seoga backup" on PostgreSQL, then "seoga restore"
without SEOGA_DATABASE_URL.`,
  ko: {
    summary: '내장 저장소를 PostgreSQL로 복사합니다',
    usage: `migrate-store --to URL
  --to URL   postgres://user:password@host1,host2/database, 빈 데이터베이스
먼저 서버를 멈추세요. 계정, 키, 사용량, 로그인, 카탈로그, 주문, 공개한 목록을 복사한 뒤 모두 다시 읽어 비교합니다. 중단되면
같은 명령으로 이어서 할 수 있습니다. 끝나면 내장 저장소는 그대로 남지만 명령에 쓸 수 없습니다. 되돌아가려면 PostgreSQL에서
"seoga backup"을 실행한 뒤 SEOGA_DATABASE_URL 없이 "seoga restore"를 실행하세요.`,
  },
  options: { to: { type: 'string' } },
  async run({ values, config }) {
    const address = readAddress(values.to);
    const { rows, editions } = await moveStore(config, address, moveProgress(systemClock, process.stderr));
    markMoved(config.dataDir);
    console.log(
      `${rows.toLocaleString('en-US')} rows and ${editions} published lists copied and compared. ` +
        'Now start the instances with SEOGA_DATABASE_URL, and with SEOGA_KEY_PEPPER and SEOGA_SESSION_SECRET ' +
        `as the embedded store has them (in ${SECRETS_FILE} unless you set them). Without SEOGA_DATABASE_URL, commands ` +
        `refuse this folder from now on; delete ${MOVED_MARKER} in it to use it again.`,
    );
  },
});

function readAddress(url: string | undefined): DatabaseAddress {
  if (url === undefined) throw new UsageError('migrate-store needs --to with the URL of a database');
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new UsageError(`--to must be ${error.takes}`);
    throw error;
  }
}
