import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { formatKstDay, kstDayOf } from '../../src/clock.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { callApi, issueKey, type ServerProcess, startServer, UNLIMITED } from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { suiteCleanup, tempDir } from '../support/temp-dir.ts';

describe('serve', () => {
  test('says one line when ready, answers, refuses a second server, drains on SIGTERM and exits 0', async (t) => {
    const server = await startServer(t);
    assert.match(server.stdout(), /^listening on http:\/\/127\.0\.0\.1:\d+\n$/m);
    const second = await server.seoga(['serve']);
    assert.equal(second.code, 1);
    assert.match(second.stderr, /Another server/);
    const response = await fetch(`${server.address}/v1/category/list`);
    assert.equal(response.status, 401);
    await response.text();
    assert.equal(await server.stop(), 0);
  });

  test('an account, a key and a feed of other processes hold for the next call, and lists are published by itself', async (t) => {
    const server = await startServer(t);
    const created = await server.seoga(['account', 'create', '--email', 'a@books.example', '--name', 'A']);
    assert.match(created.stdout, /^\d+\n$/);
    const issued = await server.seoga(['key', 'issue', '--account', 'a@books.example']);
    assert.match(issued.stdout, /^seoga_live_[0-9A-Za-z]{38}\n$/);
    const headers = { 'x-api-key': issued.stdout.trim() };
    const imported = await server.seoga(['import', '-'], { input: jsonLines(smallShop) });
    assert.equal(imported.code, 0, imported.stderr);
    const best = `${server.address}/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31`;
    // The running server tallies after an import.
    await eventually(
      () => fetch(best, { headers }),
      ({ ok }) => ok,
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
    const commands = ['serve', 'account create', 'key issue', 'config'];
    const help = await server.seogaEach(commands.map((command) => [...command.split(' '), '--help']));
    for (const [at, { code, stdout }] of help.entries()) {
      assert.equal(code, 0, commands[at]);
      assert.ok(stdout.startsWith(`Usage: seoga ${commands[at]}`), commands[at]);
    }
    const run = (...words: string[]) => server.seoga(words);
    const { code, stdout } = await run('token', '--help');
    const named = [...stdout.matchAll(/^ {2}(\S+ \w+) {2}/gm)].map(([, name]) => name);
    assert.deepEqual([code, named], [0, ['token issue', 'token revoke', 'token list']]);
    assert.equal((await run('key', 'issue', '--account', 'nobody@books.example')).code, 1);
    assert.match((await run('config')).stdout, /SEOGA_DATA_DIR=/);
  });

  test('mail of the portal is shown by the command, newest last, also by address', async () => {
    assert.deepEqual(await server.seoga(['mail']), {
      code: 0,
      stdout: '',
      stderr: 'No emails are waiting.\n',
    });
    for (const email of ['first@books.example', 'second@books.example']) await signUp(server.address, email);
    const find = async (...words: string[]) => (await server.seoga(['mail', ...words])).stdout;
    const all = await eventually(find, (text) => text.includes('To: second@'));
    assert.match(all, /To: first@books\.example\nSubject: .+\n\n.*verify-email\?token=.*To: second@/s);
    assert.equal((await find('--limit', '1')).includes('first@'), false);
    assert.equal((await find('--to', 'First@books.example')).includes('second@'), false);
  });

  test('an account is made once, and listed; its role can be changed, and the last owner stays one', async () => {
    const create = () =>
      server.seoga(['account', 'create', '--email', 'B@books.example', '--name', 'B', '--tier', 'partner']);
    const id = (await create()).stdout.trim();
    assert.equal((await create()).code, 1);
    const key = (await server.seoga(['key', 'issue', '--account', id])).stdout.trim();
    assert.equal((await server.seoga(['key', 'issue', '--account', id])).code, 1);
    const listed = (await server.seoga(['account', 'list'])).stdout;
    assert.ok(listed.includes(`${id}\tb@books.example\tB\tpartner\tdeveloper\n`), listed);
    const keys = (await server.seoga(['key', 'list'])).stdout;
    assert.ok(
      keys.includes(`${key.slice(0, 'seoga_live_'.length + 4)}…${key.slice(-4)}\tb@books.example\t`),
      keys,
    );
    assert.ok(!keys.includes(key));
    const update = (...words: string[]) => server.seoga(['account', 'update', '--account', id, ...words]);
    assert.equal((await update('--role', 'owner')).code, 0);
    assert.equal((await update('--role', 'king')).code, 2);
    assert.equal((await update('--second-factor', 'on')).code, 2);
    const refused = await update('--role', 'viewer');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /last active owner/);
  });

  test('a wrong command is answered in a few lines with those like it', async () => {
    const [close, far] = await server.seogaEach([['keys'], ['xyz', 'list']]);
    assert.deepEqual([close?.code, far?.code, close?.stdout, far?.stdout], [2, 2, '', '']);
    assert.match(close?.stderr ?? '', /"keys".*\n.*key issue, key revoke, key list\n$/);
    assert.equal((far?.stderr ?? '').split('\n').length, 2);
  });

  test('status shows health, counts, the last import and run, disk and backup', async () => {
    const line = { kind: 'category', categoryId: '9', categoryName: '9', parentId: null };
    assert.equal((await server.seoga(['import', '-'], { input: jsonLines([line]) })).code, 0);
    const shown = await server.seoga(['status']);
    assert.equal(shown.code, 0, shown.stderr);
    const facts = Object.fromEntries(
      shown.stdout
        .trim()
        .split('\n')
        .map((text) => [text.split(' ')[0], text.slice(10)]),
    );
    const names = ['server', 'items', 'accounts', 'import', 'lists', 'disk', 'backup'];
    assert.deepEqual(Object.keys(facts), names);
    assert.match(facts.import ?? '', /^1 imported, standard input, 20/);
    assert.deepEqual([facts.items, facts.backup], ['0', 'none']);
  });
});

/** Signs up as a page of the portal does. */
async function signUp(address: string, email: string): Promise<void> {
  const path = `${address}/portal/sign-up`;
  const page = await fetch(path);
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const body = new URLSearchParams({ form: 'sign-up', csrf, email });
  const answer = await fetch(path, { method: 'POST', headers: { cookie, origin: address }, body });
  assert.equal(answer.status, 200, await answer.text());
}
