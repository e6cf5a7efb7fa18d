import { verifyStore } from '../../src/store/sqlite/verify-store.ts';
import { verifyDatabase } from '../store/store-copies.ts';
import { command } from './command.ts';
import { sayStep } from './move-progress.ts';

export const verifyCommand = command({
  name: 'verify',
  summary: 'check the store for damage and inconsistencies',
  usage: `verify
Reads everything and changes nothing; servers may be running. On PostgreSQL it copies the database into the data folder
first, and deletes the copy at the end. Prints one problem per line; exit code 0 means there are none.`,
  ko: {
    summary: '저장소에 손상이나 모순이 없는지 검사합니다',
    usage: `verify
모두 읽기만 하고 아무것도 바꾸지 않습니다. 서버가 실행 중이어도 됩니다. PostgreSQL이면 먼저 데이터베이스를 데이터 폴더에
복사하고 끝나면 지웁니다. 문제를 한 줄에 하나씩 출력합니다. 종료 코드 0은 문제가 없다는 뜻입니다.`,
  },
  options: {},
  async run({ config }) {
    const report =
      config.database === null
        ? verifyStore(config.dataDir, sayStep('Checking'))
        : await verifyDatabase(config, config.database, sayStep('Checking'));
    for (const problem of report.problems) console.log(problem);
    const { items, orderLines, editions, accounts, problems } = report;
    console.log(
      `${items} items, ${orderLines} order lines, ${editions} published editions, ${accounts} accounts: ` +
        (problems.length === 0 ? 'no problem found' : `${problems.length} problems found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
});
