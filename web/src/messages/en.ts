import { docs } from './en/docs.ts';
import { frame } from './en/frame.ts';
import { landing } from './en/landing.ts';
import { status } from './en/status.ts';
import type { FirstMessages, LanguageFile } from './messages.ts';

/** The texts in English that every page has at once. */
export const messages = { frame, landing, docs, status } satisfies FirstMessages;

/** Those that pages fetch when they need them. */
export const later = {
  portal: async () => (await import('./en/portal.ts')).portal,
  operators: async () => (await import('./en/operators.ts')).operators,
} satisfies LanguageFile['later'];
