import { LastOwnerError } from '../../src/accounts/account.ts';
import { createAccountStore } from '../../src/accounts/account-store.ts';
import { createIdentity } from '../../src/accounts/identity.ts';
import { createQuotaRequests } from '../../src/accounts/quota-requests.ts';
import { systemClock } from '../../src/clock.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';

/** Instances that want at once what only one of them may get. Each race has rows of its own. */
export interface Race {
  readonly invariant: string;
  /** Whether it may run beside other races. */
  readonly isAlone: boolean;
  /** Whether the invariant held. */
  run(): Promise<boolean>;
}

const HOME = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'Browser 1.0' };
const SESSIONS_MAX = 20;
const RACING_SIGN_INS = 6;

/** The races for the invariants of accounts, between instances with a database each. `check` looks at the outcome. */
export function accountRaces(databases: readonly SqlDatabase[], check: SqlDatabase): readonly Race[] {
  const options = { clock: systemClock, pepper: 'a pepper for races', keyPrefix: 'seoga_live_' };
  const instances = databases.map((database) => ({
    accounts: createAccountStore({ ...options, database }),
    identity: createIdentity({ ...options, database, sessionSecret: 'a secret for races' }),
    quotas: createQuotaRequests({ ...options, database }),
  }));
  const [first] = instances;
  let made = 0;
  async function newAccount(role: 'developer' | 'owner' = 'developer'): Promise<number> {
    made += 1;
    const account = await first?.accounts.createAccount({
      email: `a${made}@b.example`,
      name: 'A',
      tier: 'free',
      role,
    });
    return account?.accountId ?? 0;
  }

  async function countOf(sql: string, id: number): Promise<number> {
    const [row] = await check.query<{ n: number }>(sql, [id]);
    return row?.n ?? -1;
  }

  /** Of instances that issue a key at once, one gets it. */
  async function oneLiveKey(): Promise<boolean> {
    const id = await newAccount();
    const keys = await Promise.all(instances.map(({ accounts }) => accounts.issueKey(id)));
    const live = await countOf(
      'SELECT count(*) AS n FROM api_key WHERE account_id = $1 AND revoked_at_ms IS NULL',
      id,
    );
    return keys.filter((key) => key !== null).length === 1 && live === 1;
  }

  /** One sign-up link followed on all instances makes one account. */
  async function oneAccount(): Promise<boolean> {
    made += 1;
    const person = {
      provider: 'kakao',
      subject: String(made),
      email: `p${made}@b.example`,
      name: 'P',
    };
    const outcomes = await Promise.all(
      instances.map(({ identity }) => identity.signInByProvider(person, HOME)),
    );
    const ids = new Set(outcomes.map((one) => (one.outcome === 'signed-in' ? one.session.accountId : 0)));
    return ids.size === 1 && !ids.has(0);
  }

  /** At most 20 sessions of an account. */
  async function sessionLimit(): Promise<boolean> {
    made += 1;
    const person = {
      provider: 'naver',
      subject: String(made),
      email: `s${made}@b.example`,
      name: 'S',
    };
    const outcome = await first?.identity.signInByProvider(person, HOME);
    if (outcome?.outcome !== 'signed-in') return false;
    // Two more fit when the race begins. Only the sign-ins that have to make room race.
    for (let session = 1; session < SESSIONS_MAX - 2; session++)
      await first?.identity.signInByProvider(person, HOME);
    await Promise.all(
      Array.from({ length: RACING_SIGN_INS }, (_, n) =>
        instances[n % instances.length]?.identity.signInByProvider(person, HOME),
      ),
    );
    return (
      (await countOf(
        'SELECT count(*) AS n FROM portal_session WHERE account_id = $1',
        outcome.session.accountId,
      )) === SESSIONS_MAX
    );
  }

  /** One request for more calls waits at a time, and one decision counts. */
  async function oneDecision(): Promise<boolean> {
    const id = await newAccount();
    const added = await Promise.all(instances.map(({ quotas }) => quotas.add(id, 9000, 'more')));
    const [request] = (await first?.quotas.list(id)) ?? [];
    const granted = { burstPerSecond: null, burst: null, dailyQuota: 9000 };
    const decided = await Promise.all(
      instances.map(({ quotas }, n) =>
        quotas.decide(request?.requestId ?? 0, { granted: n === 0 ? null : granted, note: '' }, 1),
      ),
    );
    return added.filter(Boolean).length === 1 && decided.filter((one) => one !== null).length === 1;
  }

  /** Of owners who demote each other at once, one stays. Not beside other races: it is about all owners. */
  async function lastOwner(): Promise<boolean> {
    await check.query(`UPDATE account SET role = 'developer' WHERE role = 'owner'`);
    const ids = await Promise.all(instances.map(() => newAccount('owner')));
    const outcomes = await Promise.allSettled(
      instances.map(({ accounts }, n) => accounts.updateAccount(ids[n] ?? 0, { role: 'developer' })),
    );
    const refused = outcomes.filter(
      (one) => one.status === 'rejected' && one.reason instanceof LastOwnerError,
    );
    const owners = await countOf(
      `SELECT count(*) AS n FROM account WHERE role = 'owner' AND account_id > $1`,
      0,
    );
    // Every look for another owner passes all accounts.
    for (const id of ids) await check.query('DELETE FROM account WHERE account_id = $1', [id]);
    return refused.length === 1 && owners === 1;
  }

  return [
    { invariant: 'one live key', isAlone: false, run: oneLiveKey },
    { invariant: 'one account for a person', isAlone: false, run: oneAccount },
    { invariant: 'twenty sessions', isAlone: false, run: sessionLimit },
    { invariant: 'one waiting request and one decision', isAlone: false, run: oneDecision },
    { invariant: 'one owner left', isAlone: true, run: lastOwner },
  ];
}
