import { after, before, test } from 'node:test';
import { SECTIONS } from './sections.ts';
import { openService, type Service } from './service.ts';

/**
 * The black-box suite: every row of the interface, asked over HTTP with a key. API_COVERAGE.md names the rows.
 *
 * It starts the real program itself. To test a service elsewhere, import the output of
 * `node test/acceptance/feed.ts` there, run `rank`, and set SEOGA_ACCEPTANCE_URL and SEOGA_ACCEPTANCE_KEY (of an
 * account of tier enterprise). Tests that need the command line are then skipped.
 */

let service: Service;
const cleanUps: (() => void | Promise<void>)[] = [];
before(async () => {
  service = await openService({ after: (cleanUp) => cleanUps.push(cleanUp) });
});
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const isElsewhere = (process.env.SEOGA_ACCEPTANCE_URL ?? '') !== '';

for (const register of SECTIONS) {
  register({
    row: (title, prove) => test(title, () => prove(service)),
    operatorRow(title, prove) {
      const skip = isElsewhere && 'the service is elsewhere: its command line is out of reach';
      test(title, { skip }, async () => {
        if (service.operator === null) throw new Error('the service was started elsewhere');
        await prove(service.operator, service);
      });
    },
  });
}
