import { docs } from './ko/docs.ts';
import { frame } from './ko/frame.ts';
import { landing } from './ko/landing.ts';
import { status } from './ko/status.ts';

/** The texts in Korean that every page has at once. */
export const messages = { frame, landing, docs, status };

/** Those that pages fetch when they need them. */
export const later = {
  portal: async () => (await import('./ko/portal.ts')).portal,
  operators: async () => (await import('./ko/operators.ts')).operators,
};
