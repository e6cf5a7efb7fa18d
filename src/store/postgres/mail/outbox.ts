import type { Clock } from '../../../clock.ts';
import { KEPT_MS, MAILS_MAX, type Outbox } from '../../../mail/outbox.ts';
import type { Database } from '../database.ts';

interface MailRow {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly created_at_ms: number;
}

/** Messages as rows, which every instance sees and one at a time claims. Their names are numbers. */
export function createPostgresOutbox(database: Database, clock: Clock): Outbox {
  return {
    async put({ to, subject, text }) {
      await database.transaction(async (transaction) => {
        await transaction.query(
          'INSERT INTO mail (recipient, subject, body, created_at_ms) VALUES ($1, $2, $3, $4)',
          [to, subject, text, clock.nowMs()],
        );
        await transaction.query(
          `DELETE FROM mail
           WHERE created_at_ms < $1
             OR mail_id <= (SELECT mail_id FROM mail ORDER BY mail_id DESC LIMIT 1 OFFSET $2)`,
          [clock.nowMs() - KEPT_MS, MAILS_MAX],
        );
      });
    },
    async names() {
      const rows = await database.query<{ name: string }>(
        'SELECT mail_id::text AS name FROM mail ORDER BY mail_id',
      );
      return rows.map(({ name }) => name);
    },
    async oldestMs() {
      const [row] = await database.query<{ oldest: number | null }>(
        'SELECT min(created_at_ms) AS oldest FROM mail',
      );
      return row?.oldest ?? null;
    },
    async read(name) {
      const [row] = await database.query<MailRow>('SELECT * FROM mail WHERE mail_id = $1', [name]);
      if (row === undefined) return null;
      return { to: row.recipient, subject: row.subject, text: row.body, createdAtMs: row.created_at_ms };
    },
    async claim(name, forMs) {
      const rows = await database.query(
        `UPDATE mail
         SET claimed_until = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE mail_id = $1
           AND claimed_until < clock_timestamp()
         RETURNING mail_id`,
        [name, forMs],
      );
      return rows.length > 0;
    },
    async release(name) {
      await database.query(`UPDATE mail SET claimed_until = '-infinity' WHERE mail_id = $1`, [name]);
    },
    async remove(name) {
      await database.query('DELETE FROM mail WHERE mail_id = $1', [name]);
    },
  };
}
