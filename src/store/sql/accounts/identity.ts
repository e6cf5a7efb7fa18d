import type { Identity } from '../../../accounts/identity.ts';
import { HASH_COST, type HashCost } from '../../../accounts/password.ts';
import type { SqlOptions } from '../../../sql-database.ts';
import { auditWriter, type SessionSecret } from './account-rows.ts';
import { addressMethods } from './identity-address.ts';
import { providerMethods } from './identity-providers.ts';
import { resetMethods } from './identity-resets.ts';
import { sessionMethods, signInMethods } from './identity-sessions.ts';
import { signUpMethods } from './identity-sign-up.ts';
import { createSessions, createTokens } from './identity-tokens.ts';

type IdentityOptions = SqlOptions & SessionSecret & { readonly hashCost?: HashCost | undefined };

/**
 * Identities. Whatever belongs to one account changes behind the lock of its row; which account a provider's user enters is
 * decided behind a lock of that user. Passwords are hashed before the transaction.
 */
export function createSqlIdentity(options: IdentityOptions): Identity {
  const { database, clock, hashCost = HASH_COST } = options;
  const tokens = createTokens(options.sessionSecret);
  const parts = {
    database,
    clock,
    tokens,
    sessions: createSessions(clock, tokens),
    audit: auditWriter(options),
    hashCost,
  };
  return {
    ...signUpMethods(parts),
    ...signInMethods(parts),
    ...sessionMethods(parts),
    ...providerMethods(parts),
    ...resetMethods(parts),
    ...addressMethods(parts),
    async deleteExpired() {
      for (const table of ['pending_sign_up', 'password_reset', 'address_change', 'portal_session']) {
        await database.query(`DELETE FROM ${table} WHERE expires_at_ms <= $1`, [clock.nowMs()]);
      }
      await database.deleteStale();
    },
  };
}
