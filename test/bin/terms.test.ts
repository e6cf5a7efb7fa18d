import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Command, UsageError } from '../../bin/commands/command.ts';
import {
  similarAddCommand,
  similarListCommand,
  similarRemoveCommand,
  termsAllowCommand,
  termsBlockCommand,
  termsListCommand,
} from '../../bin/commands/terms.ts';
import { termsMissedCommand } from '../../bin/commands/terms-missed.ts';
import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import { createTestApp } from '../support/test-app.ts';

/** A running service, and its command line beside it. */
async function world(t: TestContext) {
  const app = await createTestApp(t, { now: new Date().toISOString() });
  const run = async (command: Command, ...args: string[]) => {
    const log = t.mock.method(console, 'log', () => {});
    const error = t.mock.method(console, 'error', () => {});
    try {
      const code = await command.run(args, app.config);
      const lines = (calls: typeof log.mock.calls) => calls.map((call) => call.arguments.join(' '));
      return { code, out: lines(log.mock.calls), err: lines(error.mock.calls) };
    } finally {
      log.mock.restore();
      error.mock.restore();
    }
  };
  return { app, run };
}

test('block and allow hold for the next search of a running service, and list tells them', async (t) => {
  const { app, run } = await world(t);
  const code = async () => (await app.get('/v1/goods/itemList?query=bad%20books')).json.errorCode;
  assert.equal(await code(), 'SEARCH_001');
  assert.deepEqual(await run(termsBlockCommand, 'Bad', ' 나쁜  책 ', '--reason', 'a complaint'), {
    code: 0,
    out: [],
    err: [],
  });
  assert.equal(await code(), 'SEARCH_002');
  assert.deepEqual((await run(termsListCommand)).out, ['Bad', '나쁜 책']);
  assert.deepEqual(await run(termsBlockCommand, 'BAD'), {
    code: 0,
    out: [],
    err: ['"BAD" is already blocked.'],
  });
  assert.deepEqual(await run(termsAllowCommand, 'good', 'bad'), {
    code: 1,
    out: [],
    err: [`"good" isn't blocked.`],
  });
  assert.equal(await code(), 'SEARCH_001');
  assert.deepEqual((await run(termsListCommand)).out, ['나쁜 책']);
  const history = await app.searchTerms.listTermDecisions(9);
  assert.deepEqual(
    history.map(({ term, action, reason, actor }) => `${actor} ${action} ${term}: ${reason}`),
    ['command allowed Bad: ', 'command blocked 나쁜 책: a complaint', 'command blocked Bad: a complaint'],
  );
  await assert.rejects(run(termsBlockCommand, 'x', '--reason', 'x'.repeat(201)), UsageError);
});

test('similar words are added, listed and removed', async (t) => {
  const { app, run } = await world(t);
  assert.deepEqual((await run(similarAddCommand, '셜록 홈스', '셜록 홈즈')).out, ['셜록 홈스\t셜록 홈즈']);
  assert.deepEqual((await run(similarAddCommand, '셜록 홈즈', 'Sherlock')).out, [
    'Sherlock\t셜록 홈스\t셜록 홈즈',
  ]);
  assert.deepEqual((await run(similarListCommand)).out, ['Sherlock\t셜록 홈스\t셜록 홈즈']);
  assert.deepEqual((await app.searchTerms.similarWords()).groups, [['Sherlock', '셜록 홈스', '셜록 홈즈']]);
  assert.deepEqual(await run(similarAddCommand, 'one', 'ONE'), {
    code: 1,
    out: [],
    err: ['A group needs at least two different words.'],
  });
  assert.equal((await run(similarRemoveCommand, '없는말')).code, 1);
  assert.equal((await run(similarRemoveCommand, 'sherlock')).code, 0);
  assert.deepEqual((await run(similarListCommand)).out, []);
});

test('missed adds up the days asked for, most frequent first', async (t) => {
  const { app, run } = await world(t);
  const today = kstDayOf(systemClock.nowMs());
  const noteOn = async (daysAgo: number, queries: readonly string[]) => {
    app.clock.setWall(systemClock.nowMs() - daysAgo * 86_400_000);
    for (const query of queries) app.searchTerms.recordQuery({ query, correction: null });
    await app.flush();
  };
  await noteOn(8, ['나비', '고래', '고래', '고래']);
  await noteOn(1, ['나비', 'a@books.example']);
  await noteOn(0, ['나비']);
  app.searchTerms.recordQuery({ query: '홈스', correction: { kind: 'similar', query: '홈즈' } });
  await app.flush();
  const day = (daysAgo: number) => formatKstDay(today - daysAgo);
  const recent = [`2\t${day(0)}\t나비`, `1\t${day(1)}\t(others)`, `1\t${day(0)}\t홈스\tsimilar\t홈즈`];
  assert.deepEqual(await run(termsMissedCommand), { code: 0, out: recent, err: [] });
  assert.deepEqual((await run(termsMissedCommand, '--days', '9')).out, [
    `3\t${day(8)}\t고래`,
    `3\t${day(0)}\t나비`,
    ...recent.slice(1),
  ]);
});

test('wrong words are wrong usage, and change nothing', async (t) => {
  const { app, run } = await world(t);
  const wrongs: [Command, string[]][] = [
    [termsBlockCommand, []],
    [termsBlockCommand, ['good', '?!']],
    [termsBlockCommand, ['가'.repeat(51)]],
    [termsAllowCommand, []],
    [similarAddCommand, ['하나']],
    [similarAddCommand, ['하나', '']],
    [similarRemoveCommand, []],
    [termsMissedCommand, ['--days', '0']],
    [termsMissedCommand, ['--days', '91']],
    [termsMissedCommand, ['--days', 'all']],
  ];
  for (const [command, args] of wrongs) {
    await assert.rejects(run(command, ...args), UsageError, `${command.name} ${args.join(' ')}`);
  }
  for (const [command, args] of [
    [termsListCommand, ['x']],
    [similarListCommand, ['--x']],
    [termsMissedCommand, ['7']],
  ] as const) {
    await assert.rejects(run(command, ...args), { code: /^ERR_PARSE_ARGS/ });
  }
  assert.deepEqual((await app.searchTerms.blockList()).terms, []);
  assert.deepEqual((await app.searchTerms.similarWords()).groups, []);
});

test('terms block: a term that would hide a lot is refused with the number, until it is confirmed', async (t) => {
  const { app, run } = await world(t);
  await app.feed([
    { kind: 'category', categoryId: '001', categoryName: '소설' },
    ...['나비 책', '나비', '바다'].map((title, at) => ({
      kind: 'item',
      itemId: at + 1,
      title,
      catalog: 'BOOK',
      categoryIds: ['001'],
    })),
  ]);
  const refused = await run(termsBlockCommand, '나비');
  assert.deepEqual([refused.code, refused.out], [1, []]);
  assert.match(refused.err[0] ?? '', /^"나비" is in 2 of 3 products and in 0 searches of the last 30 days/);
  assert.match(refused.err[1] ?? '', /^Nothing was blocked\. Add --confirm 2/);
  assert.equal((await run(termsBlockCommand, '나비', '--confirm', '3')).code, 1);
  assert.deepEqual((await run(termsListCommand)).out, []);
  assert.equal((await run(termsBlockCommand, '나비', '--confirm', '2')).code, 0);
  assert.equal((await run(termsBlockCommand, '하늘')).code, 0, 'what hides nothing is not asked about');
  assert.deepEqual((await run(termsListCommand)).out, ['나비', '하늘']);
});
