import type { DatabaseSync } from 'node:sqlite';
import { generateKey, hashKey, isWellFormedKey } from '../../../accounts/api-key.ts';
import { type OperatorTokens, TOKEN_NAME, TOKEN_PREFIX } from '../../../accounts/operator-tokens.ts';
import type { Clock } from '../../../clock.ts';
import { writeWhenFree } from '../write-when-free.ts';

export interface SqliteOperatorTokensOptions {
  /** A connection to the migrated accounts file. */
  readonly db: DatabaseSync;
  readonly pepper: string;
  readonly clock: Clock;
}

const RECEIPT_MS = 24 * 60 * 60 * 1000;

export function createSqliteOperatorTokens({
  db,
  pepper,
  clock,
}: SqliteOperatorTokensOptions): OperatorTokens {
  const findLive = db.prepare('SELECT name FROM operator_token WHERE hash = ? AND revoked_at_ms IS NULL');
  const hasLive = db.prepare('SELECT 1 FROM operator_token WHERE name = ? AND revoked_at_ms IS NULL');
  const insert = db.prepare('INSERT INTO operator_token (name, hash, issued_at_ms) VALUES (?, ?, ?)');
  const revoke = db.prepare(
    'UPDATE operator_token SET revoked_at_ms = ? WHERE name = ? AND revoked_at_ms IS NULL',
  );
  const list = db.prepare(
    'SELECT name, issued_at_ms, revoked_at_ms FROM operator_token ORDER BY token_id DESC',
  );
  const findReceipt = db.prepare(`
    SELECT status, body
    FROM feed_receipt
    WHERE name = ? AND request_key = ? AND answered_at_ms > ?`);
  const keepReceipt = db.prepare(`
    INSERT OR REPLACE INTO feed_receipt (name, request_key, answered_at_ms, status, body)
    VALUES (?, ?, ?, ?, ?)`);
  const dropReceipts = db.prepare('DELETE FROM feed_receipt WHERE answered_at_ms <= ?');
  return {
    async issue(name) {
      if (!TOKEN_NAME.test(name)) throw new RangeError(`"${name}" isn't a valid name for a token`);
      const token = generateKey(TOKEN_PREFIX);
      const isIssued = await writeWhenFree(db, () => {
        if (hasLive.get(name) !== undefined) return false;
        insert.run(name, hashKey(pepper, token), clock.nowMs());
        return true;
      });
      return isIssued ? token : null;
    },
    revoke: (name) => writeWhenFree(db, () => revoke.run(clock.nowMs(), name).changes === 1),
    list: async () =>
      list.all().map((row) => ({
        name: String(row.name),
        issuedAtMs: Number(row.issued_at_ms),
        revokedAtMs: row.revoked_at_ms === null ? null : Number(row.revoked_at_ms),
      })),
    async findName(token) {
      if (!isWellFormedKey(TOKEN_PREFIX, token)) return null;
      const name = findLive.get(hashKey(pepper, token))?.name;
      return typeof name === 'string' ? name : null;
    },
    async findReceipt(name, key) {
      const row = findReceipt.get(name, key, clock.nowMs() - RECEIPT_MS);
      return row === undefined ? null : { status: Number(row.status), body: String(row.body) };
    },
    keepReceipt: (name, key, { status, body }) =>
      writeWhenFree(db, () => {
        dropReceipts.run(clock.nowMs() - RECEIPT_MS);
        keepReceipt.run(name, key, clock.nowMs(), status, body);
      }),
  };
}
