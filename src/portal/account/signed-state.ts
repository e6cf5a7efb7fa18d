import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';

/** What a note is for: one of a kind is worth nothing in the place of another. */
type NoteKind = 'trip' | 'person' | 'second-factor';

/** Texts that the server gives out of its hands and knows again, instead of keeping what they say. */
export type SignedState = ReturnType<typeof createSignedState>;

export function createSignedState(sessionSecret: string, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', sessionSecret).update(text).digest('base64url');
  const signature = (kind: NoteKind, cookie: string, said: string) => sign(`note ${kind} ${cookie} ${said}`);
  return {
    /** A text for the holder of a cookie. Its content can be read by anybody, and changes with every note. */
    write(kind: NoteKind, cookie: string, content: object, lifetimeMs: number): string {
      const salt = randomBytes(16).toString('base64url');
      const until = clock.nowMs() + lifetimeMs;
      const said = Buffer.from(JSON.stringify({ ...content, salt, until })).toString('base64url');
      return `${said}.${signature(kind, cookie, said)}`;
    },
    /** The content; null when the note is another's, too old, or none of ours. */
    read(kind: NoteKind, cookie: string, note: string): Readonly<Record<string, unknown>> | null {
      const [said = ''] = note.split('.');
      const expected = Buffer.from(`${said}.${signature(kind, cookie, said)}`);
      const found = Buffer.from(note);
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return null;
      const content: Record<string, unknown> = JSON.parse(Buffer.from(said, 'base64url').toString());
      return Number(content.until) > clock.nowMs() ? content : null;
    },
    /** 43 characters that belong to a note and that nobody else can find out. */
    secretOf: (note: string) => sign(`secret of ${note}`),
  };
}
