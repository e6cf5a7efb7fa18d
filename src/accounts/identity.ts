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
 * Signing in to the portal by email address and password, or by a provider (docs/accounts.md#sign-in).
 *
 * - A provider signs in only to an account that was created through it or that its owner connected: an address may have changed
 *   hands.
 * - Anyone may start a sign-up for any address. The holder of the mailed token chooses name and password.
 * - Tokens work once and for a limited time. Only their hashes are stored.
 * - Results reveal whether an address is known: callers must not show that.
 * - A change to an account locks its row. Passwords are hashed before that.
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
