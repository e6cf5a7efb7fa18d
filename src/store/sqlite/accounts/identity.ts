import { createHmac, randomBytes } from 'node:crypto';
import {
  type Identity,
  RESET_MS,
  SESSION_MS,
  type Session,
  VERIFICATION_MS,
} from '../../../accounts/identity.ts';
import { hashPassword, isPasswordOf } from '../../../accounts/password.ts';
import { PROVIDERS, type ProviderSubject } from '../../../accounts/sign-in-provider.ts';
import { transaction } from '../database.ts';
import { type Audit, type AuditOptions, accountInserter, auditLog, toEmail } from './account-rows.ts';
import { type Connector, createConnector, providerMethods, subjectOf } from './identity-providers.ts';

export interface SqliteIdentityOptions extends AuditOptions {
  /** Key of the HMAC under which tokens are stored: the file alone lets nobody in. */
  readonly sessionSecret: string;
}

/** Sessions of one account; a further one ends the oldest. */
const SESSIONS_MAX = 20;
/** Sign-ups of one address that wait at the same time; a further one drops the oldest. */
const PENDING_MAX = 3;

/**
 * Identities in the embedded store, on the connection that accounts are written on. Every transaction begins and
 * ends without waiting for anything, so no other write can come between; passwords are hashed before it.
 */
export function createSqliteIdentity(options: SqliteIdentityOptions): Identity {
  options.db.exec('PRAGMA secure_delete = ON');
  const audit = auditLog(options);
  const tokens: Tokens = {
    make: () => randomBytes(32).toString('base64url'),
    hash: (token) => createHmac('sha256', options.sessionSecret).update(token).digest(),
  };
  const startSession = sessionStarter(options, tokens);
  const connector = createConnector(options, audit);
  return {
    ...signUpMethods(options, tokens, audit, { startSession, connector }),
    ...signInMethods(options, tokens, startSession),
    ...providerMethods(options, audit, { startSession, connector }),
    ...resetMethods(options, tokens, audit, connector),
    ...cleaning(options),
  };
}

interface Tokens {
  make(): string;
  hash(token: string): Uint8Array;
}

export type StartSession = (accountId: number) => Session;

/** To be called in a transaction or alone. */
function sessionStarter({ db, clock }: SqliteIdentityOptions, tokens: Tokens): StartSession {
  const insert = db.prepare(
    'INSERT INTO portal_session (token_hash, account_id, expires_at_ms) VALUES (?, ?, ?)',
  );
  const keepNewest = db.prepare(`
    DELETE FROM portal_session
    WHERE account_id = ?1
      AND token_hash NOT IN (
        SELECT token_hash FROM portal_session WHERE account_id = ?1
        ORDER BY expires_at_ms DESC LIMIT ${SESSIONS_MAX})`);
  return (accountId) => {
    const token = tokens.make();
    insert.run(tokens.hash(token), accountId, clock.nowMs() + SESSION_MS);
    keepNewest.run(accountId);
    return { token, accountId };
  };
}

