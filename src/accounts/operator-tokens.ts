import { findsRow, type SqlOptions } from '../sql-database.ts';
import { generateKey, hashKey, isWellFormedKey } from './api-key.ts';

/** The first response to a request that may be repeated. */
export interface Receipt {
  readonly status: number;
  readonly body: string;
  /** Seconds after which to repeat a request that failed for a while. */
  readonly retryAfterS?: number;
}

/** Failures with `retryAfterS` are temporary and aren't stored. */
interface StoredReceipt extends Pick<Receipt, 'status' | 'body'> {
  readonly fingerprint: string;
}

/** Short and without spaces, because logs and lists show the names. */
export const TOKEN_NAME = /^[A-Za-z0-9._-]{1,50}$/;

/** Distinguishes tokens from developers' keys at a glance. */
export const TOKEN_PREFIX = 'seoga_ops_';

const RECEIPT_MS = 24 * 60 * 60 * 1000;

export type OperatorTokens = ReturnType<typeof createOperatorTokens>;

/** Tokens for feeds over HTTP, and stored responses by idempotency key (docs/feeds.md#live-intake). */
export function createOperatorTokens({ database, pepper, clock }: SqlOptions & { readonly pepper: string }) {
  const hashOf = (token: string) => hashKey(pepper, token);
  return {
    /** Null if an active token has this name. Throws RangeError if the name doesn't match TOKEN_NAME. */
    async issue(name: string): Promise<string | null> {
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
    /** Refuses the token for every request that starts after this resolves. False if no active token has this name. */
    revoke: (name: string): Promise<boolean> =>
      findsRow(
        database,
        'UPDATE operator_token SET revoked_at_ms = $2 WHERE name = $1 AND revoked_at_ms IS NULL RETURNING name',
        [name, clock.nowMs()],
      ),
    list: () =>
      database.query<{ name: string; issuedAtMs: number; revokedAtMs: number | null }>(
        `SELECT name, issued_at_ms AS "issuedAtMs", revoked_at_ms AS "revokedAtMs"
         FROM operator_token
         ORDER BY token_id DESC`,
      ),
    async findName(token: string): Promise<string | null> {
      if (!isWellFormedKey(TOKEN_PREFIX, token)) return null;
      const [row] = await database.query<{ name: string }>(
        'SELECT name FROM operator_token WHERE hash = $1 AND revoked_at_ms IS NULL',
        [hashOf(token)],
      );
      return row?.name ?? null;
    },
    async findReceipt(name: string, key: string): Promise<StoredReceipt | null> {
      const [row] = await database.query<StoredReceipt>(
        'SELECT status, body, fingerprint FROM feed_receipt WHERE name = $1 AND request_key = $2 AND answered_at_ms > $3',
        [name, key, clock.nowMs() - RECEIPT_MS],
      );
      return row ?? null;
    },
    /** Also deletes responses older than a day. */
    async storeReceipt(name: string, key: string, receipt: StoredReceipt): Promise<void> {
      const { status, body, fingerprint } = receipt;
      const deleteOld = 'DELETE FROM feed_receipt WHERE answered_at_ms <= $1';
      await database.query(deleteOld, [clock.nowMs() - RECEIPT_MS]);
      // Of two concurrent requests, the first response is stored.
      await database.query(
        `INSERT INTO feed_receipt (name, request_key, answered_at_ms, status, body, fingerprint)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (name, request_key) DO NOTHING`,
        [name, key, clock.nowMs(), status, body, fingerprint],
      );
    },
  };
}
