import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openStore } from '../../bin/store/open-store.ts';
import { formatKstDay, kstDayOf } from '../../src/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import {
  ACCOUNT,
  CREATE_ACCOUNT,
  callApi,
  issueKey,
  outputOf,
  refusedWith,
  runSeoga,
  runSeogaEach,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { suiteCleanup, tempDir } from '../support/temp-dir.ts';

const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

describe('serve', () => {
  test('says one line when ready, names variables that do not exist, refuses a second server, publishes what others feed by itself, and exits 0 on SIGTERM', async (t) => {
    const server = await startServer(t, { environment: { SEOGA_DEMOS: '1' } });
    assert.match(server.stderr(), /^SEOGA_DEMOS is set, but no such variable exists/m);
    assert.match(server.stdout(), /^listening on http:\/\/127\.0\.0\.1:\d+\n$/m);
    refusedWith(await server.seoga(['serve']), 1, /Another server/);
    assert.equal((await callApi(server, LIST, '')).status, 401);
    assert.match(outputOf(await server.seoga(CREATE_ACCOUNT)), /^\d+\n$/);
    const issued = outputOf(await server.seoga(['key', 'issue', '--account', ACCOUNT]));
    assert.match(issued, /^seoga_live_[0-9A-Za-z]{38}\n$/);
    outputOf(await server.seoga(['import', '-'], { input: jsonLines(smallShop) }));
    await eventually(
      () => callApi(server, LIST, issued.trim()),
      ({ status }) => status === 200,
    );
    assert.equal(await server.stop(), 0);
  });

  test('not one answered call is forgotten by kill -9', async (t) => {
    const ROUNDS = 2;
    const dataDir = tempDir(t);
    let key = '';
    let answered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(t, { dataDir, environment: UNLIMITED });
      if (key === '') key = await issueKey(server);
      const call = async () => {
        try {
          for (;;) {
            const response = await fetch(`${server.address}/v1/category/list`, {
              headers: { 'x-api-key': key },
            });
            answered++;
            if (response.headers.get('ratelimit') === null) return;
            if (answered % 150 === 0) server.kill();
            await response.text();
          }
        } catch {
          // The server is gone.
        }
      };
      await Promise.all([call(), call(), call(), call()]);
    }
    const server = await startServer(t, { dataDir, environment: UNLIMITED });
    const counted = 1_000_000 - (await callApi(server, '/v1/category/list', key)).left - 1;
    assert.ok(answered >= ROUNDS * 100, `${answered} calls were answered`);
    assert.ok(counted >= answered, `${counted} counted, ${answered} answered`);
    assert.ok(
      counted <= answered + ROUNDS * 4,
      'no more than the calls under way are counted without an answer',
    );
    await server.stop();
  });
});

