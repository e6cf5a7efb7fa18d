import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createWorkQueue } from '../base/work-queue.ts';

export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const HASH_COST: HashCost = { memoryKib: 19 * 1024, passes: 2 };
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes computed at once. Each occupies one of Node's four pool threads, which also compress responses and read files. */
export const HASHES_AT_ONCE_MAX = 2;
/** Hashes that may wait, about a second's work. Above this number, callers are refused. */
export const HASHES_WAITING_MAX = 20;
/** Seconds after which a refused caller may try again. Even a slow machine has emptied the queue by then. */
export const HASHING_RETRY_SECONDS = 5;

/** One queue per process, as there is one thread pool. */
const queue = createWorkQueue({
  atOnceMax: HASHES_AT_ONCE_MAX,
  waitingMax: HASHES_WAITING_MAX,
  waitingPerCallerMax: Number.POSITIVE_INFINITY,
  restFactor: 0,
});

/** In the usual text form ($argon2id$v=19$…). Throws QueueFullError. */
export async function hashPassword(password: string, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return hashText(cost, salt, await derive(password, salt, cost, LANES));
}

/** Without a hash, returns false after the time that a comparison takes. Throws QueueFullError. */
export async function isPasswordOf(
  hash: string | null,
  password: string,
  cost: HashCost = HASH_COST,
): Promise<boolean> {
  const nobodys = () => hashText(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));
  const [, memory, passes, lanes, salt = '', stored = ''] = FORM.exec(hash ?? nobodys()) ?? [];
  if (stored === '') throw new Error('a stored password hash has an unknown form');
  const settings = { memoryKib: Number(memory), passes: Number(passes) };
  const found = await derive(password, Buffer.from(salt, 'base64'), settings, Number(lanes));
  return timingSafeEqual(found, Buffer.from(stored, 'base64')) && hash !== null;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function hashText({ memoryKib, passes }: HashCost, salt: Buffer, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${saltText}$${hashText}`;
}

/** Runs on another thread. Passwords are normalized: keyboards send the same letter in different Unicode forms. */
function derive(password: string, salt: Buffer, cost: HashCost, lanes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  const { memoryKib: memory, passes } = cost;
  const settings = { message, nonce: salt, memory, passes, parallelism: lanes, tagLength: HASH_BYTES };
  return queue.run(() => argon2Async('argon2id', settings));
}

const argon2Async = promisify(argon2);

/** Compares in constant time: an attacker can't measure how many characters of a guess are right. */
export function isSameSecret(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