function signUpMethods(
  options: SqliteIdentityOptions,
  tokens: Tokens,
  audit: Audit,
  { startSession, connector }: { readonly startSession: StartSession; readonly connector: Connector },
): Pick<Identity, 'signUp' | 'signUpByProvider' | 'renewVerification' | 'verify'> {
  const { db, clock } = options;
  const insertAccount = accountInserter(options, audit);
  const isAccount = db.prepare('SELECT 1 FROM account WHERE email = ?');
  const insertPending = db.prepare(`
    INSERT INTO pending_sign_up (token_hash, email, name, password_hash, provider, subject, expires_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const keepNewest = db.prepare(`
    DELETE FROM pending_sign_up
    WHERE email = ?1
      AND token_hash NOT IN (
        SELECT token_hash FROM pending_sign_up WHERE email = ?1
        ORDER BY expires_at_ms DESC LIMIT ${PENDING_MAX})`);
  const renew = db.prepare(`
    UPDATE pending_sign_up
    SET token_hash = ?, expires_at_ms = ?
    WHERE token_hash = (
      SELECT token_hash FROM pending_sign_up
      WHERE email = ? AND expires_at_ms > ?
      ORDER BY expires_at_ms DESC LIMIT 1)
    RETURNING provider, subject`);
  const selectPending = db.prepare(
    'SELECT * FROM pending_sign_up WHERE token_hash = ? AND expires_at_ms > ?',
  );
  const removePending = db.prepare('DELETE FROM pending_sign_up WHERE email = ?');
  const removeOne = db.prepare('DELETE FROM pending_sign_up WHERE token_hash = ?');
  const insertIdentity = db.prepare('INSERT INTO identity (account_id, password_hash) VALUES (?, ?)');
  const keepPending = (email: string, name: string, by: string | ProviderSubject) => {
    const address = toEmail(email);
    const entry = typeof by === 'string' ? [by, null, null] : [null, by.provider, by.subject];
    return transaction(db, () => {
      if (isAccount.get(address) !== undefined) return null;
      const token = tokens.make();
      insertPending.run(tokens.hash(token), address, name, ...entry, clock.nowMs() + VERIFICATION_MS);
      keepNewest.run(address);
      return token;
    });
  };

  return {
    async signUp({ email, name, password }) {
      // Hashed in any case, so that a known address takes as long.
      return keepPending(email, name, await hashPassword(password));
    },
    async signUpByProvider(person, email, name) {
      return keepPending(email, name, person);
    },
    async renewVerification(email) {
      const token = tokens.make();
      const nowMs = clock.nowMs();
      const pending = renew.get(tokens.hash(token), nowMs + VERIFICATION_MS, toEmail(email), nowMs);
      return pending === undefined ? null : { token, provider: subjectOf(pending)?.provider ?? null };
    },
    async verify(token) {
      return transaction(db, () => {
        const pending = selectPending.get(tokens.hash(token), clock.nowMs());
        if (pending === undefined) return null;
        const email = String(pending.email);
        const person = subjectOf(pending);
        if (person !== null && connector.accountOf(person) !== null) {
          // The person has come to another account meanwhile. Others may still prove the address.
          removeOne.run(tokens.hash(token));
          return null;
        }
        removePending.run(email);
        const account = insertAccount({ email, name: String(pending.name), tier: 'free', role: 'developer' });
        if (account === null) return null;
        if (person === null) insertIdentity.run(account.accountId, String(pending.password_hash));
        else connector.connect(account.accountId, person);
        return startSession(account.accountId);
      });
    },
  };
}

function signInMethods(
  { db, clock }: SqliteIdentityOptions,
  tokens: Tokens,
  startSession: StartSession,
): Pick<Identity, 'signIn' | 'findSession' | 'signOut' | 'signOutEverywhere'> {
  const selectIdentity = db.prepare(`
    SELECT account_id, password_hash
    FROM account
    JOIN identity USING (account_id)
    WHERE email = ?`);
  const selectPending = db.prepare(`
    SELECT password_hash
    FROM pending_sign_up
    WHERE email = ?
      AND expires_at_ms > ?
      AND password_hash IS NOT NULL
    ORDER BY expires_at_ms DESC
    LIMIT 1`);
  const selectSession = db.prepare(
    'SELECT account_id FROM portal_session WHERE token_hash = ? AND expires_at_ms > ?',
  );
  const remove = db.prepare('DELETE FROM portal_session WHERE token_hash = ?');
  const removeAll = db.prepare('DELETE FROM portal_session WHERE account_id = ?');

  return {
    async signIn(email, password) {
      const address = toEmail(email);
      const identity = selectIdentity.get(address);
      const known = identity ?? selectPending.get(address, clock.nowMs());
      const hash = typeof known?.password_hash === 'string' ? known.password_hash : null;
      if (!(await isPasswordOf(hash, password))) return { outcome: 'wrong' };
      if (identity === undefined) return { outcome: 'not-verified' };
      return transaction(db, () => {
        // The account may have been closed, or its password changed, while this one was being checked.
        const now = selectIdentity.get(address);
        if (now?.password_hash !== hash) return { outcome: 'wrong' };
        return { outcome: 'signed-in', session: startSession(Number(now.account_id)) };
      });
    },
    async findSession(token) {
      const row = selectSession.get(tokens.hash(token), clock.nowMs());
      return row === undefined ? null : Number(row.account_id);
    },
    async signOut(token) {
      remove.run(tokens.hash(token));
    },
    async signOutEverywhere(accountId) {
      removeAll.run(accountId);
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
    'SELECT account_id FROM password_reset WHERE token_hash = ? AND expires_at_ms > ?',
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
      const { changes } = insert.run(tokens.hash(token), clock.nowMs() + RESET_MS, toEmail(email));
      return changes === 0 ? null : token;
    },
    async resetPassword(token, password) {
      const passwordHash = await hashPassword(password);
      return transaction(db, () => {
        const row = select.get(tokens.hash(token), clock.nowMs());
        if (row === undefined) return false;
        const accountId = Number(row.account_id);
        removeResets.run(accountId);
        removeSessions.run(accountId);
        for (const provider of PROVIDERS) connector.disconnect(accountId, provider);
        setPassword.run(accountId, passwordHash);
        audit('account.password-set', accountId);
        return true;
      });
    },
  };
}

function cleaning({ db, clock }: SqliteIdentityOptions): Pick<Identity, 'deleteExpired'> {
  const removals = ['pending_sign_up', 'password_reset', 'portal_session'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE expires_at_ms <= ?`),
  );
  return {
    async deleteExpired() {
      for (const removal of removals) removal.run(clock.nowMs());
    },
  };
}
