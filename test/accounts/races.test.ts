import assert from 'node:assert/strict';
import { LastOwnerError } from '../../src/accounts/account.ts';
import { HOME, newAccount, type StatePorts, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const RACES = 20;
const SESSIONS_MAX = 20;
const RACING_SIGN_INS = 6;

/** A race for what only one instance may get, with rows of its own: how many got it. */
type Race = (instances: readonly StatePorts[], name: string, world: StateWorld) => Promise<number>;

const countOf = async ({ database }: StateWorld, rows: string, id: number) =>
  (await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`, [id]))[0]?.n ?? -1;

const byProvider = ({ identity }: StatePorts, name: string) =>
  identity.signInByProvider(
    { provider: 'kakao', subject: name, email: `${name}@b.example`, name: 'P' },
    HOME,
  );

const accountIn = (outcome: Awaited<ReturnType<typeof byProvider>>) =>
  typeof outcome === 'object' ? outcome.accountId : assert.fail(outcome);

const TOGETHER: Readonly<Record<string, Race>> = {
  async 'one live key'(instances, name, world) {
    const { accountId } = await newAccount(world.accounts, { email: `${name}@b.example` });
    const keys = await Promise.all(instances.map(({ accounts }) => accounts.issueKey(accountId)));
    const live = 'api_key WHERE account_id = $1 AND revoked_at_ms IS NULL';
    assert.equal(await countOf(world, live, accountId), 1);
    return keys.filter((key) => key !== null).length;
  },

  async 'one account for a person'(instances, name) {
    const outcomes = await Promise.all(instances.map((one) => byProvider(one, name)));
    return new Set(outcomes.map(accountIn)).size;
  },

  async 'no session beyond twenty'(instances, name, world) {
    const accountId = accountIn(await byProvider(world, name));
    // Two more fit when the race begins. Only the sign-ins that have to make room race.
    for (let session = 1; session < SESSIONS_MAX - 2; session++) await byProvider(world, name);
    const racing = Array.from(
      { length: RACING_SIGN_INS },
      (_, n) => instances[n % instances.length] ?? world,
    );
    await Promise.all(racing.map((one) => byProvider(one, name)));
    return (await countOf(world, 'portal_session WHERE account_id = $1', accountId)) - SESSIONS_MAX + 1;
  },

  async 'one waiting request for more calls, and one decision'(instances, name, world) {
    const { accountId } = await newAccount(world.accounts, { email: `${name}@b.example` });
    const added = await Promise.all(
      instances.map(({ quotaRequests }) => quotaRequests.add(accountId, 9000, 'more')),
    );
    assert.equal(added.filter(Boolean).length, 1);
    const [request] = await world.quotaRequests.list(accountId);
    const limits = { burstPerSecond: null, burst: null, dailyQuota: 9000 };
    const decided = await Promise.all(
      instances.map(({ quotaRequests }, n) =>
        quotaRequests.decide(request?.requestId ?? 0, { granted: n === 0 ? null : limits, note: '' }, 1),
      ),
    );
    return decided.filter(Boolean).length;
  },
};

/** Of owners who demote each other at once, one stays. It is about all owners of a database. */
const lastOwner: Race = async (instances, name, { accounts, database }) => {
  await database.query('DELETE FROM account');
  const owners = await Promise.all(
    instances.map((_, n) => newAccount(accounts, { email: `${name}-${n}@b.example`, role: 'owner' })),
  );
  const outcomes = await Promise.allSettled(
    instances.map((one, n) => one.accounts.updateAccount(owners[n]?.accountId ?? 0, { role: 'developer' })),
  );
  for (const one of outcomes) assert.ok(one.status === 'fulfilled' || one.reason instanceof LastOwnerError);
  const left = await Promise.all(owners.map(({ accountId }) => accounts.findAccount(accountId)));
  return left.filter((owner) => owner?.role === 'owner').length;
};

stateTests('what instances race for', (test) => {
  const race = (title: string, lanes: number, run: Race) =>
    test(title, async (world) => {
      const instances = [world, world.another(), world.another()];
      for (let at = 0; at < RACES; at += lanes) {
        const names = Array.from({ length: lanes }, (_, lane) => `race${at + lane}`);
        const got = await Promise.all(names.map((name) => run(instances, name, world)));
        assert.deepEqual(got, Array(lanes).fill(1));
      }
    });
  for (const [title, run] of Object.entries(TOGETHER)) race(title, 4, run);
  race('one owner left', 1, lastOwner);
});
