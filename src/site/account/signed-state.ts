import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../accounts/same-secret.ts';
import type { Clock } from '../../clock.ts';

/** The purpose of a note: one kind can't be used in place of another. */
type NoteKind = 'trip' | 'person' | 'second-factor';

/** Signed notes that the server hands out and verifies later, instead of storing their content. */
export type SignedState = ReturnType<typeof createSignedState>;

export function createSignedState(sessionSecret: string, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', sessionSecret).update(text).digest('base64url');
  const signature = (kind: NoteKind, cookie: string, said: string) => sign(`note ${kind} ${cookie} ${said}`);
  return {
    /** A note for the holder of a cookie. Anyone can read its content. No two notes are the same. */
    write(kind: NoteKind, cookie: string, content: object, lifetimeMs: number): string {
      const salt = randomBytes(16).toString('base64url');
      const until = clock.nowMs() + lifetimeMs;
      const said = Buffer.from(JSON.stringify({ ...content, salt, until })).toString('base64url');
      return `${said}.${signature(kind, cookie, said)}`;
    },
    /** The content; null if the note is someone else's, expired, or not ours. */
    read(kind: NoteKind, cookie: string, note: string): Readonly<Record<string, unknown>> | null {
      const [said = ''] = note.split('.');
      if (!isSameSecret(note, `${said}.${signature(kind, cookie, said)}`)) return null;
      const content: Record<string, unknown> = JSON.parse(Buffer.from(said, 'base64url').toString());
      return Number(content.until) > clock.nowMs() ? content : null;
    },
    /** 43 characters derived from a note that nobody else can compute. */
    secretOf: (note: string) => sign(`secret of ${note}`),
  };
}
