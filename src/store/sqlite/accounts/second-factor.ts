import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { SecondFactor } from '../../../accounts/second-factor.ts';
import { createVault, newRecoveryCodes, typedCode } from '../../../accounts/second-factor-secrets.ts';
import { acceptedStep, SECRET_BYTES, toBase32 } from '../../../accounts/totp.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type AuditOptions, auditLog } from './account-rows.ts';

export interface SqliteSecondFactorOptions extends AuditOptions {
  /** The keys under which secrets are encrypted and recovery codes hashed are derived from it. */
  readonly sessionSecret: string;
}

/** Second factors in the embedded store, on the connection that accounts are written on. */
export function createSqliteSecondFactor(options: SqliteSecondFactorOptions): SecondFactor {
  const { db, clock } = options;
  const audit = auditLog(options);
  const vault = createVault(options.sessionSecret);
  const { select, countCodes, putSecret, turnOn, accept, removeCodes, useCode, putCode, remove } =
    prepare(db);

  /** Takes a code of the app. To be called in a transaction. */
  function takeAppCode(accountId: number, code: string, isOn: boolean): boolean {
    const row = select.get(accountId);
    if (!(row?.secret instanceof Uint8Array) || (row.confirmed_at_ms !== null) !== isOn) return false;
    const secret = vault.open(row.secret, accountId);
    const step = acceptedStep(secret, code, clock.nowMs(), Number(row.last_step));
    if (step === null) return false;
    accept.run(step, accountId);
    return true;
  }

  /** To be called in a transaction. */
  function putCodes(accountId: number): readonly string[] {
    removeCodes.run(accountId);
    const codes = newRecoveryCodes();
    for (const code of codes) putCode.run(accountId, vault.hash(accountId, code));
    return codes;
  }

  return {
    async find(accountId) {
      const row = select.get(accountId);
      return {
        isOn: row !== undefined && row.confirmed_at_ms !== null,
        recoveryCodesLeft: Number(countCodes.get(accountId)?.codes),
      };
    },
    async begin(accountId) {
      const secret = randomBytes(SECRET_BYTES);
      const sealed = vault.seal(secret, accountId);
      const { changes } = await writeWhenFree(db, () => putSecret.run(accountId, sealed));
      return changes === 0 ? null : { secret: toBase32(secret) };
    },
    async confirm(accountId, code) {
      return writeWhenFree(db, () => {
        if (!takeAppCode(accountId, code, false)) return null;
        turnOn.run(clock.nowMs(), accountId);
        audit('account.second-factor-on', accountId);
        return putCodes(accountId);
      });
    },
    async verify(accountId, code) {
      const typed = typedCode(code);
      return writeWhenFree(db, () => {
        if (takeAppCode(accountId, typed, true)) return true;
        if (useCode.run(accountId, vault.hash(accountId, typed)).changes === 0) return false;
        audit('account.recovery-code-used', accountId);
        return true;
      });
    },
    async renewRecoveryCodes(accountId) {
      return writeWhenFree(db, () => putCodes(accountId));
    },
    async end(accountId) {
      await writeWhenFree(db, () => {
        removeCodes.run(accountId);
        if (remove.run(accountId).changes > 0) audit('account.second-factor-off', accountId);
      });
    },
  };
}

function prepare(db: DatabaseSync) {
  return {
    select: db.prepare('SELECT * FROM second_factor WHERE account_id = ?'),
    countCodes: db.prepare('SELECT count(*) AS codes FROM recovery_code WHERE account_id = ?'),
    putSecret: db.prepare(`
      INSERT INTO second_factor (account_id, secret)
      VALUES (?, ?)
      ON CONFLICT DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE confirmed_at_ms IS NULL`),
    turnOn: db.prepare('UPDATE second_factor SET confirmed_at_ms = ? WHERE account_id = ?'),
    accept: db.prepare('UPDATE second_factor SET last_step = ? WHERE account_id = ?'),
    removeCodes: db.prepare('DELETE FROM recovery_code WHERE account_id = ?'),
    useCode: db.prepare('DELETE FROM recovery_code WHERE account_id = ? AND code_hash = ?'),
    putCode: db.prepare('INSERT INTO recovery_code (account_id, code_hash) VALUES (?, ?)'),
    remove: db.prepare('DELETE FROM second_factor WHERE account_id = ?'),
  };
}
