import { generateKey, hashKey, isWellFormedKey } from '../../../accounts/api-key.ts';
import {
  type OperatorToken,
  type OperatorTokens,
  TOKEN_NAME,
  TOKEN_PREFIX,
} from '../../../accounts/operator-tokens.ts';
import { findsRow, type SqlOptions } from '../../../sql-database.ts';

const RECEIPT_MS = 24 * 60 * 60 * 1000;

export function createSqlOperatorTokens({
  database,
  pepper,
  clock,
}: Pick<SqlOptions, 'database' | 'clock'> & { readonly pepper: string }): OperatorTokens {
  const hashOf = (token: string) => Buffer.from(hashKey(pepper, token));
  return {
    async issue(name) {
      if (!TOKEN_NAME.test(name)) throw new RangeError(`"${name}" isn't a valid name for a token`);
      const token = generateKey(TOKEN_PREFIX);
      const rows = await database.query(
        `INSERT INTO operator_token (name, hash, issued_at_ms)
         VALUES ($1, $2, $3)
         ON CONFLICT (name) WHERE revoked_at_ms IS NULL DO NOTHING
         RETURNING name`,
        [name, hashOf(token), clock.nowMs()],
      );
      return rows.length === 1 ? token : null;
    },
    revoke: (name) =>
      findsRow(
        database,
        'UPDATE operator_token SET revoked_at_ms = $2 WHERE name = $1 AND revoked_at_ms IS NULL RETURNING name',
        [name, clock.nowMs()],
      ),
    list: () =>
      database.query<OperatorToken>(
        `SELECT name, issued_at_ms AS "issuedAtMs", revoked_at_ms AS "revokedAtMs"
         FROM operator_token
         ORDER BY token_id DESC`,
      ),
    async findName(token) {
      if (!isWellFormedKey(TOKEN_PREFIX, token)) return null;
      const [row] = await database.query<{ name: string }>(
        'SELECT name FROM operator_token WHERE hash = $1 AND revoked_at_ms IS NULL',
        [hashOf(token)],
      );
      return row?.name ?? null;
    },
    async findReceipt(name, key) {
      const [row] = await database.query<{ status: number; body: string; fingerprint: string }>(
        'SELECT status, body, fingerprint FROM feed_receipt WHERE name = $1 AND request_key = $2 AND answered_at_ms > $3',
        [name, key, clock.nowMs() - RECEIPT_MS],
      );
      if (row === undefined) return null;
      const { status, body, fingerprint } = row;
      return { fingerprint, receipt: { status, body } };
    },
    async keepReceipt(name, key, { fingerprint, receipt: { status, body } }) {
      await database.query('DELETE FROM feed_receipt WHERE answered_at_ms <= $1', [
        clock.nowMs() - RECEIPT_MS,
      ]);
      // Of two that were asked at once, the first answer stays.
      await database.query(
        `INSERT INTO feed_receipt (name, request_key, answered_at_ms, status, body, fingerprint)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (name, request_key) DO NOTHING`,
        [name, key, clock.nowMs(), status, body, fingerprint],
      );
    },
  };
}
