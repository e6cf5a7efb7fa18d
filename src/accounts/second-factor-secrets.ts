import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';

/** Recovery codes that an account has at a time. */
export const RECOVERY_CODES = 10;

/** Without similar letters and digits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Fresh recovery codes of an account. */
export function newRecoveryCodes(): readonly string[] {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  // 12 characters of 31: 59 bits.
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 12 }, letter).join(''));
}

/** A code without the spaces, hyphens and capitals that people type. */
export function typedCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Vault = ReturnType<typeof createVault>;

/** Makes secrets unreadable to anyone with only the store. Sealed for one account, they can't be opened for another. */
export function createVault(sessionSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'second factor', 32));
  const hashKey = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'recovery codes', 32));
  const bound = (accountId: number) => Buffer.from(`account ${accountId}`);
  return {
    /** The stored form of a recovery code, 32 bytes. */
    hash: (accountId: number, code: string) =>
      createHmac('sha256', hashKey).update(`${accountId} ${code}`).digest(),
    seal(secret: Uint8Array, accountId: number): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(accountId));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    /** Throws when the secret was sealed for another account or with another key. */
    open(sealed: Uint8Array, accountId: number): Uint8Array {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(bound(accountId));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
