import { findsRow, type SqlOptions } from '../sql-database.ts';

/** One more message drops the oldest. */
const MAILS_MAX = 10_000;
/** Older messages are deleted, because their links have expired. */
export const STORED_MS = 3 * 86_400_000;

interface StoredMail extends Mail {
  readonly mailId: number;
  readonly createdAtMs: number;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** The queue of unsent messages, shared by all processes. A process claims a message before it sends it. */
export function createOutbox({ database, clock }: SqlOptions) {
  return {
    async put({ to, subject, text }: Mail): Promise<void> {
      await database.transaction(async (transaction) => {
        await transaction.query(
          'INSERT INTO mail (recipient, subject, body, created_at_ms) VALUES ($1, $2, $3, $4)',
          [to, subject, text, clock.nowMs()],
        );
        await transaction.query(
          `DELETE FROM mail
           WHERE created_at_ms < $1
             OR mail_id <= (SELECT mail_id FROM mail ORDER BY mail_id DESC LIMIT 1 OFFSET $2)`,
          [clock.nowMs() - STORED_MS, MAILS_MAX],
        );
      });
    },
    list: (): Promise<StoredMail[]> =>
      database.query<StoredMail>(
        `SELECT mail_id AS "mailId", recipient AS "to", subject, body AS text, created_at_ms AS "createdAtMs"
         FROM mail
         WHERE created_at_ms >= $1
         ORDER BY mail_id`,
        [clock.nowMs() - STORED_MS],
      ),
    async oldestMs(): Promise<number | null> {
      const [row] = await database.query<{ oldest: number | null }>(
        'SELECT min(created_at_ms) AS oldest FROM mail',
      );
      return row?.oldest ?? null;
    },
    /** Claims a message for `forMs`, measured by the database's clock. False if another process has claimed or removed it. */
    claim: (mailId: number, forMs: number): Promise<boolean> =>
      findsRow(
        database,
        `UPDATE mail
         SET claimed_until_ms = ${database.nowMs} + $2
         WHERE mail_id = $1
           AND claimed_until_ms < ${database.nowMs}
         RETURNING mail_id`,
        [mailId, forMs],
      ),
    async release(mailId: number): Promise<void> {
      await database.query('UPDATE mail SET claimed_until_ms = 0 WHERE mail_id = $1', [mailId]);
    },
    async remove(mailId: number): Promise<void> {
      await database.query('DELETE FROM mail WHERE mail_id = $1', [mailId]);
    },
    /** Erases the messages from the database's files, too. */
    async removeTo(address: string): Promise<void> {
      await database.query('DELETE FROM mail WHERE recipient = $1', [address]);
      await database.eraseDeleted();
    },
  };
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
