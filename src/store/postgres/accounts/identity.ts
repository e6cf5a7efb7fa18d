import type { Identity } from '../../../accounts/identity.ts';
import type { Database } from '../database.ts';
import { type AuditOptions, auditWriter } from './account-rows.ts';
import { addressMethods } from './identity-address.ts';
import { providerMethods } from './identity-providers.ts';
import { resetMethods } from './identity-resets.ts';
import { createSessions, sessionMethods, signInMethods } from './identity-sessions.ts';
import { signUpMethods } from './identity-sign-up.ts';
import { createTokens } from './identity-tokens.ts';

export interface PostgresIdentityOptions extends AuditOptions {
  readonly database: Database;
  /** Key of the HMAC under which tokens are stored: the database alone lets nobody in. */
  readonly sessionSecret: string;
}

const DAY_MS = 86_400_000;

/**
 * Identities in PostgreSQL. What belongs to one account is changed behind the lock of its row, and what a provider's person
 * enters behind a lock of that person; passwords are hashed before the transaction.
 */
export function createPostgresIdentity(options: PostgresIdentityOptions): Identity {
  const { database, clock } = options;
  const tokens = createTokens(options.sessionSecret);
  const parts = {
    database,
    clock,
    tokens,
    sessions: createSessions(clock, tokens),
    audit: auditWriter(options),
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
      // Limits on attempts that have long been full again.
      await database.query('DELETE FROM attempt_limit WHERE full_at_us < $1', [
        (clock.nowMs() - DAY_MS) * 1000,
      ]);
    },
  };
}
