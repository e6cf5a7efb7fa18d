import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/identity.ts';
import { email, line, nullable, typed } from './fields.ts';

export const EMAIL_FIELD = email();
export const NAME = line(1, 100);
export const NEW_PASSWORD = typed(PASSWORD_MIN, PASSWORD_MAX);
/** The account's password; null if it has none. */
export const OWN_PASSWORD = nullable(typed(1, 1000));
/** A one-time code of the app, or a recovery code. */
export const CODE = line(1, 40);
/** Of a link in a mail. */
export const TOKEN = typed(1, 200);
