import { createHmac } from 'node:crypto';
import { isSameSecret } from './same-secret.ts';

/** One-time codes of RFC 6238, as authenticator apps make them: SHA-1, 6 digits, a new one every 30 s. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Codes accepted before and after the current one, because phones' clocks are off by some seconds. */
const STEPS_ASIDE = 1;

/** Length of a secret: that of SHA-1, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;

/**
 * The time step for which a code is right, or null. `lastStep` is the step of the last accepted code: that code and all
 * earlier ones are refused, so that no code works twice.
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  nowMs: number,
  lastStep: number,
): number | null {
  const now = Math.floor(nowMs / STEP_MS);
  const steps = Array.from({ length: 2 * STEPS_ASIDE + 1 }, (_, index) => now - STEPS_ASIDE + index);
  // All are compared, so that the time taken doesn't reveal which one matched.
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

/** The URL in the app's QR code. */
export function totpAddress(secret: string, issuer: string, account: string): string {
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
