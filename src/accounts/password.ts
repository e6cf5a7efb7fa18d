import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What hashing costs whoever guesses. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const HASH_COST: HashCost = { memoryKib: 19 * 1024, passes: 2 };
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** One per process, like the thread pool. */
const inTurn = createHashQueue();

/**
 * The argon2id hash of a password with its salt and settings, in the usual text form
 * ($argon2id$v=19$…). Throws HashingBusyError.
 */
export async function hashPassword(password: string, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const settings = { memory: cost.memoryKib, passes: cost.passes, lanes: LANES };
  return hashText(cost, salt, await derive(password, salt, settings));
}

/**
 * Whether a password matches a hash. Without a hash it takes as long as with one of `cost`, and never matches. Throws
 * HashingBusyError.
 */
export async function isPasswordOf(
  hash: string | null,
  password: string,
  cost: HashCost = HASH_COST,
): Promise<boolean> {
  const nobodys = () => hashText(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));
  const parts = FORM.exec(hash ?? nobodys());
  if (parts === null) throw new Error('a stored password hash has an unknown form');
  const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number);
  const salt = Buffer.from(parts[4] ?? '', 'base64');
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const found = await derive(password, salt, { memory, passes, lanes });
  return timingSafeEqual(found, expected) && hash !== null;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function hashText({ memoryKib, passes }: HashCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${toText(salt)}$${toText(hash)}`;
}

interface Settings {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Runs in another thread. Passwords are compared in one Unicode form, whatever the keyboard sends. */
function derive(password: string, salt: Buffer, { memory, passes, lanes }: Settings): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  const settings = { message, nonce: salt, memory, passes, parallelism: lanes, tagLength: HASH_BYTES };
  return inTurn(() => argon2Async('argon2id', settings));
}

const argon2Async = promisify(argon2);

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Too many passwords are being hashed: the caller may try again after `retryAfterSeconds`. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
}

/** Long enough for a full queue to empty on a slow machine. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Hashes at once. Each takes a thread of the pool, which has four by default and also compresses responses and reads
 * files: the others stay free for that.
 */
export const HASHES_AT_ONCE_MAX = 2;

/** Waiting hashes, about a second's work. Refusing later callers is better than making them wait. */
export const HASHES_WAITING_MAX = 20;

/** Runs tasks in order, a few at once. Throws HashingBusyError if too many wait. */
export function createHashQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < HASHES_AT_ONCE_MAX) {
      running++;
    } else {
      if (waiting.length >= HASHES_WAITING_MAX) throw new HashingBusyError('too many passwords to hash');
      // A finished task hands on its place, so nobody can take it in between.
      await new Promise<void>((proceed) => waiting.push(proceed));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/** Compares in constant time, so that the time taken doesn't reveal how much of a secret was right. */
export function isSameSecret(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