describe('the command line', () => {
  const t = suiteCleanup();
  let server: ServerProcess;
  before(async () => {
    server = await startServer(t);
  });

  test('wrong words exit 2 with the usage, help exits 0, and a missing account exits 1', async () => {
    const wrong = [
      [],
      ['account', 'create'],
      ['account', 'create', '--email', 'x', '--name', 'y'],
      ['rank', '--until', '2026-02-30'],
      ['rank', '--until', formatKstDay(kstDayOf(Date.now()) + 1)],
      ['serve', '--wrong'],
      ['mail', '--limit', '0'],
      ['import'],
    ];
    for (const [at, { code, stdout, stderr }] of (await server.seogaEach(wrong)).entries()) {
      assert.equal(code, 2, wrong[at]?.join(' '));
      assert.match(stdout + stderr, /Usage: seoga/, wrong[at]?.join(' '));
    }
    const commands = ['serve', 'account create', 'key issue', 'config', 'token'];
    const help = await server.seogaEach(commands.map((command) => [...command.split(' '), '--help']));
    for (const [at, one] of help.slice(0, -1).entries())
      assert.ok(outputOf(one).startsWith(`Usage: seoga ${commands[at]}`), commands[at]);
    const named = [...outputOf(help.at(-1)).matchAll(/^ {2}(\S+ \w+) {2}/gm)].map(([, name]) => name);
    assert.deepEqual(named, ['token issue', 'token revoke', 'token list']);
    const [nobody, config] = await server.seogaEach([
      ['key', 'issue', '--account', 'nobody@books.example'],
      ['config'],
    ]);
    refusedWith(nobody, 1, /./);
    assert.match(outputOf(config), /SEOGA_DATA_DIR=/);
  });

  test('kept mail is shown by the command, newest last, also by address', async () => {
    const none = { code: 0, stdout: '', stderr: 'No emails are waiting.\n' };
    assert.deepEqual(await server.seoga(['mail']), none);
    await using store = await openStore(readConfig(server.environment), 'command');
    for (const who of ['first', 'second'])
      await store.outbox.put({ to: `${who}@books.example`, subject: 'S', text: `To the ${who}` });
    const words = [['mail'], ['mail', '--limit', '1'], ['mail', '--to', 'First@books.example']];
    const [all = '', last = '', first = ''] = (await server.seogaEach(words)).map(outputOf);
    assert.match(all, /To: first@books\.example\nSubject: S\n\n.*To the first.*To: second@/s);
    assert.deepEqual([last.includes('first@'), first.includes('second@')], [false, false]);
  });

  test('an account is made once, and listed; its role can be changed, and the last owner stays one', async () => {
    const create = 'account create --email B@books.example --name B --tier partner'.split(' ');
    const issue = ['key', 'issue', '--account', 'b@books.example'];
    const update = ['account', 'update', ...issue.slice(2)];
    const lists = [
      ['account', 'list'],
      ['key', 'list'],
    ];
    const words = [create, create, issue, issue, ...lists];
    const [created, twice, issued, again, accounts, keys] = await server.seogaEach(words);
    for (const refused of [twice, again]) refusedWith(refused, 1, /./);
    const listed = `${outputOf(created).trim()}\tb@books.example\tB\tpartner\tdeveloper\n`;
    assert.ok(outputOf(accounts).includes(listed), accounts?.stdout);
    const key = outputOf(issued).trim();
    const shown = `${key.slice(0, 'seoga_live_'.length + 4)}…${key.slice(-4)}\tb@books.example\t`;
    assert.ok(outputOf(keys).includes(shown) && !outputOf(keys).includes(key), keys?.stdout);
    const changes = ['--role owner', '--role king', '--second-factor on', '--role viewer'];
    const [owner, king, factor, viewer] = await server.seogaEach(
      changes.map((change) => [...update, ...change.split(' ')]),
    );
    outputOf(owner);
    for (const wrong of [king, factor]) refusedWith(wrong, 2, /./);
    refusedWith(viewer, 1, /last active owner/);
  });

  test('a wrong command is answered in a few lines with those like it', async () => {
    const [close, far] = await server.seogaEach([['keys'], ['xyz', 'list']]);
    refusedWith(close, 2, /"keys".*\n.*key issue, key revoke, key list\n$/);
    refusedWith(far, 2, /^[^\n]*\n$/);
    assert.deepEqual([close?.stdout, far?.stdout], ['', '']);
  });

  test('status shows health, counts, the last import and run, disk and backup', async () => {
    const line = { kind: 'category', categoryId: '9', categoryName: '9', parentId: null };
    outputOf(await server.seoga(['import', '-'], { input: jsonLines([line]) }));
    const shown = outputOf(await server.seoga(['status']))
      .trim()
      .split('\n');
    const facts = Object.fromEntries(shown.map((text) => [text.split(' ')[0], text.slice(10)]));
    const names = ['server', 'items', 'accounts', 'import', 'lists', 'disk', 'backup'];
    assert.deepEqual(Object.keys(facts), names);
    assert.match(facts.import ?? '', /^1 imported, standard input, 20/);
    assert.deepEqual([facts.items, facts.backup], ['0', 'none']);
  });

  test('status asks for a decision about lists of single copies as soon as orders tell the sex of a buyer', async (t) => {
    const folder = tempDir(t);
    const sale = { kind: 'sale', orderId: 'a', lineNo: 1, itemId: 1, quantity: 1, soldAt: '2026-01-05' };
    const decided = { words: ['status'], settings: { SEOGA_MIN_SEGMENT_COPIES: '1' } };
    for (const [line, asked] of [
      [sale, [false, false]],
      [{ ...sale, orderId: 'b', sex: 'F' }, [true, false]],
    ] as const) {
      outputOf(await runSeoga(folder, ['import', '-'], {}, jsonLines([line])));
      const shown = (await runSeogaEach(folder, [['status'], decided])).map(outputOf);
      assert.deepEqual(
        shown.map((text) => text.includes('SEOGA_MIN_SEGMENT_COPIES=3')),
        asked,
      );
    }
  });
});
