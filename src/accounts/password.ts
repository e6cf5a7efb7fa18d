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

/** Hashes at once. Each occupies a thread of Node's pool of four, which also compresses responses and reads files. */
export const HASHES_AT_ONCE_MAX = 2;
/** Waiting hashes, about a second's work. Refusing later callers is better than making them wait. */
export const HASHES_WAITING_MAX = 20;
/** Long enough for a slow machine to work off the queue. */
export const HASHING_RETRY_SECONDS = 5;

/** One queue per process, like the thread pool. */
const queue = createWorkQueue({
  atOnceMax: HASHES_AT_ONCE_MAX,
  waitingMax: HASHES_WAITING_MAX,
  waitingPerCallerMax: Number.POSITIVE_INFINITY,
  restFactor: 0,
});

/** The argon2id hash of a password in the usual text form ($argon2id$v=19$…). Throws QueueFullError. */
export async function hashPassword(password: string, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return hashText(cost, salt, await derive(password, salt, cost, LANES));
}

/** Takes the same time without a hash, and then returns false. Throws QueueFullError. */
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

/** Runs in another thread. Passwords are compared in one Unicode form, whatever the keyboard sends. */
function derive(password: string, salt: Buffer, cost: HashCost, lanes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  const { memoryKib: memory, passes } = cost;
  const settings = { message, nonce: salt, memory, passes, parallelism: lanes, tagLength: HASH_BYTES };
  return queue.run(() => argon2Async('argon2id', settings));
}

const argon2Async = promisify(argon2);

/** Compares in constant time, so that the time taken doesn't reveal how much of a secret was right. */
export function isSameSecret(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
