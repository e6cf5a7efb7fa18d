import type { Reader, Writer } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER } from './account-rows.ts';
import {
  type IdentityParts,
  lockAccount,
  type Origin,
  type Session,
  startSession,
  withAccountLock,
} from './identity-sessions.ts';
import type { ProvidedPerson, ProviderSubject } from './open-id-provider.ts';

/** 'known-address': another account has the address. 'address-needed': the provider hasn't verified an address. */
type ProvidedOutcome = Session | 'known-address' | 'address-needed';

export function providerMethods(parts: IdentityParts) {
  const { database } = parts;
  return {
    /** A new person gets an account if the provider has verified their address. */
    signInByProvider: (person: ProvidedPerson, from: Origin): Promise<ProvidedOutcome> =>
      database.transaction(async (transaction) => {
        const known = await lockPerson(transaction, person);
        if (known !== null && (await lockAccount(transaction, known)))
          return startSession(transaction, known, from, parts);
        const { email, name } = person;
        if (email === null) return 'address-needed';
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, email, name }, parts);
        if (account === null) return 'known-address';
        await connectPerson(transaction, account.accountId, person, parts);
        return startSession(transaction, account.accountId, from, parts);
      }),
    /** Replaces the account's earlier connection to this provider. 'elsewhere': the person is connected to another account. */
    connect: (
      accountId: number,
      person: ProviderSubject,
    ): Promise<'connected' | 'was-connected' | 'elsewhere'> =>
      database.transaction(async (transaction) => {
        const known = await lockPerson(transaction, person);
        if (known !== null) return known === accountId ? 'was-connected' : 'elsewhere';
        await lockAccount(transaction, accountId);
        await connectPerson(transaction, accountId, person, parts);
        return 'connected';
      }),
    async disconnect(accountId: number, provider: string): Promise<void> {
      await withAccountLock(database, accountId, (transaction) =>
        disconnectProviders(transaction, accountId, provider, parts),
      );
    },
    findConnections: (accountId: number) =>
      database.query<{ readonly provider: string; readonly connectedAtMs: number }>(
        `SELECT provider, connected_at_ms AS "connectedAtMs"
         FROM provider_connection
         WHERE account_id = $1
         ORDER BY provider`,
        [accountId],
      ),
  };
}

/** Locks a provider's user until the transaction ends. Returns the connected account, or null. */
async function lockPerson(transaction: Writer, { provider, subject }: ProviderSubject) {
  await transaction.lockName(`${provider} ${subject}`);
  const [row] = await transaction.query<{ account_id: number }>(
    'SELECT account_id FROM provider_connection WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  return row?.account_id ?? null;
}

/** The caller holds the locks of the account and of the provider's user. */
async function connectPerson(
  transaction: Writer,
  accountId: number,
  { provider, subject }: ProviderSubject,
  parts: IdentityParts,
): Promise<void> {
  await disconnectProviders(transaction, accountId, provider, parts);
  await transaction.query(
    `INSERT INTO provider_connection (provider, subject, account_id, connected_at_ms) VALUES ($1, $2, $3, $4)`,
    [provider, subject, accountId, parts.clock.nowMs()],
  );
  await parts.audit(transaction, 'account.provider-connected', accountId, { provider });
}

/** `provider` null = all. The caller holds the account's lock. */
export async function disconnectProviders(
  transaction: Reader,
  accountId: number,
  provider: string | null,
  { audit }: IdentityParts,
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
