import { message } from '../../messages/messages.ts';
import { PortalError } from '../failures.ts';

/** The catalogue can't be written for a while. */
export function busyWithImport(): PortalError {
  return new PortalError('BUSY', { detail: message('input.busyWithImport') });
}
