import type { Queryable, Transaction } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import {
  type Connection,
  type ConnectOutcome,
  endSignUps,
  type IdentityParts,
  lockAccount,
  type Origin,
  type ProvidedOutcome,
} from './identity-sessions.ts';
import type { ProvidedPerson, ProviderSubject } from './open-id-provider.ts';

/** Until the transaction ends, nobody else decides which account a provider's user enters. */
async function lockPerson(transaction: Transaction, { provider, subject }: ProviderSubject): Promise<void> {
  await transaction.lockName(`${provider} ${subject}`);
}

/** The account that a provider's user enters, or null. */
async function accountOfPerson(
  queryable: Queryable,
  { provider, subject }: ProviderSubject,
): Promise<number | null> {
  const [row] = await queryable.query<{ account_id: number }>(
    'SELECT account_id FROM provider_connection WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  return row?.account_id ?? null;
}

/** Call it behind the locks of the user, who must not be connected yet, and of the account. Replaces another user of the provider. */
async function connectPerson(
  transaction: Transaction,
  accountId: number,
  { provider, subject }: ProviderSubject,
  { clock, audit }: Pick<IdentityParts, 'clock' | 'audit'>,
): Promise<void> {
  await disconnectProviders(transaction, accountId, provider, { audit });
  await transaction.query(
    `INSERT INTO provider_connection (provider, subject, account_id, connected_at_ms) VALUES ($1, $2, $3, $4)`,
    [provider, subject, accountId, clock.nowMs()],
  );
  await audit(transaction, 'account.provider-connected', accountId, { provider });
}

/** Disconnects a provider, or all of them. Call it behind the lock of the account. */
export async function disconnectProviders(
  transaction: Transaction,
  accountId: number,
  provider: string | null,
  { audit }: Pick<IdentityParts, 'audit'>,
): Promise<void> {
  const removed = await transaction.query<Pick<ProviderSubject, 'provider'>>(
    `DELETE FROM provider_connection
     WHERE account_id = $1
       AND provider = coalesce($2, provider)
     RETURNING provider`,
    [accountId, provider],
  );
  for (const one of removed) await audit(transaction, 'account.provider-disconnected', accountId, one);
}

/** Sign-in by provider. */
export function providerMethods(parts: IdentityParts) {
  const { database, sessions } = parts;
  return {
    /** Signs in a connected person; creates an account for a new person whose address the provider verified. */
    signInByProvider: (person: ProvidedPerson, from: Origin): Promise<ProvidedOutcome> =>
      database.transaction(async (transaction) => {
        await lockPerson(transaction, person);
        const known = await accountOfPerson(transaction, person);
        if (known !== null && (await lockAccount(transaction, known)))
          return sessions.start(transaction, known, from);
        const { email, name } = person;
        if (email === null) return 'address-needed';
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, email, name }, parts);
        if (account === null) return 'known-address';
        await endSignUps(transaction, toEmail(email));
        await connectPerson(transaction, account.accountId, person, parts);
        return sessions.start(transaction, account.accountId, from);
      }),
    /** From now on this user of the provider, and no other, signs in to this account. */
    connect: (accountId: number, person: ProviderSubject): Promise<ConnectOutcome> =>
      database.transaction(async (transaction) => {
        await lockPerson(transaction, person);
        await lockAccount(transaction, accountId);
        const known = await accountOfPerson(transaction, person);
        if (known !== null) return known === accountId ? 'was-connected' : 'elsewhere';
        await connectPerson(transaction, accountId, person, parts);
        return 'connected';
      }),
    disconnect: (accountId: number, provider: string): Promise<void> =>
      database.transaction(async (transaction) => {
        await lockAccount(transaction, accountId);
        await disconnectProviders(transaction, accountId, provider, parts);
      }),
    /** In alphabetical order. */
    findConnections: (accountId: number): Promise<readonly Connection[]> =>
      database.query<Connection>(
        `SELECT provider, connected_at_ms AS "connectedAtMs"
         FROM provider_connection
         WHERE account_id = $1
         ORDER BY provider`,
        [accountId],
      ),
  };
}
