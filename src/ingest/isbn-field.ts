import { compactIsbn, isIsbn13Form } from '../catalog/isbn.ts';
import { message } from '../messages/messages.ts';
import { wrong } from './reason.ts';
import type { RecordFields } from './record-fields.ts';

/**
 * 13 digits after hyphens and blanks are taken out, or null when not given. The check digit may be wrong. `isName` says
 * that nothing else names the item, so that an unreadable number costs the record.
 */
export function readIsbn13(fields: RecordFields, isName: boolean): string | null {
  const written = fields.identifier('isbn13', ISBN_LENGTH_MAX);
  if (written === null) return null;
  const isbn13 = compactIsbn(written);
  if (isIsbn13Form(isbn13)) return isbn13;
  const reason = wrong(written, message('feeds.isbn13'));
  if (isName) fields.refuse('isbn13', reason);
  else fields.leaveOut('isbn13', reason);
  return null;
}

/** Characters of an ISBN with hyphens and blanks. */
export const ISBN_LENGTH_MAX = 40;
