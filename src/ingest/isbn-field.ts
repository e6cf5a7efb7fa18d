import { compactIsbn, isbn13Of, isIsbn13Form } from '../catalog/isbn.ts';
import { message } from '../messages/messages.ts';
import { show, wrong } from './reason.ts';
import type { RecordFields } from './record-fields.ts';

/**
 * 13 digits after hyphens and blanks are taken out, or null when not given. The check digit may be wrong. A valid `isbn10`
 * beside it stands in for a number that is missing or can't be read. `isName` says that nothing else names the item, so
 * that an unreadable number costs the record.
 */
export function readIsbn13(fields: RecordFields, isName: boolean): string | null {
  const written = fields.identifier('isbn13', ISBN_LENGTH_MAX);
  const isbn13 = compactIsbn(written ?? '');
  if (isIsbn13Form(isbn13)) return isbn13;
  const other = fields.peek('isbn10');
  const standIn = typeof other === 'string' ? isbn13Of(compactIsbn(other)) : null;
  if (written === null) return standIn;
  if (standIn !== null) {
    fields.warn('isbn13', message('feeds.readAs', { shown: show(written), isbn: standIn }));
    return standIn;
  }
  const reason = wrong(written, message('feeds.isbn13'));
  if (isName) fields.refuse('isbn13', reason);
  else fields.leaveOut('isbn13', reason);
  return null;
}

/** Characters of an ISBN with hyphens and blanks. */
export const ISBN_LENGTH_MAX = 40;
