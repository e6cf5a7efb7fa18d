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
Instances keep running. Prints the name of each migration that it applied. See docs/postgresql.md.`,
  ko: {
    summary: '데이터베이스의 테이블을 이 릴리스에 맞게 업데이트합니다',
    usage: `migrate
테이블 소유자의 SEOGA_DATABASE_URL로 실행하세요. 그러면 "serve"에는 테이블을 바꿀 권한이 필요 없습니다. 그동안 서버는 계속
실행됩니다. 적용한 마이그레이션의 이름을 출력합니다. docs/postgresql.md를 참고하세요.`,
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
    const waiting = new Set<string>();
    const applied = await migratePostgres(database, {
      onWait(name) {
        if (!waiting.has(name)) console.error(`${name} waits for others to let go of its tables`);
        waiting.add(name);
      },
    });
    for (const name of applied) console.log(name);
    console.error(
      applied.length === 0 ? 'The tables are up to date.' : `${applied.length} migrations applied.`,
    );
  },
});
