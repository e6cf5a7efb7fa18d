import type { SqlOptions } from '../sql-database.ts';
import type { KeyInfo, ServiceInformation } from './account.ts';
import type { Audit } from './account-rows.ts';
import { generateKey, hashKey, keyEnds } from './api-key.ts';

export interface KeyOptions extends SqlOptions {
  readonly pepper: string;
  readonly keyPrefix: string;
}

/** The keys of accounts. */
export function keyMethods({ database, pepper, keyPrefix, clock }: KeyOptions, audit: Audit) {
  return {
    /**
     * The new key, shown this once; null if the account has an active one (the database decides). The information is
     * stored with the key and replaces earlier information.
     */
    issueKey: (accountId: number, service?: ServiceInformation): Promise<string | null> =>
      database.transaction(async (transaction) => {
        const key = generateKey(keyPrefix);
        const { first4, last4 } = keyEnds(keyPrefix, key);
        // The partial index decides. Nothing is read first, so there is no gap between reading and writing.
        const inserted = await transaction.query(
          `INSERT INTO api_key (hash, account_id, first4, last4, issued_at_ms)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (account_id) WHERE revoked_at_ms IS NULL DO NOTHING
           RETURNING key_id`,
          [Buffer.from(hashKey(pepper, key)), accountId, first4, last4, clock.nowMs()],
        );
        if (inserted.length === 0) return null;
        if (service !== undefined) {
          const { serviceName, serviceUrl, purpose, commercial } = service;
          await transaction.query(
            `INSERT INTO service_information
               (account_id, service_name, service_url, purpose, commercial, accepted_at_ms)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (account_id) DO UPDATE SET service_name = excluded.service_name,
               service_url = excluded.service_url, purpose = excluded.purpose,
               commercial = excluded.commercial, accepted_at_ms = excluded.accepted_at_ms`,
            [accountId, serviceName, serviceUrl, purpose, commercial, clock.nowMs()],
          );
        }
        await audit(transaction, 'key.issued', accountId);
        return key;
      }),
    /** The latest information, or null. */
    async findService(accountId: number): Promise<ServiceInformation | null> {
      const [row] = await database.query<ServiceInformation>(
        `SELECT service_name AS "serviceName", service_url AS "serviceUrl", purpose, commercial
         FROM service_information
         WHERE account_id = $1`,
        [accountId],
      );
      return row === undefined ? null : { ...row, commercial: Boolean(row.commercial) };
    },
    /** Effective for every call that starts after this resolves. False if there is no active key. */
    revokeKey: (accountId: number, by?: number): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const revoked = await transaction.query(
          `UPDATE api_key
           SET revoked_at_ms = $2
           WHERE account_id = $1
             AND revoked_at_ms IS NULL
           RETURNING key_id`,
          [accountId, clock.nowMs()],
        );
        if (revoked.length === 0) return false;
        await audit(transaction, 'key.revoked', accountId, {}, by);
        return true;
      }),
    /** Newest first. */
    listKeys: (accountId: number): Promise<readonly KeyInfo[]> =>
      database.query<KeyInfo>(
        `SELECT first4, last4, issued_at_ms AS "issuedAtMs", revoked_at_ms AS "revokedAtMs"
         FROM api_key
         WHERE account_id = $1
         ORDER BY key_id DESC`,
        [accountId],
      ),
  };
}
