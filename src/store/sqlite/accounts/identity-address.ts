import { type Identity, VERIFICATION_MS } from '../../../accounts/identity.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type Audit, type AuditOptions, toEmail } from './account-rows.ts';
import type { Tokens } from './identity-tokens.ts';

type AddressMethods = Pick<
  Identity,
  'rename' | 'startAddressChange' | 'findAddressChange' | 'completeAddressChange'
>;

/** Name and address of an account, as its owner changes them. */
export function addressMethods({ db, clock }: AuditOptions, tokens: Tokens, audit: Audit): AddressMethods {
  const setName = db.prepare('UPDATE account SET name = ?1 WHERE account_id = ?2 AND name <> ?1');
  const insert = db.prepare(`
    INSERT INTO address_change (token_hash, account_id, email, expires_at_ms)
    SELECT ?, account_id, ?2, ?
    FROM account
    WHERE account_id = ?
      AND NOT EXISTS (SELECT 1 FROM account WHERE email = ?2)`);
  const select = db.prepare(`
    SELECT email
    FROM address_change
    WHERE token_hash = ?
      AND account_id = ?
      AND expires_at_ms > ?
      AND NOT EXISTS (SELECT 1 FROM account WHERE account.email = address_change.email)`);
  const setEmail = db.prepare('UPDATE account SET email = ? WHERE account_id = ?');
  // Links to the mailbox that was, and sign-ups of the address that has its account now.
  const removeChanges = db.prepare('DELETE FROM address_change WHERE account_id = ?');
  const removeResets = db.prepare('DELETE FROM password_reset WHERE account_id = ?');
  const removeSignUps = db.prepare('DELETE FROM pending_sign_up WHERE email = ?');
  const find = (accountId: number, token: string) => {
    const row = select.get(tokens.hash(token), accountId, clock.nowMs());
    return row === undefined ? null : String(row.email);
  };
  return {
    async rename(accountId, name) {
      await writeWhenFree(db, () => {
        if (setName.run(name, accountId).changes > 0) audit('account.renamed', accountId);
      });
    },
    async startAddressChange(accountId, email) {
      const token = tokens.make();
      const expiresAtMs = clock.nowMs() + VERIFICATION_MS;
      const { changes } = await writeWhenFree(db, () =>
        insert.run(tokens.hash(token), toEmail(email), expiresAtMs, accountId),
      );
      return changes === 0 ? null : token;
    },
    findAddressChange: async (accountId, token) => find(accountId, token),
    completeAddressChange: (accountId, token) =>
      writeWhenFree(db, () => {
        const email = find(accountId, token);
        if (email === null) return null;
        setEmail.run(email, accountId);
        removeChanges.run(accountId);
        removeResets.run(accountId);
        removeSignUps.run(email);
        audit('account.address-changed', accountId);
        return email;
      }),
  };
}
