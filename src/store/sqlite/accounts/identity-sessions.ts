import type { Identity } from '../../../accounts/identity.ts';
import { writeWhenFree } from '../write-when-free.ts';
import type { AuditOptions } from './account-rows.ts';
import type { StartSession, Tokens } from './identity-tokens.ts';

/** How exactly the last use of a session is recorded: a write at every request would cost more than it tells. */
const USE_STEP_MS = 5 * 60_000;

/** The part of the port Identity about sessions in the embedded store. */
export function sessionMethods(
  { db, clock }: AuditOptions,
  tokens: Tokens,
  startSession: StartSession,
): Pick<
  Identity,
  | 'startSession'
  | 'findSession'
  | 'listSessions'
  | 'sessionId'
  | 'endSession'
  | 'signOut'
  | 'signOutEverywhere'
> {
  const select = db.prepare(
    'SELECT account_id, used_at_ms FROM portal_session WHERE token_hash = ? AND expires_at_ms > ?',
  );
  const recordUse = db.prepare('UPDATE portal_session SET used_at_ms = ? WHERE token_hash = ?');
  const list = db.prepare(`
    SELECT *
    FROM portal_session
    WHERE account_id = ?
      AND expires_at_ms > ?
    ORDER BY used_at_ms DESC, started_at_ms DESC, token_hash`);
  const remove = db.prepare('DELETE FROM portal_session WHERE token_hash = ?');
  const removeOfAccount = db.prepare('DELETE FROM portal_session WHERE token_hash = ? AND account_id = ?');
  const removeAll = db.prepare('DELETE FROM portal_session WHERE account_id = ?');

  return {
    startSession: (accountId, from) => writeWhenFree(db, () => startSession(accountId, from)),
    async findSession(token) {
      const hash = tokens.hash(token);
      const nowMs = clock.nowMs();
      const row = select.get(hash, nowMs);
      if (row === undefined) return null;
      if (nowMs - Number(row.used_at_ms) >= USE_STEP_MS) {
        // Not worth waiting for another writer: the next request records it.
        await writeWhenFree(db, () => recordUse.run(nowMs, hash), 1).catch(() => {});
      }
      return Number(row.account_id);
    },
    async listSessions(accountId) {
      return list.all(accountId, clock.nowMs()).map((row) => ({
        sessionId: toId(row.token_hash),
        place: String(row.place),
        userAgent: String(row.user_agent),
        startedAtMs: Number(row.started_at_ms),
        usedAtMs: Number(row.used_at_ms),
      }));
    },
    sessionId: (token) => toId(tokens.hash(token)),
    async endSession(accountId, sessionId) {
      const hash = Buffer.from(sessionId, 'base64url');
      const { changes } = await writeWhenFree(db, () => removeOfAccount.run(hash, accountId));
      return changes > 0;
    },
    async signOut(token) {
      await writeWhenFree(db, () => remove.run(tokens.hash(token)));
    },
    async signOutEverywhere(accountId) {
      await writeWhenFree(db, () => removeAll.run(accountId));
    },
  };
}

/** The stored hash: nobody can make the token of it. */
function toId(hash: unknown): string {
  return hash instanceof Uint8Array ? Buffer.from(hash).toString('base64url') : '';
}
