import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { SqlOptions, Writer } from '../sql-database.ts';
import { auditWriter } from './audit-log.ts';
import { secretHash, withAccountLock } from './identity-sessions.ts';
import { isSameSecret } from './password.ts';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** One-time and recovery codes (docs/accounts.md#sign-in). The account is locked during a check, so that each code works once. */
export function createSecondFactor(options: SqlOptions & { readonly sessionSecret: string }) {
  const { database, clock } = options;
  const audit = auditWriter(options);
  const vault = createVault(options.sessionSecret);
  const takeAppCode = createCodeVerifier(vault, clock);
  const hash = secretHash(options.sessionSecret);
  const hashOf = (accountId: number, code: string) => hash(`recovery code ${accountId} ${code}`);

  /** The caller holds the account's lock. */
  async function putCodes(transaction: Writer, accountId: number): Promise<readonly string[]> {
    await transaction.query('DELETE FROM recovery_code WHERE account_id = $1', [accountId]);
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await transaction.insert({
      into: 'recovery_code',
      columns: 'account_id bigint, code_hash bytea',
      rows: codes.map((code) => [accountId, hashOf(accountId, code)]),
    });
    return codes;
  }

  return {
    async find(accountId: number) {
      const [row] = await database.query<{ is_on: boolean | number; codes: number }>(
        `SELECT
           EXISTS (SELECT 1 FROM second_factor WHERE account_id = $1 AND confirmed_at_ms IS NOT NULL) AS is_on,
           (SELECT count(*) FROM recovery_code WHERE account_id = $1) AS codes`,
        [accountId],
      );
      return { isOn: Boolean(row?.is_on), recoveryCodesLeft: row?.codes ?? 0 };
    },
    /** A new secret (base32) for the app, which replaces an unconfirmed one; null if the second factor is on. */
    async begin(accountId: number): Promise<string | null> {
      const secret = randomBytes(SECRET_BYTES);
      const put = await database.query(
        `INSERT INTO second_factor AS f (account_id, secret)
         VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0
         WHERE f.confirmed_at_ms IS NULL
         RETURNING account_id`,
        [accountId, vault.seal(secret, accountId)],
      );
      return put.length === 0 ? null : toBase32(secret);
    },
    /** Returns the recovery codes, which can't be shown again. Null if `code` is wrong or `begin` wasn't called. */
    confirm: (accountId: number, code: string): Promise<readonly string[] | null> =>
      withAccountLock(database, accountId, async (transaction) => {
        if (!(await takeAppCode(transaction, accountId, code, false))) return null;
        const turnOn = 'UPDATE second_factor SET confirmed_at_ms = $2 WHERE account_id = $1';
        await transaction.query(turnOn, [accountId, clock.nowMs()]);
        await audit(transaction, 'account.second-factor-on', accountId);
        return putCodes(transaction, accountId);
      }),
    /** Accepts one-time and recovery codes. False if the second factor is off. */
    async verify(accountId: number, code: string): Promise<boolean> {
      const isRight = await withAccountLock(database, accountId, async (transaction) => {
        const typed = normalizeCode(code);
        if (await takeAppCode(transaction, accountId, typed, true)) return true;
        const used = await transaction.query(
          'DELETE FROM recovery_code WHERE account_id = $1 AND code_hash = $2 RETURNING account_id',
          [accountId, hashOf(accountId, typed)],
        );
        if (used.length > 0) await audit(transaction, 'account.recovery-code-used', accountId);
        return used.length > 0;
      });
      return isRight === true;
    },
    /** Returns new recovery codes, which can't be shown again. The caller has verified the owner. */
    renewRecoveryCodes: async (accountId: number): Promise<readonly string[]> =>
      (await withAccountLock(database, accountId, (transaction) => putCodes(transaction, accountId))) ?? [],
    /** The caller has verified the owner, or is an operator on the command line. */
    async end(accountId: number): Promise<void> {
      await withAccountLock(database, accountId, async (transaction) => {
        const { query } = transaction;
        await query('DELETE FROM recovery_code WHERE account_id = $1', [accountId]);
        const removed = await query('DELETE FROM second_factor WHERE account_id = $1 RETURNING 1', [
          accountId,
        ]);
        if (removed.length > 0) await audit(transaction, 'account.second-factor-off', accountId);
      });
    },
  };
}

/** Accepts a one-time code once. `isOn` = the factor must be confirmed already; false during setup. Callers hold the account's lock. */
function createCodeVerifier(vault: Vault, clock: Clock) {
  return async (transaction: Writer, accountId: number, code: string, isOn: boolean): Promise<boolean> => {
    const [row] = await transaction.query<{
      secret: Uint8Array;
      confirmedAtMs: number | null;
      lastStep: number;
    }>(
      `SELECT secret, confirmed_at_ms AS "confirmedAtMs", last_step AS "lastStep"
       FROM second_factor
       WHERE account_id = $1`,
      [accountId],
    );
    if (row === undefined || (row.confirmedAtMs !== null) !== isOn) return false;
    const step = acceptedStep(vault.open(row.secret, accountId), code, clock.nowMs(), row.lastStep);
    if (step === null) return false;
    const update = 'UPDATE second_factor SET last_step = $2 WHERE account_id = $1';
    await transaction.query(update, [accountId, step]);
    return true;
  };
}

export const RECOVERY_CODES = 10;

/** Letters and digits without those that look alike. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

function newRecoveryCode(): string {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  return Array.from({ length: 12 }, letter).join('');
}

/** Drops the spaces, hyphens and capitals that people type. */
export function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Vault = ReturnType<typeof createVault>;

/** Encrypts secrets, so that the database alone reveals none. A secret encrypted for one account can't be opened for another. */
function createVault(sessionSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'second factor', 32));
  const bound = (accountId: number) => Buffer.from(`account ${accountId}`);
  return {
    seal(secret: Uint8Array, accountId: number): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(accountId));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed: Uint8Array, accountId: number): Uint8Array {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(bound(accountId));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}

/** One-time codes of RFC 6238, as authenticator apps make them: SHA-1, 6 digits, a new one every 30 s. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Codes accepted before and after the current one, because phones' clocks may be half a minute off. */
const STEPS_ASIDE = 1;

/** The length of a SHA-1 hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The time step of a correct code, otherwise null. Refuses codes up to `lastStep`, so that none works twice. */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  nowMs: number,
  lastStep: number,
): number | null {
  const now = Math.floor(nowMs / STEP_MS);
  const steps = Array.from({ length: 2 * STEPS_ASIDE + 1 }, (_, index) => now - STEPS_ASIDE + index);
  // All codes are compared, so that the time taken doesn't reveal which one matched.
  const right = steps.filter((step) => isSameSecret(codeAt(secret, step), code));
  return right.find((step) => step > lastStep) ?? null;
}

/** The code of a time step (RFC 4226, section 5.3). */
function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret as people type it into an app (RFC 4648, without padding). Its length is a multiple of 5 bytes. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

export function totpAddress(secret: string, issuer: string, account: string): string {
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
