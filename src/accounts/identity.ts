import type { SqlOptions } from '../sql-database.ts';
import { auditWriter } from './audit-log.ts';
import { mailedMethods } from './identity-mails.ts';
import { providerMethods } from './identity-providers.ts';
import { passwordMethods, secretHash, sessionMethods } from './identity-sessions.ts';
import { HASH_COST, type HashCost } from './password.ts';

interface IdentityOptions extends SqlOptions {
  readonly sessionSecret: string;
  readonly hashCost?: HashCost | undefined;
}

export type Identity = ReturnType<typeof createIdentity>;

/**
 * Who signs in to the portal, by email address and password or by a provider (docs/accounts.md#sign-in). An identity belongs
 * to one account. Accounts made elsewhere get their first password by `resetPassword`. A provider's user enters only the account
 * that was made for them or that its owner connected: an address alone, which may have changed hands, opens no account.
 *
 * Anyone may start a sign-up for any address. So nothing that the initiator says enters the account: the token of the mail proves
 * the mailbox, and whoever holds it chooses name and password.
 *
 * Tokens are secrets for mails and cookies. Each works once and for a limited time; only hashes are stored. What is returned
 * reveals whether an address is known: callers must not show it.
 *
 * Whatever belongs to one account changes behind the lock of its row; which account a provider's user enters is decided behind a
 * lock of that user. Passwords are hashed before the transaction.
 */
export function createIdentity({ sessionSecret, hashCost = HASH_COST, ...options }: IdentityOptions) {
  const { database, clock } = options;
  const parts = { database, clock, hashCost, hash: secretHash(sessionSecret), audit: auditWriter(options) };
  return {
    ...mailedMethods(parts),
    ...passwordMethods(parts),
    ...sessionMethods(parts),
    ...providerMethods(parts),
    async deleteExpired(): Promise<void> {
      for (const table of ['mailed_link', 'portal_session'])
        await database.query(`DELETE FROM ${table} WHERE expires_at_ms <= $1`, [clock.nowMs()]);
      await database.deleteStale();
    },
  };
}
