import { createDatabase } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { command } from './command.ts';

/** One for the migration, one to watch those of other processes. */
const CONNECTIONS_MAX = 2;
const CALL_TIMEOUT_MS = 20_000;

export const migrateCommand = command({
  name: 'migrate',
  summary: "update the database's tables to this release",
  usage: `migrate
Run this with the SEOGA_DATABASE_URL of the tables' owner, so that "serve" doesn't need the right to change them.
Instances keep running. Prints each version of the tables that it made. See docs/postgresql.md.`,
  ko: {
    summary: '데이터베이스의 테이블을 이 릴리스에 맞게 업데이트합니다',
    usage: `migrate
테이블 소유자의 SEOGA_DATABASE_URL로 실행하세요. 그러면 "serve"에는 테이블을 바꿀 권한이 필요 없습니다. 그동안 서버는 계속
실행됩니다. 새로 만든 테이블 버전을 출력합니다. docs/postgresql.md를 참고하세요.`,
  },
  options: {},
  async run({ config: { database: address } }) {
    if (address === null) {
      console.error('Nothing to do: the embedded store is updated whenever it is opened.');
      return;
    }
    await using database = createDatabase({
      address,
      connectionsMax: CONNECTIONS_MAX,
      callTimeoutMs: CALL_TIMEOUT_MS,
    });
    const waiting = new Set<number>();
    const made = await migratePostgres(database, {
      onWait(version) {
        if (!waiting.has(version))
          console.error(`version ${version} waits for others to let go of its tables`);
        waiting.add(version);
      },
    });
    for (const version of made) console.log(version);
    if (made.length === 0) console.error('The tables are up to date.');
  },
});
