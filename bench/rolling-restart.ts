/**
 * Restarts three instances on one PostgreSQL database behind nginx, one after the other, over and over, while callers never
 * rest, with the files of deploy/cluster. Says how many calls failed and whether each was counted once. Needs Debian's nginx,
 * openssl, curl and PostgreSQL; everything runs in temporary folders on free ports.
 *
 * node bench/rolling-restart.ts [calls] [callers at once]
 */
import { runRollingRestart } from './restart-fleet.ts';

const calls = Number(process.argv[2] ?? 100_000);
const callersAtOnce = Number(process.argv[3] ?? 16);
const cleanUps: (() => void | Promise<void>)[] = [];
try {
  const result = await runRollingRestart(
    { after: (cleanUp) => void cleanUps.push(cleanUp) },
    {
      calls,
      callersAtOnce,
      onRestart: (sofar) => console.error(`all restarted; ${sofar.toLocaleString('en-US')} calls so far`),
    },
  );
  const failed = Object.values(result.failures).reduce((sum, count) => sum + count, 0);
  console.log(
    `${failed} failed of ${result.calls} calls in ${Math.round(result.seconds)} s, ${result.restarts} restarts`,
  );
  console.log(`${result.counted} counted, ${result.sentAgain} sent again on a new connection`);
  if (failed > 0) console.log(JSON.stringify(result.failures, null, 2));
  process.exitCode = failed === 0 && result.counted === result.calls ? 0 : 1;
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
