import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createOperatorMailer, type OperatorMailsOptions } from '../../bin/jobs/mail-operators.ts';
import type { ImportEntry } from '../../src/ingest/import-log.ts';
import { emptySummary, NOTHING_FOUND } from '../../src/ingest/import-log.ts';
import type { Mail } from '../../src/mail/outbox.ts';
import { newAccount } from '../contracts/state-world.ts';
import { onBothDatabases, stateWorld } from '../store/sql/both-databases.ts';

const HOUR_MS = 3_600_000;
const RUN = { cause: 'schedule', elapsedMs: 1, untilDay: null, months: 0, editions: 0 } as const;

onBothDatabases('mails to operators', (adapter, newDatabase) => {
  async function world(t: TestContext) {
    const state = stateWorld(await newDatabase(t));
    const { accounts, clock } = state;
    const roles = ['owner', 'shop', 'support', 'viewer', 'developer'] as const;
    const ids = new Map<string, number>();
    for (const role of roles) {
      const { accountId } = await newAccount(accounts, { email: `${role}@books.example`, role });
      ids.set(role, accountId);
    }
    const sent: Mail[] = [];
    const entries: ImportEntry[] = [];
    const runs: { startedAtMs: number; outcome: 'failed' | 'published' }[] = [];
    const options: OperatorMailsOptions = {
      ...state,
      importLog: { list: async () => entries },
      rankingAdmin: {
        listRuns: async (kind) => runs.map((run) => ({ ...run, ...RUN, kind })),
      },
      mailer: { post: async (mail) => void sent.push(mail) },
      baseUrl: 'https://books.example',
      operatorName: 'Books',
      backupMaxAgeMs: null,
      backupAtMs: () => null,
    };
    return {
      ...state,
      ids,
      entries,
      runs,
      options,
      /** Who got a mail since the last look, with the number of the import or the first words of the subject. */
      async look(look = createOperatorMailer(options)) {
        await look.run();
        return sent.splice(0).map(({ to, subject }) => {
          const english = subject.split(' / ').at(-1) ?? '';
          return `${to.split('@')[0]}: ${/import (\d+)/.exec(english)?.[1] ?? english.slice(0, 11)}`;
        });
      },
      fail(actor: string, outcome: ImportEntry['outcome'], importId: number) {
        const endedAtMs = clock.nowMs() - 1;
        const rest = { ...NOTHING_FOUND, undoneBy: null, undoOf: null, canUndo: false, bytes: null };
        const source = { importId, actor, outcome, name: 'a.csv', startedAtMs: endedAtMs, endedAtMs };
        entries.unshift({ ...rest, ...source, summary: emptySummary() });
      },
    };
  }

  test(`${adapter}: a feed that keeps failing is mailed once in six hours, to those who look after feeds`, async (t) => {
    const { look, fail, clock } = await world(t);
    fail('token:erp', 'braked', 1);
    assert.deepEqual(await look(), ['owner: 1', 'shop: 1']);
    clock.advance(HOUR_MS);
    fail('token:erp', 'braked', 2);
    fail('token:pos', 'failed', 3);
    fail('account:1', 'failed', 4);
    assert.deepEqual(await look(), ['owner: 3', 'shop: 3']);
    clock.advance(5 * HOUR_MS);
    assert.deepEqual(await look(), ['owner: 2', 'shop: 2']);
    assert.deepEqual(await look(), []);
  });

  test(`${adapter}: a request, a failed tally and a missing backup reach their roles, once over all instances`, async (t) => {
    const { look, clock, quotaRequests, ids, runs, options } = await world(t);
    assert.deepEqual(await look(), []);
    await quotaRequests.add(ids.get('developer') ?? 0, 9999, 'a secret reason');
    runs.push({ startedAtMs: clock.nowMs(), outcome: 'failed' });
    clock.advance(1000);
    const mails = await look(
      createOperatorMailer({
        ...options,
        backupMaxAgeMs: 24 * HOUR_MS,
        backupAtMs: () => clock.nowMs() - 24 * HOUR_MS,
      }),
    );
    assert.deepEqual(mails, [
      'owner: Pending req',
      'support: Pending req',
      'owner: The nightly',
      'shop: The nightly',
      'owner: There is no',
    ]);
    assert.deepEqual(await look(createOperatorMailer({ ...options })), [], 'another instance');
  });

  test(`${adapter}: who turned the mails off, is suspended or lost the role gets none`, async (t) => {
    const { look, fail, accounts, ids } = await world(t);
    const [owner = 0, shop = 0] = [ids.get('owner'), ids.get('shop')];
    await accounts.updateAccount(owner, { operatorMails: false });
    await accounts.updateAccount(shop, { suspended: true });
    fail('command', 'failed', 1);
    assert.deepEqual(await look(), []);
    await accounts.updateAccount(owner, { operatorMails: true });
    assert.deepEqual(await look(), ['owner: 1']);
  });
});
