import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the time taken doesn't reveal how much of a secret was right. */
export function isSameSecret(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
