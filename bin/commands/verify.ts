import type { Config } from '../../src/config.ts';
import { checkSecrets, StoreRefused } from '../../src/store/sqlite/store-check.ts';
import { verifyStore } from '../../src/store/sqlite/verify-store.ts';
import { verifyDatabase } from '../store/store-copies.ts';
import { command } from './command.ts';
import { sayStep } from './move-progress.ts';

export const verifyCommand = command({
  name: 'verify',
  summary: 'check the store for damage and inconsistencies',
  usage: `verify
Reads everything and changes nothing; servers may be running. On PostgreSQL it copies the database into the data folder
first, and deletes the copy at the end. Prints one problem per line; exit code 0 means there are none.
Categories that items name and no feed described are notes, not problems.`,
  ko: {
    summary: '저장소에 손상이나 모순이 없는지 검사합니다',
    usage: `verify
모두 읽기만 하고 아무것도 바꾸지 않습니다. 서버가 실행 중이어도 됩니다. PostgreSQL이면 먼저 데이터베이스를 데이터 폴더에
복사하고 끝나면 지웁니다. 문제를 한 줄에 하나씩 출력합니다. 종료 코드 0은 문제가 없다는 뜻입니다.
상품에 적혔지만 피드에 없는 카테고리는 문제가 아니라 참고 사항으로 출력합니다.`,
  },
  options: {},
  async run({ config }) {
    const report =
      config.database === null
        ? verifyStore(config.dataDir, sayStep('Checking'))
        : await verifyDatabase(config, config.database, sayStep('Checking'));
    const problems = [...report.problems, ...secretsProblems(config)];
    for (const problem of problems) console.log(problem);
    for (const note of report.notes) console.log(note);
    const { items, orderLines, editions, accounts } = report;
    console.log(
      `${items} items, ${orderLines} order lines, ${editions} published editions, ${accounts} accounts: ` +
        (problems.length === 0 ? 'no problem found' : `${problems.length} problems found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
});

/** What keeps `serve` from starting, too. */
function secretsProblems(config: Config): string[] {
  if (config.database !== null) return [];
  try {
    checkSecrets(config.dataDir, config);
    return [];
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    return [error.message];
  }
}
