import { type Identity, RESET_MS, SESSION_MS } from '../../../accounts/identity.ts';
import { hashPassword, isPasswordOf } from '../../../accounts/password.ts';
import { PROVIDERS } from '../../../accounts/sign-in-provider.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type Audit, type AuditOptions, auditLog, toEmail } from './account-rows.ts';
import { addressMethods } from './identity-address.ts';
import { type Connector, createConnector, providerMethods } from './identity-providers.ts';
import { sessionMethods } from './identity-sessions.ts';
import { signUpMethods } from './identity-sign-up.ts';
import { createTokens, type StartSession, type Tokens } from './identity-tokens.ts';

export interface SqliteIdentityOptions extends AuditOptions {
  /** Key of the HMAC of stored tokens: the file alone lets nobody in. */
  readonly sessionSecret: string;
}

/** Sessions of one account; a further one ends the oldest. */
const SESSIONS_MAX = 20;
/** Longer browser names tell a person nothing more. */
const USER_AGENT_MAX = 300;

/**
 * Identities in the embedded store, on the connection that accounts are written on. Every transaction begins and
 * ends without waiting for anything, so no other write can come between; passwords are hashed before it.
 */
export function createSqliteIdentity(options: SqliteIdentityOptions): Identity {
  options.db.exec('PRAGMA secure_delete = ON');
  const audit = auditLog(options);
  const tokens = createTokens(options.sessionSecret);
  const startSession = sessionStarter(options, tokens);
  const connector = createConnector(options, audit);
  return {
    ...signUpMethods(options, audit, { tokens, startSession, connector }),
    ...signInMethods(options, tokens, startSession),
    ...sessionMethods(options, tokens, startSession),
    ...providerMethods(options, audit, { startSession, connector }),
    ...resetMethods(options, tokens, audit, connector),
    ...addressMethods(options, tokens, audit),
    ...cleaning(options),
  };
}

/** Call it in a transaction or alone. */
function sessionStarter({ db, clock }: SqliteIdentityOptions, tokens: Tokens): StartSession {
  const insert = db.prepare(`
    INSERT INTO portal_session
      (token_hash, account_id, expires_at_ms, started_at_ms, used_at_ms, caller_hash, place, user_agent)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const keepNewest = db.prepare(`
    DELETE FROM portal_session
    WHERE account_id = ?1
      AND token_hash NOT IN (
        SELECT token_hash FROM portal_session WHERE account_id = ?1
        ORDER BY expires_at_ms DESC LIMIT ${SESSIONS_MAX})`);
  return (accountId, { caller, place, userAgent }) => {
    const token = tokens.make();
    const nowMs = clock.nowMs();
    const shown = userAgent.slice(0, USER_AGENT_MAX).toWellFormed();
    const times = [nowMs + SESSION_MS, nowMs, nowMs] as const;
    insert.run(tokens.hash(token), accountId, ...times, callerHash(tokens, caller), place, shown);
    keepNewest.run(accountId);
    return { token, accountId };
  };
}

/** Kept apart from tokens, so that no token passes for a caller. */
function callerHash(tokens: Tokens, caller: string): Uint8Array {
  return tokens.hash(`caller ${caller}`);
}

function signInMethods(
  { db, clock }: SqliteIdentityOptions,
  tokens: Tokens,
  startSession: StartSession,
): Pick<Identity, 'signIn' | 'hasPassword' | 'isPassword' | 'isKnownCaller'> {
  const selectIdentity = db.prepare(`
    SELECT account_id, password_hash
    FROM account
    JOIN identity USING (account_id)
    WHERE email = ?`);
  const selectHash = db.prepare('SELECT password_hash FROM identity WHERE account_id = ?');
  const hashOf = (accountId: number) => {
    const hash = selectHash.get(accountId)?.password_hash;
    return typeof hash === 'string' ? hash : null;
  };
  const selectCaller = db.prepare(`
    SELECT 1
    FROM portal_session
    JOIN account USING (account_id)
    WHERE email = ?
      AND caller_hash = ?
      AND expires_at_ms > ?
    LIMIT 1`);

  return {
    async signIn(email, password, from) {
      const address = toEmail(email);
      const known = selectIdentity.get(address);
      const hash = typeof known?.password_hash === 'string' ? known.password_hash : null;
      if (!(await isPasswordOf(hash, password))) return { outcome: 'wrong' };
      return writeWhenFree(db, () => {
        // The account may have been closed, or its password changed, while this one was being checked.
        const now = selectIdentity.get(address);
        if (now?.password_hash !== hash) return { outcome: 'wrong' };
        return { outcome: 'signed-in', session: startSession(Number(now.account_id), from) };
      });
    },
    hasPassword: async (accountId) => hashOf(accountId) !== null,
    isPassword: (accountId, password) => isPasswordOf(hashOf(accountId), password),
    async isKnownCaller(email, caller) {
      return selectCaller.get(toEmail(email), callerHash(tokens, caller), clock.nowMs()) !== undefined;
    },
  };
}

function resetMethods(
  { db, clock }: SqliteIdentityOptions,
  tokens: Tokens,
  audit: Audit,
  connector: Connector,
): Pick<Identity, 'startReset' | 'resetPassword'> {
  const insert = db.prepare(`
    INSERT INTO password_reset (token_hash, account_id, expires_at_ms)
    SELECT ?, account_id, ?
    FROM account
    WHERE email = ?`);
  const select = db.prepare(
    'SELECT account_id, email FROM password_reset JOIN account USING (account_id) WHERE token_hash = ? AND expires_at_ms > ?',
  );
  const removeResets = db.prepare('DELETE FROM password_reset WHERE account_id = ?');
  const removeSessions = db.prepare('DELETE FROM portal_session WHERE account_id = ?');
  const setPassword = db.prepare(`
    INSERT INTO identity (account_id, password_hash)
    VALUES (?, ?)
    ON CONFLICT DO UPDATE SET password_hash = excluded.password_hash`);

  return {
    async startReset(email) {
      const token = tokens.make();
      const { changes } = await writeWhenFree(db, () =>
        insert.run(tokens.hash(token), clock.nowMs() + RESET_MS, toEmail(email)),
      );
      return changes === 0 ? null : token;
    },
    async resetPassword(token, password) {
      const passwordHash = await hashPassword(password);
      return writeWhenFree(db, () => {
        const row = select.get(tokens.hash(token), clock.nowMs());
        if (row === undefined) return null;
        const accountId = Number(row.account_id);
        removeResets.run(accountId);
        removeSessions.run(accountId);
        for (const provider of PROVIDERS) connector.disconnect(accountId, provider);
        setPassword.run(accountId, passwordHash);
        audit('account.password-set', accountId);
        return String(row.email);
      });
    },
  };
}

function cleaning({ db, clock }: SqliteIdentityOptions): Pick<Identity, 'deleteExpired'> {
  const removals = ['pending_sign_up', 'password_reset', 'address_change', 'portal_session'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE expires_at_ms <= ?`),
  );
  return {
    async deleteExpired() {
      await writeWhenFree(db, () => {
        for (const removal of removals) removal.run(clock.nowMs());
      });
    },
  };
}
